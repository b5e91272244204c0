#!/usr/bin/env python3
"""Writes rules.txt: rules with the dates that python-dateutil gives for them. One line each: start, rule, dates."""

import itertools
import random
import re
import warnings
from datetime import date, datetime
from pathlib import Path

from dateutil.rrule import rrulestr

SEED = 5545
DATES = 10
LATEST = datetime(2400, 1, 1)
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# The ones of RFC 5545 3.8.5.3 that stay within the parts that Quad knows, and those that programs get wrong.
CHOSEN = [
    ("19970902", "FREQ=DAILY;COUNT=10"),
    ("19970902", "FREQ=DAILY;INTERVAL=10;COUNT=5"),
    ("19970902", "FREQ=WEEKLY;COUNT=5;WKST=SU;BYDAY=TU,TH"),
    ("19970901", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR"),
    ("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO"),
    ("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU"),
    ("19970905", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR"),
    ("19970907", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU"),
    ("19970922", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO"),
    ("19970928", "FREQ=MONTHLY;BYMONTHDAY=-3"),
    ("19970902", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15"),
    ("19970930", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1"),
    ("19970910", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15"),
    ("19970519", "FREQ=YEARLY;BYDAY=20MO"),
    ("19970902", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"),
    ("19970913", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13"),
    ("20240229", "FREQ=YEARLY"),
    ("20960229", "FREQ=YEARLY"),
    ("20240229", "FREQ=YEARLY;COUNT=3"),
    ("20240131", "FREQ=MONTHLY;COUNT=5"),
    ("20240131", "FREQ=MONTHLY;BYMONTHDAY=-31"),
    ("20240101", "FREQ=MONTHLY;BYDAY=5MO"),
    ("20240101", "FREQ=YEARLY;BYDAY=53MO"),
    ("20240101", "FREQ=YEARLY;BYDAY=-53SU,1SU"),
    ("20240131", "FREQ=DAILY;BYMONTHDAY=-1"),
    ("20240131", "FREQ=YEARLY;BYMONTHDAY=31"),
    ("20240131", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR"),
    ("20240101", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"),
    ("20240103", "FREQ=WEEKLY;BYDAY=MO"),
]


def some(chance, items, most):
    return chance.sample(items, chance.randint(1, most))


def random_rule(chance):
    frequency = chance.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if chance.random() < 0.5:
        parts.append(f"INTERVAL={chance.choice([2, 3, 4, 5, 6, 7, 10, 12, 13, 30])}")
    if chance.random() < 0.55:
        days = some(chance, WEEKDAYS, 3)
        if frequency in ("MONTHLY", "YEARLY") and chance.random() < 0.6:
            most = 5 if frequency == "MONTHLY" else 53
            days = [f"{chance.choice([-1, 1]) * chance.randint(1, most)}{day}" for day in days]
        parts.append("BYDAY=" + ",".join(days))
    if frequency != "WEEKLY" and chance.random() < 0.4:
        numbers = some(chance, [*range(-31, 0), *range(1, 32)], 4)
        parts.append("BYMONTHDAY=" + ",".join(map(str, numbers)))
    end = chance.random()
    if end < 0.25:
        parts.append(f"COUNT={chance.randint(1, 8)}")
    elif end < 0.4:
        parts.append(f"UNTIL=20{chance.randint(26, 60)}{chance.randint(1, 12):02}{chance.randint(1, 28):02}T090000")
    if chance.random() < 0.3:
        parts.append(f"WKST={chance.choice(WEEKDAYS)}")
    return ";".join(parts)


def rule_with_months(chance):
    """A rule with BYMONTH. dateutil fails for weekdays that no month has, such as 9MO."""
    months = ",".join(map(str, sorted(some(chance, list(range(1, 13)), 4))))
    rule = random_rule(chance)
    while re.search(r"([6-9]|\d\d)(MO|TU|WE|TH|FR|SA|SU)", rule):
        rule = random_rule(chance)
    head, *rest = rule.split(";")
    return ";".join([head, f"BYMONTH={months}", *rest])


def line(start, rule):
    begins = datetime.strptime(start, "%Y%m%d").replace(hour=9)
    found = itertools.islice(rrulestr(f"RRULE:{rule}", dtstart=begins), DATES)
    dates = [moment.strftime("%Y%m%d") for moment in itertools.takewhile(lambda moment: moment < LATEST, found)]
    return " ".join([start, rule, ",".join(dates) or "-"])


def main():
    warnings.simplefilter("error")
    chance = random.Random(SEED)
    lines = [line(*pair) for pair in CHOSEN]
    while len(lines) < 1100:
        start = date.fromordinal(chance.randint(date(2023, 1, 1).toordinal(), date(2026, 12, 31).toordinal()))
        rule = random_rule(chance) if len(lines) < 800 else rule_with_months(chance)
        lines.append(line(start.strftime("%Y%m%d"), rule))
    Path(__file__).with_name("rules.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
