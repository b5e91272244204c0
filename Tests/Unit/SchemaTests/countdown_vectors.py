#!/usr/bin/env python3
"""Writes countdown_vectors.json: what a countdown shows, by Python's own calendar, zones and big integers.

    python3 Tests/Unit/SchemaTests/countdown_vectors.py >Tests/Unit/SchemaTests/countdown_vectors.json

Swift (CountdownTests) and the web client in a browser (Tests/Browser/test_countdown.py) must say the same.
It shares nothing with either: wall times become instants by zoneinfo, all else is timedelta.
"""

import json
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

SECOND = timedelta(seconds=1)
TICK = timedelta(milliseconds=1)
DAY = timedelta(days=1)
WAND = 2 * DAY
UNITS = {
    "weeks": timedelta(weeks=1), "days": DAY, "hours": timedelta(hours=1), "minutes": timedelta(minutes=1),
    "seconds": SECOND,
}
NOON = datetime(2026, 6, 15, 12, tzinfo=timezone.utc)


def whole(length):
    """Down to the second below; both are zero or more."""
    return length // SECOND * SECOND


def split(length):
    hours, rest = divmod(length - length.days * DAY, UNITS["hours"])
    minutes, rest = divmod(rest, UNITS["minutes"])
    return {"days": length.days, "hours": hours, "minutes": minutes, "seconds": rest // SECOND}


def in_words(length, ending):
    for name in ["days", "hours", "minutes", "seconds"]:
        if length >= UNITS[name] or name == "seconds":
            return {"key": f"{name}_{ending}", "count": length // UNITS[name]}


def expected(target, now, wand):
    is_past = target <= now
    left = timedelta(0) if is_past else whole(target - now)
    since = whole(now - target) if is_past else timedelta(0)
    is_wand_enabled = left >= WAND
    is_wand_on = wand and is_wand_enabled
    shown = left - WAND if is_wand_on else left
    offered = [] if is_past else [name for name in UNITS if shown >= UNITS[name] or name == "seconds"]
    if is_past:
        phrase = {"key": "now", "count": 0} if since < UNITS["minutes"] else in_words(since, "ago")
    elif is_wand_on and not shown:
        phrase = {"key": "here_as_counted", "count": 0}
    else:
        phrase = in_words(shown, "left")
    names = list(UNITS)
    return {
        "isPast": is_past, "secondsLeft": left // SECOND, "secondsShown": shown // SECOND,
        "secondsSince": since // SECOND, "isWandEnabled": is_wand_enabled, "isWandOn": is_wand_on,
        "digits": split(since if is_past else shown),
        "values": {name: shown // UNITS[name] for name in UNITS},
        "grey": [name for name in UNITS if name not in offered],
        "selected": {
            chosen: next((one for one in names[place:] if one in offered), "seconds")
            for place, chosen in enumerate(names)
        },
        "phrase": phrase,
    }


def iso(instant):
    utc = instant.astimezone(timezone.utc).replace(tzinfo=None)
    return utc.isoformat(timespec="milliseconds") + "Z"


def local(zone, *parts, fold=0):
    return datetime(*parts, fold=fold, tzinfo=ZoneInfo(zone))


def before(length, target=NOON):
    """Instants are subtracted in UTC: Python's own arithmetic within a zone is that of its wall clocks."""
    return target.astimezone(timezone.utc) - length


def at_edges():
    """Around every length at which something changes, with the wand and without."""
    edges = {
        "0 s": timedelta(0), "1 s": SECOND, "2 s": 2 * SECOND, "1 min": UNITS["minutes"],
        "1 h": UNITS["hours"], "24 h": DAY, "48 h": WAND, "7 d": UNITS["weeks"],
    }
    beyond = {f"48 h and {name}": WAND + edges[name] for name in ["1 s", "1 min", "1 h", "24 h", "7 d"]}
    for name, length in {**edges, **beyond}.items():
        for by, shift in {
            "1 s more than ": SECOND, "1 ms more than ": TICK, "exactly ": timedelta(0),
            "1 ms less than ": -TICK, "1 s less than ": -SECOND,
        }.items():
            yield by + name, NOON, before(length + shift)
    for hours in [0, 1, 23]:
        length = timedelta(days=3, hours=hours, minutes=59, seconds=59, milliseconds=999)
        yield f"the digits before a carry at {hours} h", NOON, before(length)


def since_then():
    for name, length in {
        "a minute": UNITS["minutes"], "an hour": UNITS["hours"], "a day": DAY, "two days": WAND,
        "three days": 3 * DAY, "a week": UNITS["weeks"], "1,000 days": 1000 * DAY,
    }.items():
        yield f"almost {name} ago", NOON, before(TICK - length)
        yield f"{name} ago", NOON, before(-length)
        yield f"{name} and a second ago", NOON, before(-length - SECOND)


def over_seasons():
    """Daylight-saving time begins or ends in between, or the wall time stands in the gap or the fold."""
    yield "New York loses an hour overnight", local("America/New_York", 2024, 3, 10, 12), \
        local("America/New_York", 2024, 3, 9, 12)
    yield "New York gains an hour overnight", local("America/New_York", 2024, 11, 3, 12), \
        local("America/New_York", 2024, 11, 2, 12)
    yield "two wall days of 47 hours", local("America/New_York", 2024, 3, 11), \
        local("America/New_York", 2024, 3, 9)
    yield "two wall days of 49 hours", local("America/New_York", 2024, 11, 4), \
        local("America/New_York", 2024, 11, 2)
    yield "a wall week over Berlin's spring", local("Europe/Berlin", 2025, 4, 2, 9), \
        local("Europe/Berlin", 2025, 3, 26, 9)
    yield "a wall week over Berlin's autumn", local("Europe/Berlin", 2025, 10, 29, 9), \
        local("Europe/Berlin", 2025, 10, 22, 9)
    yield "the first 1:30 of a fold, seen at 0:30", local("America/New_York", 2024, 11, 3, 1, 30), \
        local("America/New_York", 2024, 11, 3, 0, 30)
    yield "the second 1:30 of a fold, seen at the first", \
        local("America/New_York", 2024, 11, 3, 1, 30, fold=1), local("America/New_York", 2024, 11, 3, 1, 30)
    yield "one second over a gap", local("America/New_York", 2024, 3, 10, 3), \
        local("America/New_York", 2024, 3, 10, 1, 59, 59)
    yield "half an hour of Lord Howe", local("Australia/Lord_Howe", 2024, 4, 8), \
        local("Australia/Lord_Howe", 2024, 4, 6)
    yield "a day that Samoa never had", local("Pacific/Apia", 2011, 12, 31, 12), \
        local("Pacific/Apia", 2011, 12, 29, 12)


def over_leap_days():
    def utc(*parts):
        return datetime(*parts, tzinfo=timezone.utc)

    yield "over 29 February", utc(2028, 3, 1), utc(2028, 2, 28)
    yield "no 29 February", utc(2027, 3, 1), utc(2027, 2, 28)
    yield "to 29 February", utc(2028, 2, 29), utc(2028, 2, 27)
    yield "from leap day to leap day", utc(2028, 2, 29), utc(2024, 2, 29)
    yield "no leap day in 2100", utc(2100, 3, 1), utc(2100, 2, 27)
    yield "the leap second of 2016 counts for nothing", utc(2017, 1, 1), utc(2016, 12, 31, 23, 59, 59)
    yield "New Year", utc(2027, 1, 1), utc(2026, 1, 1)
    yield "before 1970", utc(1969, 12, 31, 23, 59, 59), utc(1968, 2, 29)
    yield "since before 1970", utc(1969, 12, 31), utc(1970, 1, 1, 0, 0, 0, 500_000)
    yield "all of time", utc(9999, 12, 31, 23, 59, 59, 999_000), utc(1, 1, 1)
    yield "since the beginning", utc(1, 1, 1), utc(9999, 12, 31, 23, 59, 59, 999_000)


def vectors():
    for group in [at_edges, since_then, over_seasons, over_leap_days]:
        for name, target, now in group():
            target, now = target.astimezone(timezone.utc), now.astimezone(timezone.utc)
            for wand in [False, True]:
                yield {
                    "name": name, "target": iso(target), "now": iso(now), "wand": wand,
                    "expected": expected(target, now, wand),
                }


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(vector) for vector in vectors())
    sys.stdout.write(f"[\n{lines}\n]\n")
