"""quad takes a title, or the beginning of one, wherever it takes an id; and it says when a reply was lost."""

import json

from quad_home import another
from quad_proxy import Proxy
from quad_site import PASSWORD


def titles(person, *words):
    return [item["title"] for item in person.json(*words)["items"]]


def test_i10_tasks_are_named_by_their_titles(ada):
    for title in ("Buy milk", "Buy bread", "Über alles", "Sweep", "Sweep the floor"):
        ada.run("tasks", "add", title)
    assert ada.say("tasks", "done", "buy MILK") == "done: Buy milk\n"
    assert ada.say("tasks", "reopen", "buy m") == "open again: Buy milk\n"
    assert "u\u0308ber" not in ada.say("tasks", "show", "u\u0308ber")
    assert ada.json("tasks", "edit", "SWEEP", "--title", "Sweep the hall")["title"] == "Sweep the hall"
    two = ada.refused("tasks", "rm", "sweep", status="usage")
    listed = {item["title"]: item["id"] for item in ada.json("tasks")["items"]}
    for title in ("Sweep the hall", "Sweep the floor"):
        assert f"  {listed[title]}  {title}\n" in two
    assert 'did you mean "Buy bread"?' in ada.refused("tasks", "done", "buy braed", status="usage")
    assert 'no task is called "zebra"' in ada.refused("tasks", "done", "buy b", "zebra", status="usage")
    assert len(titles(ada, "tasks")) == 5, "nothing is done if a word names nothing"
    assert ada.say("tasks", "rm", "buy b", listed["Buy milk"]).count("deleted") == 2
    assert titles(ada, "tasks") == ["Über alles", "Sweep the hall", "Sweep the floor"]


def test_i10_more_than_five_candidates_are_counted(ada):
    for number in range(7):
        ada.run("tasks", "add", f"Wash window {number}")
    said = ada.refused("tasks", "done", "wash", status="usage")
    assert said.count("Wash window") == 5 and "and 2 more" in said


def test_i10_events_and_their_lines_are_named_by_their_titles(ada):
    ada.run("events", "add", "Grand Canyon", "--when", "2031-05-01 10:00")
    ada.run("events", "add", "Graduation", "--when", "2031-06-01 10:00")
    assert "Grand Canyon" in ada.say("events", "show", "grand")
    assert "could be any of" in ada.refused("events", "show", "gra", status="usage")
    ada.run("events", "to-dos", "add", "grand", "Rent a tent")
    ada.run("events", "to-dos", "add", "grand", "Rent a car", "--after", "rent a t")
    assert ada.say("events", "to-dos", "done", "grand", "rent a c") == "done: Rent a car\n"
    assert "did you mean" in ada.refused("events", "to-dos", "done", "grand", "rent a tnet", status="usage")
    assert ada.say("events", "to-dos", "assign", "grand", "rent a t", "me").endswith("for me\n")
    ada.run("events", "budget", "add", "grand", "Gas", "--planned", "12.50")
    assert ada.json("events", "budget", "edit", "grand", "gas", "--paid", "13")["actual"] == 1300
    assert "moved" not in ada.say("events", "rm", "graduation")
    assert titles(ada, "events") == ["Grand Canyon"]


def test_i10_people_channels_tokens_and_messages_are_named(site, ada, tmp_path):
    ben = another(site, tmp_path / "ben", "ben")
    ben.run("room", "join", ben.site.dorm, "101A")
    assert ada.say("room", "approve", "ben e") == "approved\n"
    assert "Ben Example" in ada.say("people", "ben")
    ada.run("tokens", "create", "Kitchen display", "--scope", "room:read")
    assert ada.say("tokens", "end", "kitchen") == "ended\n"
    ada.run("board", "post", "Who took my mug?", "--yes")
    assert ada.say("board", "report", "who took") == "reported\n"
    assert 'no message is called "nobody"' in ada.refused("board", "show", "nobody", status="usage")


def test_i1_a_lost_reply_says_that_the_write_may_have_taken_effect(home):
    with Proxy(home.site.port, answer=lambda method, path, status, body: None) as proxy:
        lost = {"QUAD_SITE": f"http://127.0.0.1:{proxy.port}"}
        words = ("signup", home.address("ada"), "--first-name", "Ada", "--last-name", "Example", "--password-stdin")
        said = home.refused(*words, stdin=PASSWORD, status="unavailable", **lost)
        assert "Your account may already exist. Try to sign in first: quad signin EMAIL" in said
        home.run("signin", home.address("ada"), "--password-stdin", stdin=PASSWORD)
        home.run("room", "join", home.site.dorm, "101A")
        with open(home.file("session.json")) as file:
            lost["QUAD_TOKEN"] = json.load(file)["token"]
        said = home.refused("tasks", "add", "Buy milk", status="unavailable", **lost)
        assert 'This may have been saved. Check with "quad tasks" before you try again.' in said
        assert "may" not in home.refused("tasks", status="unavailable", **lost)
    assert titles(home, "tasks") == ["Buy milk"], "the second attempt had the same key"


def test_i10_a_time_at_the_end_of_a_title_is_pointed_out(ada):
    ended = ada.run("tasks", "add", "Buy", "ink", "tomorrow", "6pm")
    assert ended.stdout == "added: Buy ink tomorrow 6pm\n"
    assert "the title ends with a time; to set it, run quad tasks edit N --due \"tomorrow 6pm\"" in ended.stderr
    assert ada.run("tasks", "add", "Buy", "paper", "tomorrow", "--due", "tomorrow 6pm").stderr == ""
    assert ada.json("tasks", "edit", "buy ink", "--due", "tomorrow 6pm", "--title", "Buy ink")["due"]
