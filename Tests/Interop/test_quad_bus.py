"""quadctl bus as an operator uses it: the executables, with the operator's key."""

import json
import os
import re
import signal
import subprocess
import threading

import pytest
from quad_catalogue import PROGRAMS
from quad_home import CODES, Operator, Terminal
from quad_ports import hold_port
from quad_site import BIN, Site, freeze, wait_until
from test_bus_control import Refusal


@pytest.fixture
def machine(site, tmp_path):
    return Operator(site, tmp_path / "operator")


@pytest.mark.own_site
def test_ls_and_ping_say_who_is_there(site, machine):
    said = machine.bus("ls")
    assert max(map(len, said.splitlines())) <= 80, said
    assert said.splitlines()[0].split() == [
        "PROGRAM", "STATE", "VERSION", "UP", "REQUESTS", "BUSY", "LAG", "DEAD", "INSTANCE",
    ]
    assert machine.bus().splitlines()[1:] and machine.rows("ls")["roomhub"][1:3] == ["ready", "0.2.0"]
    rows = {row["program"]: row for row in machine.lines("ls", "--json")}
    assert set(rows) == {*PROGRAMS} and all(row["isReady"] for row in rows.values())
    assert rows["roomhub"]["deadLetters"] == 0 and rows["roomhub"]["lag"] == 0 and "deadLetters" not in rows["gateway"]
    assert machine.rows("ping", "auth")["auth"][1] == "ready"
    assert machine.lines("ping", "auth", "--json")[0]["tookMs"] < 1000
    site.stop("roomhub")
    ended = machine.run("bus", "ls", status="failed")
    assert re.search(r"^roomhub +silent", ended.stdout, re.M) and "not ready: roomhub" in ended.stderr
    assert "quadctl bus doctor" in ended.stderr
    assert "silent" in machine.run("bus", "ping", "roomhub", status="failed").stdout


@pytest.mark.own_site
def test_info_and_stats_show_one_program_or_all(machine):
    said = machine.bus("info", "roomhub")
    assert re.search(r"Subscribes +auth: auth\.person\.", said) and "roomhub.task.add" in said and "Disk free" in said
    assert json.loads(machine.bus("info", "gateway", "--json"))["program"] == "gateway"
    assert machine.rows("stats")["auth"][0] == "auth" and len(machine.rows("stats")) == len(PROGRAMS)
    assert int(machine.rows("stats", "roomhub")["roomhub"][1]) > 0
    assert json.loads(machine.bus("stats", "roomhub", "--json"))["head"] == 2
    refused = machine.refused("bus", "info", "nobody", status="unavailable")
    assert "service_unavailable" in refused and "quadctl bus doctor" in refused


@pytest.mark.own_site
def test_call_sends_what_it_is_told_and_shows_the_reply(machine, tmp_path):
    assert machine.bus("call", "roomhub.dorm.list").startswith('{\n  "items" : [\n')
    assert json.loads(machine.bus("call", "roomhub.dorm.list", "--json"))["items"][0]["id"] == "forbes"
    body = '{"id": "baker", "name": "Baker Hall", "roomCapacity": 2}'
    (tmp_path / "body.json").write_text(body)
    defined = machine.bus("call", "roomhub.dorm.define", "--file", str(tmp_path / "body.json"))
    assert json.loads(defined)["id"] == "baker"
    assert json.loads(machine.bus("call", "roomhub.dorm.define", "--file", "-", stdin=body))["name"] == "Baker Hall"
    assert json.loads(machine.bus("call", "$srv.ping", "--program", "auth"))["isReady"]
    traced = machine.run("bus", "call", "roomhub.dorm.list", "--trace", "--deadline", "900")
    assert len(traced.stderr.removeprefix("trace ").strip()) == 32
    assert "subject_unknown" in machine.refused("bus", "call", "roomhub.no.such")
    assert "signin_required" in machine.refused("bus", "call", "roomhub.room.get", status="not allowed")
    assert "bad_json" in machine.refused("bus", "call", "roomhub.dorm.define", "{no json")
    assert "from 1 to 600000" in machine.refused("bus", "call", "roomhub.dorm.list", "--deadline", "0", status="usage")
    assert "--program NAME" in machine.refused("bus", "call", "$srv.ping", status="usage")


@pytest.mark.own_site
def test_events_are_replayed_followed_and_filtered(site, machine):
    for number in range(3):
        machine.bus("call", "roomhub.dorm.define", json.dumps({"id": f"d{number}", "name": "D", "roomCapacity": 2}))
    rows = machine.rows("replay", "roomhub", "--from", "1", "--type", "roomhub.dorm.defined")
    assert list(rows) == ["1", "3", "5", "7"] and rows["3"][3] == "roomhub.dorm.defined"
    lines = machine.lines("replay", "roomhub", "--from", "3", "--to", "5", "--json")
    assert [line["seq"] for line in lines] == [3, 4, 5] and lines[0]["body"]["dorm"]["id"] == "d0"
    assert machine.bus("replay", "roomhub", "--from", "99") == "No events.\n"
    assert len(machine.lines("sub", "roomhub", "--from", "1")) == 8, "it ends with the newest"
    assert "--follow needs --from" in machine.refused("bus", "sub", "roomhub", "--follow", status="usage")
    follower = subprocess.Popen(
        [f"{BIN}/quadctl", "bus", "sub", "roomhub", "--from", "8", "--follow"], env=machine.environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    try:
        assert json.loads(follower.stdout.readline())["seq"] == 8
        machine.bus("call", "roomhub.dorm.define", '{"id": "late", "name": "L", "roomCapacity": 2}')
        assert json.loads(follower.stdout.readline())["body"]["dorm"]["id"] == "late"
        follower.send_signal(signal.SIGINT)
        assert follower.wait(5) == -signal.SIGINT and follower.stderr.read() == ""
    finally:
        follower.kill()
        follower.communicate()


def test_a_dead_letter_is_seen_mended_and_retried_or_dropped(tmp_path):
    site = Site()
    try:
        machine = Operator(site, tmp_path / "operator")
        machine.bus("call", "roomhub.dorm.define", '{"id": "forbes", "name": "Forbes Hall", "roomCapacity": 4}')
        assert machine.bus("dlq", "ls") == "No dead letters are waiting.\n"
        mistake = Refusal(site, ["13", "14", "16"])
        tokens = {
            number: site.sign_up(f"person{number}", {"dorm": "forbes", "number": number})["token"]
            for number in ("13", "14", "15", "16")
        }

        def has_room(number):
            return site.request("GET", "/v1/room", token=tokens[number]).status == 200

        wait_until(lambda: has_room("15"), "the event behind the poison is applied", timeout=60)
        wait_until(lambda: machine.bus("dlq", "ls").count("signedUp") == 3, "the last one is put aside", timeout=30)
        listed = [line.split() for line in machine.bus("dlq", "ls").splitlines()[1:]]
        assert [row[0] for row in listed] == ["roomhub"] * 3
        first, second, third = (row[1] for row in listed)
        shown = machine.bus("dlq", "show", "roomhub", first)
        assert "a mistake" in shown and '"number" : "13"' in shown and "Tries       5" in shown
        assert machine.rows("ls")["roomhub"][-2] == "3"
        assert "has 3 dead letters" in machine.bus("doctor")

        refused = machine.refused("bus", "dlq", "retry", "roomhub", first)
        assert "event_refused" in refused and "a mistake" in refused and "1 of 1 could not be changed" in refused
        assert "--note is required" in machine.refused("bus", "dlq", "drop", "roomhub", second, status="usage")
        said = machine.bus("dlq", "drop", "roomhub", second, "--note", "they moved away")
        assert said.startswith(f"dropped {second}: auth.person.signedUp, event ")
        mistake.mend()
        assert machine.bus("dlq", "retry", "roomhub", first).startswith(f"retried {first}: ")
        assert has_room("13") and not has_room("14") and not has_room("16")
        assert machine.bus("dlq", "retry", "roomhub", first).startswith("retried"), "twice is as once"
        assert machine.bus("dlq", "retry", "roomhub", "--all").startswith(f"retried {third}: ")
        assert has_room("16") and machine.bus("dlq", "retry", "roomhub", "--all") == "No dead letters are waiting.\n"
        assert "letter_settled" in machine.refused("bus", "dlq", "retry", "roomhub", second)
        assert "they moved away" in machine.bus("dlq", "ls", "roomhub", "--state", "dropped")
        assert machine.lines("dlq", "ls", "--state", "retried", "--json")[0]["letter"]["state"] == "retried"
        assert "not_found" in machine.refused("bus", "dlq", "show", "roomhub", "99")
        assert "subject_unknown" in machine.refused("bus", "dlq", "ls", "gateway")
        for words in (["dlq"], ["dlq", "eat"], ["dlq", "show", "roomhub"], ["dlq", "retry", "roomhub", "x"]):
            machine.refused("bus", *words, status="usage")
    finally:
        site.close()


def start_again(site, program):
    """Restarts the program, as a supervisor does."""
    assert site.processes.pop(program).wait(15) == 0
    site.start(program)


@pytest.mark.own_site
def test_drain_waits_until_the_program_is_back(site, machine):
    # In a session of its own: there is no terminal to ask on, wherever the test runs.
    alone = subprocess.run(
        [f"{BIN}/quadctl", "bus", "drain", "roomhub"], env=machine.environment, capture_output=True, text=True,
        start_new_session=True,
    )
    assert alone.returncode == CODES["usage"] and "--yes" in alone.stderr
    supervisor = threading.Thread(target=start_again, args=(site, "roomhub"))
    supervisor.start()
    said = machine.bus("drain", "roomhub", "--yes")
    supervisor.join()
    assert said.startswith("roomhub is back after ") and said.endswith(" s\n")
    terminal = Terminal(machine, "bus", "drain", "roomhub")
    terminal.read_until(b"restart? [y/N]")
    terminal.type("n\n")
    assert terminal.end() == CODES["failed"] and b"nothing was drained" in terminal.said
    assert machine.bus("drain", "auth", "--yes", "--no-wait") == "draining auth\n"
    start_again(site, "auth")


def test_log_is_set_for_a_while_or_for_good(site, machine):
    assert machine.bus("log", "all", "debug", "--for", "500ms").splitlines() == [
        f"{program} logs at level debug, back to info in 500ms"
        for program in sorted(PROGRAMS)
    ]
    wait_until(lambda: re.search(r"Log +info", machine.bus("info", "auth")), "the level falls back")
    assert machine.bus("log", "auth", "warning") == "auth logs at level warning until it stops\n"
    for words in (["auth", "loud"], ["auth", "debug", "--for", "2d"], ["auth", "debug", "--for", "soon"], ["auth"]):
        machine.refused("bus", "log", *words, status="usage")


def test_bench_counts_honestly(machine):
    result = json.loads(
        machine.bus("bench", "roomhub", "--seconds", "1", "--concurrency", "16", "--size", "4000", "--json")
    )
    assert result["errors"] == 0 and result["requests"] > 100
    assert 0 < result["p50Ms"] <= result["p99Ms"] <= result["maxMs"]
    assert abs(result["perSecond"] - result["requests"] / result["seconds"]) < 1
    said = machine.run("bus", "bench", "auth", "--seconds", "1")
    assert "p99" in said.stdout and "Errors    none" in said.stdout and "slower" in said.stderr
    assert "1 to 16" in machine.refused("bus", "bench", "--concurrency", "17", status="usage")


@pytest.mark.own_site
def test_the_doctor_says_what_is_wrong_and_what_to_do(site, machine):
    well = machine.bus("doctor")
    assert well.endswith("No problems found.\n") and "fail" not in well and "warn" not in well.lower(), well
    for word in ("auth.key matches", "roomhub responds within", "clocks agree", "free for its data", "of 107 bytes"):
        assert word in well
    os.chmod(f"{site.keys}/auth.key", 0o644)
    site.stop("roomhub")
    ended = machine.run("bus", "doctor", status="failed")
    assert "auth.key has mode 0644, so others can read it" in ended.stdout and "chmod 400" in ended.stdout
    assert "roomhub does not respond" in ended.stdout and "found 2 problems" in ended.stderr
    found = [json.loads(line) for line in machine.run("bus", "doctor", "--json", status="failed").stdout.splitlines()]
    assert sum(finding["grade"] == "fail" for finding in found) == 2
    os.chmod(f"{site.keys}/auth.key", 0o400)
    site.start("roomhub")
    wait_until(lambda: machine.run("bus", "ping", "roomhub", status=0), "it is back")
    freeze(site.processes["roomhub"].pid)
    assert "roomhub is listening but does not respond" in machine.run("bus", "doctor", status="failed").stdout
    site.processes["roomhub"].send_signal(signal.SIGCONT)
    # A program that runs with a key which was rotated since.
    subprocess.run([f"{BIN}/quadctl", "keygen", "--keys", site.keys, "--rotate", "roomhub"], check=True)
    assert "roomhub is running with a key that is not in" in machine.run("bus", "doctor", status="failed").stdout
    os.remove(f"{site.keys}/operator.key")
    ended = machine.run("bus", "doctor", status="failed")
    assert "operator.key does not exist" in ended.stdout and "could not be checked" in ended.stderr


def test_over_tcp_the_doctor_tells_another_key_from_a_silent_program(tmp_path):
    place = f"tcp://127.0.0.1:{{{hold_port()}|{hold_port()}}}"
    site = Site(settings={"BUS_ROOMHUB": place})
    try:
        machine = Operator(site, tmp_path / "operator")
        machine.environment["BUS_ROOMHUB"] = place
        assert machine.bus("doctor").endswith("No problems found.\n")
        freeze(site.processes["roomhub"].pid)
        assert "roomhub does not respond" in machine.run("bus", "doctor", status="failed").stdout
        site.processes["roomhub"].send_signal(signal.SIGCONT)
        subprocess.run([f"{BIN}/quadctl", "keygen", "--keys", site.keys, "--rotate", "roomhub"], check=True)
        assert "roomhub is running with a key that is not in" in machine.run("bus", "doctor", status="failed").stdout
    finally:
        site.close()


def test_stats_are_watched_until_ctrl_c(machine):
    terminal = Terminal(machine, "bus", "stats", "roomhub", "--watch")
    terminal.read_until(b"REQUESTS")
    terminal.read_until(b"\x1b[2J", timeout=10)
    terminal.type("\x03")
    assert terminal.end() == -signal.SIGINT


def test_on_a_terminal_of_80_columns_every_table_fits(machine):
    replay = ["replay", "roomhub", "--from", "1"]
    for words in (["ls"], ["ping"], ["stats"], ["stats", "auth"], ["info", "roomhub"], replay):
        terminal = Terminal(machine, "bus", *words, NO_COLOR="1")
        assert terminal.end() == 0
        lines = terminal.said.decode().replace("\r", "").splitlines()
        table = lines if words[0] != "info" else lines[lines.index("") :]
        assert table and max(map(len, table)) <= 80, (words, table)
