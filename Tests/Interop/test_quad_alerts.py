"""quad alerts, inbox, channels, quiet hours and the test clock as a person and an operator use them."""

import json
import os
import re
import subprocess
import threading

import pytest
from quad_home import Home, Operator
from quad_site import BIN, Site, wait_until

START = "2026-09-01T12:00:00.000Z"


@pytest.fixture
def site():
    """A site whose time stands still until it is moved."""
    site = Site(clock=START)
    yield site
    site.close()


@pytest.fixture
def ada(site, tmp_path):
    return Home(site, tmp_path / "ada").sign_up("ada")


def clock(site, *words, status=0):
    ended = subprocess.run(
        [f"{BIN}/quadctl", "clock", *words], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "QUAD_KEYS": site.keys, "QUAD_RUN": site.run})
    assert ended.returncode == status, ended.stderr
    return ended.stdout if status == 0 else ended.stderr


def rows(said):
    return [re.split(r"  +", line.strip()) for line in said.splitlines()]


def add(home, title, time, *more):
    """At a date and a time of September 2026 in UTC; who types is of the same time as the site."""
    body = {"title": title, "when": {"date": time[:10], "time": time[11:] + ":00", "zone": "Etc/UTC"}, **dict(more)}
    token = json.load(open(home.file("session.json")))["token"]
    answer = home.site.request("POST", "/v1/events", body, token)
    assert answer.status == 201, answer.body
    return answer.json["event"]


def armed(home, count):
    wait_until(lambda: len(home.json("alerts")["items"]) == count, f"{count} alerts")


def test_alerts_are_listed_pinned_dropped_and_counted(site, ada):
    assert ada.say("alerts") == "No upcoming notifications.\n"
    for number in range(1, 14):
        add(ada, f"Event {number}", f"2026-09-{number + 9:02} 18:00", ("leads", [0, 10, 60, 120, 180]))
    armed(ada, 65)
    table = rows(ada.say("alerts"))
    assert table[0] == ["65 upcoming"]
    assert table[1] == ["#", "WHEN", "IN", "WHAT", "WHY"]
    assert table[2][:2] == ["1", "Thu 2026-09-10 15:00"] and table[2][3:] == ["Event 1", "your event, 3 hours before"]
    table = rows(ada.say("alerts", "--details"))
    assert table[0] == ["64/64 scheduled, 1 waiting"]
    assert table[1] == ["#", "STATUS", "WHEN", "IN", "WHAT", "WHY"]
    assert table[2][:3] == ["1", "scheduled", "Thu 2026-09-10 15:00"]
    assert table[2][4:] == ["Event 1", "your event, 3 hours before"]
    assert table[66][:3] == ["65", "waiting", "Tue 2026-09-22 18:00"]
    assert table[66][4:] == ["Event 13", "your event, at the start"]
    # A queued alert is pinned: the last armed one is queued instead.
    assert ada.say("alerts", "pin", "65") == "pinned: Event 13, Tue 2026-09-22 18:00\n"
    assert ada.say("alerts").startswith("65 upcoming, 1 of 16 pinned\n")
    table = rows(ada.say("alerts", "--details"))
    assert table[0] == ["64/64 scheduled, 1 waiting, 1 of 16 pinned"] and table[65][-1] == "pinned"
    assert table[66][:3] == ["65", "waiting", "Tue 2026-09-22 17:50"]
    assert "unpinned: Event 13" in ada.say("alerts", "unpin", "64")
    assert len(ada.json("alerts", "--waiting")["items"]) == 1
    waiting = ada.say("alerts", "--waiting")
    assert rows(waiting)[2][:2] == ["1", "waiting"] and rows(waiting)[2][2] == "Tue 2026-09-22 18:00"
    ada.run("alerts")
    assert ada.say("alerts", "drop", "1") == "deleted; the event or task stays\n"
    assert rows(ada.say("alerts", "counts"))[:2] == [
        ["UPCOMING", "SENT", "CANCELED", "MISSED"], ["64", "0", "1", "0"]]
    assert rows(ada.say("alerts", "counts", "--details"))[:2] == [
        ["TOTAL", "WAITING", "SCHEDULED", "SENT", "CANCELED", "MISSED"], ["65", "0", "64", "0", "1", "0"]]
    assert rows(ada.say("alerts", "--all", "--limit", "10"))[65][0] == "64"
    assert ada.json("alerts", "counts")["planned"] == 65
    assert "use either" in ada.refused("alerts", "--armed", "--waiting", status="usage")
    assert "missing N" in ada.refused("alerts", "pin", status="usage")
    assert "no row 99" in ada.refused("alerts", "pin", "99", status="usage")


def test_the_clock_goes_from_one_thing_to_do_to_the_next(site, ada):
    assert "no program has work due" in clock(site, "next", status=1)
    add(ada, "Weekly", "2026-09-07 09:00", ("leads", [0, 60]), ("recurrence", "FREQ=WEEKLY;COUNT=3"))
    armed(ada, 2)
    assert clock(site, "next") == "2026-09-07T08:00:00.000Z\n"
    inbox = ada.json("inbox")
    assert inbox["unread"] == 1 and inbox["items"][0]["at"] == "2026-09-07T08:00:00.000Z"
    # Each once at its time, and the next time is planned as soon as one is over.
    assert clock(site, "next", "--until", "2026-09-30T00:00:00Z").split() == [
        "2026-09-07T09:00:00.000Z", "2026-09-14T08:00:00.000Z", "2026-09-14T09:00:00.000Z",
        "2026-09-21T08:00:00.000Z", "2026-09-21T09:00:00.000Z", "2026-09-30T00:00:00.000Z"]
    came = sorted(notice["at"] for notice in ada.json("inbox")["items"])
    assert came == [f"2026-09-{day}T0{hour}:00:00.000Z" for day in ("07", "14", "21") for hour in (8, 9)]
    counts = ada.json("alerts", "counts")
    assert counts == {"planned": 6, "queued": 0, "armed": 0, "fired": 6, "cancelled": 0, "missed": 0}
    assert "no program has work due" in clock(site, "next", status=1)
    assert "enter an instant like" in clock(site, "next", "--until", "soon", status=64)


def test_a_clock_that_jumps_over_a_repeating_event_loses_no_count(site, ada):
    add(ada, "Daily", "2026-09-02 09:00", ("recurrence", "FREQ=DAILY;COUNT=5"))
    armed(ada, 1)
    clock(site, "set", "2026-09-02T09:00:00Z")
    wait_until(lambda: ada.json("inbox")["unread"] == 1, "fired")
    clock(site, "set", "2026-09-20T09:00:00Z")
    wait_until(lambda: ada.json("alerts", "counts")["armed"] == 0, "nothing armed", 40)
    counts = ada.json("alerts", "counts")
    assert counts["planned"] == counts["fired"] + counts["missed"] and counts["missed"] == 1


def test_the_inbox_is_read_snoozed_cleared_and_restored(site, ada):
    assert ada.say("inbox") == "Your inbox is empty.\n"
    add(ada, "Dinner", "2026-09-02 18:00", ("leads", [0, 60]), ("place", "Roof"))
    armed(ada, 2)
    clock(site, "next"), clock(site, "next")
    table = rows(ada.say("inbox"))
    assert table[0] == ["2 unread"]
    assert table[2][:2] == ["1", "●"] and table[2][3:] == ["Dinner · Starts Wed 2026-09-02 18:00 · Roof", "your event, at the start"]
    assert table[3][4] == "your event, 1 hour before"
    assert ada.say("inbox", "read", "2") == "1 unread\n"
    assert len(ada.json("inbox", "--unread")["items"]) == 1
    assert ada.say("inbox", "unread", "2") == "2 unread\n"
    assert ada.say("inbox", "read") == "0 unread\n" and ada.say("inbox", "--unread") == "No unread notifications.\n"
    said = ada.say("inbox", "snooze", "1", "90m")
    assert said == "snoozed: Dinner, Wed 2026-09-02 19:30\n"
    assert "snoozed until Wed 2026-09-02 19:30" in ada.say("inbox")
    assert clock(site, "next") == "2026-09-02T19:30:00.000Z\n"
    assert ada.json("inbox")["unread"] == 1
    assert ada.say("inbox", "clear").startswith("cleared 3 notifications; to undo until ")
    assert ada.say("inbox") == "Your inbox is empty.\n"
    assert ada.say("inbox", "restore") == "1 unread\n" and len(ada.json("inbox")["items"]) == 3
    ada.run("inbox")
    assert "snooze_bad" in ada.refused("inbox", "snooze", "1", "31d")
    assert "30m, 2h" in ada.refused("inbox", "snooze", "1", "later", status="usage")


def test_who_follows_the_inbox_sees_what_comes(site, ada):
    add(ada, "Dinner", "2026-09-02 18:00", ("leads", [0, 60]))
    armed(ada, 2)
    clock(site, "next")
    lines = []

    def read(process):
        for line in process.stdout:
            lines.append(line.rstrip("\n"))

    following = subprocess.Popen(
        [f"{BIN}/quad", "inbox", "--follow"], env=ada.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True)
    reader = threading.Thread(target=read, args=(following,))
    reader.start()
    try:
        wait_until(lambda: len(lines) == 3, "the inbox as it is")
        assert lines[0] == "1 unread" and "your event, 1 hour before" in lines[2]
        clock(site, "next")
        wait_until(lambda: len(lines) == 4, "what came")
        assert lines[3] == "Wed 2026-09-02 18:00  Dinner · Starts Wed 2026-09-02 18:00  (your event, at the start)"
    finally:
        following.terminate()
        reader.join()
        following.wait(10)
        following.stdout.close(), following.stderr.close()


def test_quiet_hours_and_the_digest_are_set_and_switched_off(ada):
    assert dict(rows(ada.say("quiet"))) == {"Quiet hours": "none", "Digest": "none", "Time zone": "UTC"}
    said = dict(rows(ada.say("quiet", "22:00-07:00", "mon-fri")))
    assert said["Quiet hours"] == "22:00-07:00, Mon-Fri" and "Quiet now" not in said
    assert dict(rows(ada.say("digest", "18:00"))) == {
        "Quiet hours": "22:00-07:00, Mon-Fri", "Digest": "18:00", "Time zone": "UTC"}
    # Tuesday noon lies in it.
    assert dict(rows(ada.say("quiet", "11:00-13:30")))["Quiet now"] == "until Tue 2026-09-01 13:30"
    assert ada.json("quiet")["quiet"]["days"] == [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    assert dict(rows(ada.say("quiet", "off")))["Quiet hours"] == "none"
    assert dict(rows(ada.say("digest", "off")))["Digest"] == "none"
    assert "mon-fri" in ada.refused("quiet", "22:00", status="usage")
    assert "quiet_bad" in ada.refused("quiet", "22:00-22:00")
    assert "enter a time like 22:00" in ada.refused("digest", "noon", status="usage")
    assert "sign in first" in ada.refused("quiet", "off", status="not allowed", XDG_CONFIG_HOME="/nonexistent")


def test_channels_are_added_changed_and_removed(site, ada, tmp_path):
    assert "No channels yet: notifications go only to your inbox. You can add: " in ada.say("channels")
    said = ada.say("channels", "add", "ntfy", "https://ntfy.example/hilltop-ada", "--name", "Phone")
    assert said.startswith("added as row 1: ntfy to https://ntfy.example/")
    words = ("channels", "add", "gotify", "https://gotify.example/", "--token-stdin")
    said = ada.say(*words, stdin="AWHcUIkMPNnVaGj\n")
    assert said.startswith("added as row 1: gotify to https://gotify.example. To test")
    assert "AWHcUIkMPNnVaGj" not in json.dumps(ada.json("channels")) and "add gotify" in ada.say("channels", "--help")
    assert ada.say("channels", "remove", "1") == "removed\n"
    assert "gotify_token_bad" in ada.refused(*words, stdin="A B\n")
    made = ada.run("channels", "add", "webhook", "https://hooks.example/quad")
    assert len(made.stdout.strip()) >= 32 and "shown once" in made.stderr
    table = rows(ada.say("channels"))
    number = next(row[0] for row in table if "Phone" in row)
    assert table[0][:3] == ["#", "KIND", "NAME"] and len(table) == 3 and all("never" in row for row in table[1:])
    assert ada.say("channels", "off", number) == "Phone is off\n"
    assert ada.say("channels", "on", number) == "Phone is on\n"
    assert "importance high or higher" in ada.say("channels", "least", number, "high")
    assert ada.say("channels", "rename", number, "My", "phone") == "renamed to My phone\n"
    changed = next(channel for channel in ada.json("channels")["items"] if channel["name"] == "My phone")
    assert changed["least"] == "high" and changed["isOn"]
    assert ada.say("channels", "remove", "1", "2") == "removed\nremoved\n" and ada.json("channels")["items"] == []
    assert "url_bad" in ada.refused("channels", "add", "ntfy", "ftp://ntfy.example/x")
    assert "add email" in ada.refused("channels", "add", status="usage")
    assert "is not one of low" in ada.refused("channels", "least", "1", "loud", status="usage")
    operator = Operator(site, tmp_path / "operator")
    assert operator.say("admin", "dead-deliveries") == "No undelivered notifications.\n"
