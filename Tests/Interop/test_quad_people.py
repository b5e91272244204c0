"""quad as a person uses it: the executable over HTTP against a whole site."""

import http.client
import http.server
import json
import os
import socket
import stat
import subprocess
import threading

import pytest
from quad_home import CODES, another
from quad_site import BIN, PASSWORD


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


# The account


def test_a_session_is_kept_for_its_owner_alone_until_the_sign_out(home):
    assert "quad signin EMAIL" in home.refused("whoami", status="not allowed")
    home.sign_up("ada")
    assert home.say("whoami") == f"Ada Example <{home.site.address('ada')}> at {home.environment['QUAD_SITE']}\n"
    assert mode(os.path.dirname(home.file("x"))) == 0o700
    assert mode(home.file("session.json")) == 0o600
    assert home.json("whoami")["email"] == home.site.address("ada")
    assert home.say("signout") == "signed out\n"
    assert os.listdir(os.path.dirname(home.file("x"))) == ["devices.json"]
    assert mode(home.file("devices.json")) == 0o600
    home.refused("whoami", status="not allowed")


def test_a_new_session_takes_the_place_of_the_old_one_at_the_site_too(home):
    home.sign_up("ada")
    old = json.load(open(home.file("session.json")))["token"]
    home.run("signin", home.site.address("ada"), "--password-stdin", stdin=PASSWORD)
    assert json.load(open(home.file("session.json")))["token"] != old
    assert "signin_required" in home.refused("whoami", status="not allowed", QUAD_TOKEN=old)
    assert [item["device"] for item in home.json("sessions")["items"]] == [f"quad on {socket.gethostname()}"]
    assert f"quad on {socket.gethostname()}" in home.say("sessions")


def test_a_wrong_password_is_not_allowed_and_changes_nothing(home):
    home.sign_up("ada")
    before = open(home.file("session.json")).read()
    said = home.refused("signin", home.site.address("ada"), "--password-stdin", stdin="not the password", status=77)
    assert said == "quad signin: Wrong email address or password. (bad_credentials)\n"
    assert open(home.file("session.json")).read() == before


def test_a_room_at_the_sign_in_is_a_check(ada):
    words = ("signin", ada.site.address("ada"), "--password-stdin", "--room", ada.site.dorm)
    ada.run(*words, "101A", stdin=PASSWORD)
    assert "not_in_room" in ada.refused(*words, "102", stdin=PASSWORD, status="not allowed")
    assert "--room needs DORM NUMBER" in ada.refused(*words, stdin=PASSWORD, status="usage")


def test_the_token_of_one_site_is_not_shown_to_another(home):
    home.sign_up("ada")
    home.refused("whoami", status="not allowed", QUAD_SITE="http://127.0.0.2")


def test_the_environment_takes_the_place_of_the_session(home):
    token = home.site.sign_up("ben")["token"]
    assert home.say("whoami", QUAD_TOKEN=token).startswith("Ben Example ")
    assert not os.path.exists(home.file("session.json"))


@pytest.mark.parametrize("url", ["http://quad.example", "http://127.evil.example", "http://192.168.1.7:8080"])
def test_no_password_goes_to_another_machine_in_plain_text(home, url):
    said = home.refused("signin", home.site.address("ada"), "--password-stdin", "--site", url, stdin="x", status=64)
    assert "not encrypted" in said and "https://" in said
    assert "QUAD_SITE" in home.refused("whoami", QUAD_SITE=url, status="setting")


def test_sessions_are_listed_and_ended(ada):
    for _ in range(2):
        ada.site.request("POST", "/v1/signin", {"email": ada.site.address("ada"), "password": PASSWORD})
    rows = ada.say("sessions").splitlines()
    assert len(rows) == 4 and sum("this one" in row for row in rows) == 1
    items = ada.json("sessions", "list")["items"]
    gone = items[0]["id"]
    assert not items[0]["isCurrent"]
    assert ada.say("sessions", "end", "1") == "ended\n"
    assert gone not in [item["id"] for item in ada.json("sessions")["items"]]
    assert ada.say("sessions", "end-others") == "ended 1 session\n"
    assert [item["isCurrent"] for item in ada.json("sessions")["items"]] == [True]


def test_a_profile_is_shown_changed_and_cleared(home):
    home.sign_up("ada")
    said = home.say("profile", "set", "pronouns=she/her", "hometown=Port Harcourt", "phone=+1 202 555 0143")
    assert "Port Harcourt" in said and "+12025550143" in said
    assert home.json("profile")["pronouns"] == "she/her"
    assert "pronouns" not in home.json("profile", "set", "pronouns=")
    assert "(name_blank" in home.refused("profile", "set", "last-name=")
    assert "(phone_bad, phone)" in home.refused("profile", "set", "phone=12")
    assert "is not FIELD=VALUE" in home.refused("profile", "set", "height=2", status="usage")


# The room


def test_a_room_is_opened_joined_and_shown(site, ada, tmp_path):
    room = ada.json("room")
    assert room["members"] == 1
    assert ada.say("room").splitlines() == [
        "Room       Forbes Hall 101A", "Members    1 of 4", f"Join code  {room['joinCode']}",
    ]
    assert ada.say("room", "mates") == "You have no roommates yet.\n"
    ben = another(site, tmp_path / "ben", "ben")
    assert "(no_room)" in ben.refused("room")
    assert "join_code_wrong" in ben.refused("room", "join", site.dorm, "101A", "--code", "00000000", status=77)
    assert ben.say("room", "join", site.dorm, "101A") == f"asked to join {site.dorm}:101A; its members have to approve you\n"
    assert ben.say("room", "join", site.dorm, "101A", "--code", room["joinCode"]) == f"you are in {site.dorm}:101A\n"
    assert [mate["profile"]["firstName"] for mate in ben.json("room", "mates")["items"]] == ["Ada"]
    assert ada.say("room", "mates").splitlines()[1].startswith("1  Ben Example")


@pytest.mark.own_site
def test_dorms_need_no_account(home):
    assert home.say("dorms").splitlines()[1].split() == ["forbes", "Forbes", "Hall", "4"]
    assert home.json("dorms")["items"][0]["id"] == "forbes"


# Tasks


def test_tasks_are_added_done_and_reopened_by_row_and_by_id(ada):
    assert ada.say("tasks") == "Nothing to do.\n"
    assert ada.say("tasks", "add", "Buy", "milk", "--due", "+3d").startswith("added: Buy milk, due in 3 days, ")
    ada.run("tasks", "add", "Feed the cat", "--important", "--notes", "twice\na day")
    rows = ada.say("tasks").splitlines()
    assert rows[0].split() == ["#", "TASK", "DUE", "NOTES"]
    assert rows[1].split() == ["1", "!", "Feed", "the", "cat", "twice", "a", "day"]
    assert rows[2].split()[:3] == ["2", "Buy", "milk"]
    assert ada.say("tasks", "done", "2") == "done: Buy milk\n"
    assert ada.say("tasks", "completed").splitlines()[1].split() == ["1", "Buy", "milk", "now", "you"]
    task = ada.json("tasks", "completed")["items"][0]
    assert ada.say("tasks", "reopen", task["id"][-6:]) == "open again: Buy milk\n"
    assert {item["title"] for item in ada.json("tasks", "list")["items"]} == {"Buy milk", "Feed the cat"}
    assert ada.json("tasks", "done", task["id"])["completedBy"] == task["completedBy"]


def test_json_is_what_the_site_answers(ada):
    ada.run("tasks", "add", "Über", "--due", "2031-05-01 18:00")
    token = json.load(open(ada.file("session.json")))["token"]
    answer = ada.site.request("GET", "/v1/tasks?limit=100&state=open", token=token)
    assert ada.say("tasks", "--json").encode() == answer.body + b"\n"
    assert answer.json["items"][0]["due"] == "2031-05-01T18:00:00.000Z"


def test_a_part_of_an_id_that_fits_several_names_them(ada):
    for title in ("one", "two", "three"):
        ada.run("tasks", "add", title)
    ada.run("tasks")
    items = ada.json("tasks")["items"]
    said = ada.refused("tasks", "done", items[0]["id"][:4], status="usage")
    assert all(f"{row}  {item['id']}" in said for row, item in enumerate(items, 1))
    assert "no row 4" in ada.refused("tasks", "done", "4", status="usage")
    assert 'no task is called "abc"' in ada.refused("tasks", "done", "abc", status="usage")
    ada.run("sessions")
    assert 'no session is called "abc"' in ada.refused("sessions", "end", "abc", status="usage")
    assert "no row 4" in ada.refused("tasks", "done", "4", status="usage")
    ada.run("signin", ada.site.address("ada"), "--password-stdin", stdin=PASSWORD)
    assert "list the tasks first" in ada.refused("tasks", "done", "1", status="usage")


def test_a_list_has_pages(ada):
    for number in range(5):
        ada.run("tasks", "add", f"task {number}")
    first = ada.run("tasks", "--limit", "2")
    assert len(first.stdout.splitlines()) == 3 and "--cursor " in first.stderr
    cursor = ada.json("tasks", "--limit", "2")["next"]
    assert ada.say("tasks", "--limit", "2", "--cursor", cursor).splitlines()[1].split()[1:] == ["task", "2"]
    everything = ada.run("tasks", "--limit", "2", "--all")
    assert len(everything.stdout.splitlines()) == 6 and everything.stderr == ""
    assert len(ada.say("tasks", "--limit", "2", "--all", "--json").splitlines()) == 3


def test_somebody_elses_work_is_said(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben", ada.json("room")["joinCode"])
    ada.run("tasks", "add", "Feed the cat")
    ada.run("tasks")
    ben.run("tasks")
    ben.run("tasks", "done", "1")
    assert ada.say("tasks", "done", "1") == "Ben Example already did it: Feed the cat\n"
    assert ada.say("tasks", "completed").splitlines()[1].endswith("Ben Example")


def test_mistakes_name_the_member_and_a_stable_code(ada):
    assert ada.refused("tasks", "add", " ") == "quad tasks add: Enter a title. (title_blank, title)\n"
    assert "(too_long, title)" in ada.refused("tasks", "add", "x" * 201)
    assert "enter a time like" in ada.refused("tasks", "add", "x", "--due", "soon", status="usage")
    assert "unknown option --why" in ada.refused("tasks", "add", "x", "--why", status="usage")
    assert 'unknown command "roommates"; did you mean "room mates"?' in ada.refused("roommates", status="usage")
    assert 'unknown command "burn"' in ada.refused("tasks", "burn", status="usage")
    assert "(cursor_bad" in ada.refused("tasks", "--cursor", "zzz")
    assert ada.say("tasks", "add", "--", "--json") == "added: --json\n"


# The board


def test_the_board_warns_while_everybody_would_know(site, ada, tmp_path):
    said = ada.refused("board", "post", "hello", status="usage")
    assert "only one" in said and "--yes" in said
    assert ada.say("board") == "No messages yet.\n"
    assert ada.say("board", "post", "hello", "--yes") == "posted\n"
    code = ada.json("room")["joinCode"]
    ben = another(site, tmp_path / "ben", "ben", code)
    assert "your roommate will know" in ben.refused("board", "post", "hi", status="usage")
    another(site, tmp_path / "cem", "cem", code)
    assert ben.json("board", "post", "two\nlines")["text"] == "two\nlines"
    lines = ada.say("board").splitlines()
    assert "   two" in lines and "   lines" in lines and "   hello" in lines


# Ways in which it ends


def test_a_site_that_is_not_there_is_unavailable(home):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and never listens
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        assert "cannot reach the site" in home.refused("dorms", QUAD_SITE=url, status="unavailable")


@pytest.mark.own_site
def test_a_part_of_the_site_that_is_down_is_unavailable(ada):
    ada.site.stop("roomhub")
    assert "service_unavailable" in ada.refused("tasks", status="unavailable")


def test_settings_and_words_that_make_no_sense(home):
    home.refused("tasks", status="setting", QUAD_SITE="nonsense")
    home.refused("whoami", status="setting", XDG_CONFIG_HOME="", HOME="")
    home.refused("fly", status="usage")
    home.refused(status="usage")


def test_a_reader_that_goes_away_ends_it_quietly(ada):
    for number in range(3):
        ada.run("tasks", "add", f"task {number}")
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {BIN}/quad tasks | head -n 1"], env=ada.environment, capture_output=True,
        text=True, timeout=60,
    )
    assert ended.stdout.split() == ["#", "TASK", "DUE", "NOTES"] and ended.stderr == ""
    lost = subprocess.run(
        ["bash", "-c", f"{BIN}/quad tasks > /dev/full"], env=ada.environment, capture_output=True, text=True, timeout=60
    )
    assert lost.returncode == CODES["failed"] and "standard output" in lost.stderr


def test_a_request_whose_connection_broke_is_sent_once_more_under_the_same_key(ada):
    """A gateway that takes effect and then drops the connection, once."""
    keys = []
    target = ada.site.port

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            keys.append(self.headers["Idempotency-Key"])
            connection = http.client.HTTPConnection("127.0.0.1", target)
            connection.request("POST", self.path, body, dict(self.headers))
            answer = connection.getresponse()
            data = answer.read()
            connection.close()
            if len(keys) == 1:
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
                return
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["Content-Type"])
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    token = json.load(open(ada.file("session.json")))["token"]
    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        environment = {"QUAD_SITE": f"http://127.0.0.1:{server.server_port}", "QUAD_TOKEN": token}
        assert ada.say("tasks", "add", "Buy milk", **environment) == "added: Buy milk\n"
    finally:
        server.shutdown()
        server.server_close()
    assert len(keys) == 2 and keys[0] == keys[1] and keys[0]
    assert [item["title"] for item in ada.json("tasks")["items"]] == ["Buy milk"]
