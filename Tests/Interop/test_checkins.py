"""Check-ins over HTTP: every refusal, codes and tickets, shared phones, everybody at once, no position on the disk."""

import collections
import json
import os
import struct
import threading

import pytest
from people import advance
from quad_bus import REPLY, BusClient
from quad_checkins import SPOT, close, code, fix, opened, press, register, scan, seen, verdict
from quad_courses import enroll, make, remove, teacher
from quad_metrics import samples, scrape
from quad_scoreboard import Row
from quad_site import Site, at_once, refusal, wait_until
from quad_stores import database
from test_anonymity import disk, is_in_a_file
from test_traces import Collector

CROWD = 300 if os.environ.get("QUAD_TEST_ALL") == "1" else 60
GUESS = "AAAAAAAA"


@pytest.fixture(scope="module")
def school():
    """A site with a test clock, a teacher and a crowd of students."""
    collector = Collector()
    settings = {
        "QUAD_LOG": "debug", "QUAD_TRACE_SAMPLE": "1", "QUAD_OTLP": f"http://127.0.0.1:{collector.port}/v1/traces",
    }
    site = Site(clock="2026-11-02T09:00:00.000Z\n", settings=settings)
    try:
        site.collector = collector
        site.teacher = teacher(site)
        site.students = [site.sign_up(f"student{number}") for number in range(CROWD)]
        yield site
    finally:
        site.close()
        collector.close()


@pytest.fixture
def operator(school):
    client = BusClient(school.keys, school.run, "operator")
    yield client
    client.close()


@pytest.fixture
def course(school):
    """A course of four; a minute later, so that they have all their verdicts again."""
    advance(school, minutes=1)
    return course_of(school, school.students[:4])


def course_of(site, students):
    made = make(site, site.teacher, "Topology")
    for student in students:
        enroll(site, site.teacher, made, student)
    return made


REFUSALS = [
    # mode, proof, refusal over HTTP
    ("place", {}, (409, "fix_needed", "fix")),
    ("place", {"fix": fix(age=30_001)}, (409, "fix_stale", "fix")),
    ("place", {"fix": fix(accuracy=100.5)}, (409, "accuracy_low", "fix")),
    ("place", {"fix": fix(41)}, (409, "out_of_range", "fix")),
    ("place", {"fix": fix(40), "code": GUESS}, (409, "checkin_code_wrong", "code")),
    ("code", {}, (409, "code_needed", "code")),
    ("code", {"fix": fix()}, (409, "code_needed", "code")),
    ("code", {"code": GUESS}, (409, "checkin_code_wrong", "code")),
    ("place_and_code", {"fix": fix()}, (409, "code_needed", "code")),
    ("place_and_code", {"code": GUESS}, (409, "fix_needed", "fix")),
    ("manual", {"fix": fix()}, (409, "instructor_only")),
]


@pytest.mark.parametrize("mode, proof, expected", REFUSALS, ids=[f"{one[0]}-{one[2][1]}" for one in REFUSALS])
def test_a_press_and_its_verdict_give_the_same_reason(school, course, mode, proof, expected):
    student = school.students[0]
    checkin = opened(school, school.teacher, course, mode)
    said = verdict(school, student, checkin, **proof)
    assert said.status == 200, said.body
    assert (said.json["isOpen"], said.json["reason"]) == (False, expected[1])
    assert refusal(press(school, student, checkin, **proof)) == expected
    row = register(school, school.teacher, checkin)[student["person"]]
    assert row["status"] == "unmarked" and row.get("means") is None


def test_time_and_course_are_reasons_too(school, course):
    student, stranger = school.students[0], school.students[5]
    early = opened(school, school.teacher, course, starts="2026-11-05T09:00:00.000Z", early=5)
    answer = press(school, student, early, fix=fix())
    assert refusal(answer) == (409, "not_open_yet")
    assert answer.json["details"]["opens"] == "2026-11-05T08:55:00.000Z"
    now = opened(school, school.teacher, course)
    assert refusal(press(school, stranger, now, fix=fix())) == (404, "not_found")
    assert refusal(press(school, None, now, fix=fix())) == (401, "signin_required")
    assert press(school, school.teacher, now, fix=fix()).status == 403
    assert verdict(school, school.teacher, now, fix=fix()).json["reason"] == "not_enrolled"
    assert close(school, school.teacher, now).status == 200
    assert refusal(press(school, student, now, fix=fix())) == (409, "closed")
    assert verdict(school, student, now, fix=fix()).json["reason"] == "closed"
    remove(school, school.teacher, course, student)
    assert refusal(press(school, student, now, fix=fix())) == (404, "not_found")


def test_presses_are_counted_by_their_outcome(school, course):
    def counted():
        labels = {"program": "attendance", "subject": "attendance.record.add"}
        reasons = {code: ("quad_request_faults_total", labels | {"code": code}) for code in ("out_of_range", "fix_needed")}
        wanted = {"all": ("quad_requests_total", labels)} | reasons
        found = samples(school)
        return {key: found.get((name, tuple(sorted(of.items()))), 0) for key, (name, of) in wanted.items()}

    checkin = opened(school, school.teacher, course, "place")
    before = counted()
    near, far, blank = school.students[:3]
    assert press(school, near, checkin, fix=fix()).status == 201
    assert press(school, far, checkin, fix=fix(900)).status == 409
    assert press(school, blank, checkin).status == 409
    assert {key: number - before[key] for key, number in counted().items()} == {
        "all": 3, "out_of_range": 1, "fix_needed": 1}


BROKEN = [
    ({"latitude": 90.1}, "position_bad"), ({"latitude": "NaN"}, None), ({"longitude": -181}, "position_bad"),
    ({"accuracy": -1}, "position_bad"), ({"ageMs": -1}, "position_bad"), ({"ageMs": 86_400_001}, "position_bad"),
    ({"latitude": None}, None), ({"latitude": 1e999}, None),
]


@pytest.mark.parametrize("change, its_code", BROKEN)
def test_a_position_that_is_none_is_refused(school, course, change, its_code):
    checkin = opened(school, school.teacher, course)
    answer = press(school, school.students[0], checkin, fix=fix() | change)
    assert answer.status in (400, 422), answer.body
    assert its_code in (None, answer.json["code"])


def test_distances_are_only_told_in_steps_and_seldom(school, course):
    """Exact distances, or many, would lead to the instructor."""
    student = school.students[1]
    checkin = opened(school, school.teacher, course)
    told = [verdict(school, student, checkin, fix=fix(meters)).json["distanceFeet"]
            for meters in (0, 15, 16, 30, 31, 900)]
    assert told == [50, 50, 100, 100, 150, 3000]
    answer = verdict(school, student, checkin, fix=fix())
    assert refusal(answer) == (429, "slow_down")
    assert int(answer.headers["Retry-After"]) == 60
    assert press(school, student, checkin, fix=fix()).status == 201, "a press is no verdict"
    view = seen(school, student, checkin).json
    assert not {"spot", "range", "tally", "savedSpot"} & {name for name, value in view.items() if value is not None}
    assert view["spotName"] == SPOT["name"]


def test_a_code_confirms_a_press_at_the_edge(school, course):
    student = school.students[2]
    checkin = opened(school, school.teacher, course)
    assert press(school, student, checkin, fix=fix(35)).json["status"] == "pending"
    assert press(school, student, checkin, fix=fix(35)).json["status"] == "pending"
    its_code = code(school, school.teacher, checkin)
    receipt = press(school, student, checkin, fix=fix(35), code=its_code).json
    assert (receipt["status"], receipt["means"]) == ("present", "place_and_code")
    advance(school, minutes=5)
    assert press(school, student, checkin, fix=fix(500)).json == receipt, "a repeat returns what there is"


def test_codes_that_are_old_shared_or_guessed(school, course):
    ada, ben, eve, tim = school.students[:4]
    checkin = opened(school, school.teacher, course, "code", minutes=60)
    first = code(school, school.teacher, checkin)
    assert press(school, ada, checkin, code=first.lower()).status == 201
    advance(school, seconds=15)
    assert press(school, ben, checkin, code=first).status == 201, "a code is good for two steps"
    advance(school, seconds=15)
    assert refusal(press(school, eve, checkin, code=first)) == (409, "checkin_code_wrong", "code"), "replayed"
    again = press(school, ada, checkin, code=first)
    assert again.status in (200, 201) and again.json["means"] == "code", "who is in stays in"
    for number in range(4):
        assert refusal(press(school, eve, checkin, code=GUESS)) == (409, "checkin_code_wrong", "code"), number
    right = code(school, school.teacher, checkin)
    assert refusal(press(school, eve, checkin, code=right))[:2] == (429, "slow_down")
    assert press(school, tim, checkin, code=right).status == 201, "nobody else waits"
    advance(school, seconds=61)
    assert press(school, eve, checkin, code=code(school, school.teacher, checkin)).status == 201
    other = opened(school, school.teacher, course_of(school, [ada]), "code")
    assert refusal(press(school, ada, other, code=right)) == (409, "checkin_code_wrong", "code"), "another's"


def test_a_ticket_outlives_the_sign_in_and_nothing_else(school, course):
    checkin = opened(school, school.teacher, course, "code", minutes=60)
    ticket = scan(school, checkin, code(school, school.teacher, checkin)).json["ticket"]
    second = scan(school, checkin, code(school, school.teacher, checkin)).json["ticket"]
    advance(school, seconds=100)
    new = school.sign_up("newcomer")
    enroll(school, school.teacher, course, new)
    assert press(school, new, checkin, ticket=ticket).json["status"] == "present"
    assert refusal(press(school, school.students[0], checkin, ticket=ticket)) == (409, "ticket_used", "ticket")
    forged = ticket[:-4] + ("AAAA" if ticket[-4:] != "AAAA" else "BBBB")
    assert refusal(press(school, school.students[0], checkin, ticket=forged))[0] == 409
    assert press(school, school.students[0], checkin, ticket="AAAA").status == 422
    advance(school, seconds=20)
    assert refusal(press(school, school.students[0], checkin, ticket=second)) == (409, "ticket_expired", "ticket")
    assert press(school, new, checkin, ticket=ticket).json["status"] == "present", "a repeat needs no new scan"
    other = opened(school, school.teacher, course_of(school, [school.students[1]]), "code")
    fresh = scan(school, checkin, code(school, school.teacher, checkin)).json["ticket"]
    assert refusal(press(school, school.students[1], other, ticket=fresh))[:2] == (409, "checkin_code_wrong")
    assert refusal(scan(school, checkin, GUESS))[:2] == (409, "checkin_code_wrong")
    close(school, school.teacher, checkin)
    assert refusal(scan(school, checkin, GUESS))[:2] == (409, "closed")


def test_phones_and_accounts(school, course):
    ada, ben, eve = school.students[:3]
    checkin = opened(school, school.teacher, course)
    first = press(school, ada, checkin, fix=fix(1), deviceToken="phone-1")
    second = press(school, ada, checkin, fix=fix(2), deviceToken="phone-2")
    assert first.json == second.json, "two phones, one account: one record"
    assert press(school, ben, checkin, fix=fix(3), deviceToken="phone-1").json["status"] == "present"
    assert press(school, eve, checkin, fix=fix(4), deviceToken="phone-3").json["status"] == "present"
    rows = register(school, school.teacher, checkin)
    flags = [rows[person["person"]]["flags"] for person in (ada, ben, eve)]
    assert flags == [["shared_device"], ["shared_device"], []], "one phone, two accounts: both are shown"


def crowd_course(school):
    return course_of(school, school.students)


def test_everybody_at_once(school):
    """Each presses on two phones at the same moment: one record each, and one receipt."""
    checkin = opened(school, school.teacher, crowd_course(school))
    presses = [
        lambda student=student, place=place: press(school, student, checkin, fix=fix(place / CROWD))
        for place, student in enumerate(school.students) for _ in range(2)
    ]
    answers = at_once(*presses)
    assert {answer.status for answer in answers} <= {200, 201}, collections.Counter(one.status for one in answers)
    receipts = [answer.json["id"] for answer in answers]
    assert all(receipts[at] == receipts[at + 1] for at in range(0, len(receipts), 2)) and len(set(receipts)) == CROWD
    rows = register(school, school.teacher, checkin)
    assert collections.Counter(row["status"] for row in rows.values()) == {"present": CROWD}


@pytest.mark.parametrize("by", ["instructor", "limit"])
def test_everybody_while_it_closes(school, operator, by):
    """Each is in, or told that it has closed: what a student was told is what the register says."""
    checkin = opened(school, school.teacher, crowd_course(school), minutes=1)
    half, is_closing = threading.Semaphore(0), threading.Event()

    def closing():
        for _ in range(CROWD // 2):
            half.acquire()
        is_closing.set()
        half.acquire()
        return close(school, school.teacher, checkin) if by == "instructor" else at_its_limit()

    def at_its_limit():
        kind, _, data = operator.exchange("attendance", "$srv.clock", {"to": checkin["closes"]})
        assert kind == REPLY, data

    def pressing(place, student):
        """The second half presses as it closes."""
        if place % 2:
            is_closing.wait()
        answer = press(school, student, checkin, fix=fix(place / CROWD))
        half.release()
        return answer

    presses = [lambda place=place, student=student: pressing(place, student)
               for place, student in enumerate(school.students)]
    *answers, _ = at_once(*presses, closing)
    told = {}
    for student, answer in zip(school.students, answers, strict=True):
        assert answer.status == 201 or refusal(answer) == (409, "closed"), answer.body
        told[student["person"]] = "present" if answer.status == 201 else "absent"
    assert CROWD // 2 <= list(told.values()).count("present"), "who pressed before is in"
    wait_until(lambda: seen(school, school.teacher, checkin).json["tally"]["unmarked"] == 0, "it has closed")
    assert {person: row["status"] for person, row in register(school, school.teacher, checkin).items()} == told


# A latitude, a longitude and an accuracy that occur nowhere else.
CANARY = {"latitude": 48.1371543917264, "longitude": 11.5761249136528, "accuracy": 13.7264913852, "ageMs": 800}


def marks(position):
    """The numbers as text, to seven decimals, and as they lie in memory and in SQLite."""
    found = []
    for name in ("latitude", "longitude", "accuracy"):
        number = position[name]
        text = str(number)
        found += [text[: text.index(".") + 8].encode(), struct.pack(">d", number), struct.pack("<d", number)]
    return found


def spans(site, subject):
    return sum(subject in json.dumps(span) for _, span in list(site.collector.spans))


def test_no_position_of_a_student_reaches_a_disk_or_a_log(school, course, tmp_path):
    ada, ben, eve = school.students[:3]
    checkin = opened(school, school.teacher, course, "place", lateAfter=5)
    with Row("SEC7", "0 positions of students on the disk, in logs, metrics, traces or backups") as row:
        assert verdict(school, ada, checkin, fix=CANARY).json["isOpen"]
        assert press(school, ada, checkin, fix=CANARY).json["status"] == "present"
        advance(school, seconds=10)
        assert press(school, ben, checkin, fix=CANARY | {"ageMs": 5000}, heldMs=4500).json["status"] == "pending"
        assert refusal(press(school, eve, checkin, fix=CANARY | {"ageMs": 40_000}))[1] == "fix_stale"
        assert press(school, eve, checkin, fix=CANARY | {"accuracy": -CANARY["accuracy"]}).status == 422
        record = register(school, school.teacher, checkin)[ada["person"]]
        assert (record["distanceFeet"], record["accuracy"]) == (50, 14)
        folder = disk(school, str(tmp_path / "disk"))
        (tmp_path / "disk" / "metrics").write_text(scrape(school))
        wait_until(lambda: spans(school, "attendance.record.add") >= 4, "the traces have come")
        (tmp_path / "disk" / "traces").write_text(json.dumps(school.collector.spans))
        assert is_in_a_file(folder, marks(CANARY)) == []
        (tmp_path / "disk" / "planted").write_text(f"{CANARY}")
        assert {name for name, _ in is_in_a_file(folder, marks(CANARY))} == {"planted"}, "it would be found"
        # The place of the check-in is stored, and this finds it.
        kept = is_in_a_file(folder, marks(SPOT | {"accuracy": 0.5})[:6])
        assert {os.path.basename(name) for name, _ in kept} >= {"attendance.sqlite.copy"}
        row.value = "0 found"


def test_the_place_is_forgotten_a_day_after_it_closed(school, course):
    checkin = opened(school, school.teacher, course, "place_and_code", minutes=1)
    assert press(school, school.students[0], checkin, fix=fix(), code=code(school, school.teacher, checkin),
                 deviceToken="phone-9").status == 201
    close(school, school.teacher, checkin)
    assert seen(school, school.teacher, checkin).json["spot"]["latitude"] == SPOT["latitude"]
    advance(school, hours=24, seconds=61)
    wait_until(lambda: seen(school, school.teacher, checkin).json.get("spot") is None, "the place is gone")
    with database(school, "attendance") as db:
        id_ = bytes.fromhex(checkin["id"].replace("-", ""))
        (row,) = db.execute("SELECT latitude, longitude, accuracy, secret FROM checkin WHERE id = ?", (id_,))
        assert row == (None, None, None, None)
        assert db.execute("SELECT count(device), count(ticket), count(*) FROM record WHERE checkin = ?", (id_,)
                          ).fetchone() == (0, 0, 4)
