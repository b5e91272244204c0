"""Dates of repeating events that are skipped or moved, as the site shows them and as other programs read them."""

import itertools

import icalendar
import pytest
from made_calendars import FOLDER, MadeCalendar, shown
from quad_alerts import Alerts
from quad_calendars import calendar, counts, feed, fetch, items, problems, take
from quad_events import add, ahead, ask, get
from quad_site import refusal

MADE = 200
A_FILE = 25


@pytest.fixture
def ada(site):
    return site.sign_up("ada")


def change(site, person, event, original, what, **to):
    path = f"/v1/events/{event['id']}/dates/{original}/{what}"
    return ask(site, person, "POST", path, {"to": to} if to else None)


def coming(dates):
    """Those from today: a feed leaves out events that were over long ago."""
    return sorted(date for date in dates if date[0] >= ahead()["date"])


def by_uid(text):
    """The dates that other programs show, by uid."""
    whole = icalendar.Calendar.from_ical(text)
    return {uid: shown(only(whole, uid)) for uid in {str(event["UID"]) for event in whole.walk("VEVENT")}}


def only(whole, uid):
    part = icalendar.Calendar()
    for component in whole.subcomponents:
        if component.name != "VEVENT" or component["UID"] == uid:
            part.add_component(component)
    return part.to_ical()


def test_i4_generated_calendars_come_out_of_the_feed_with_the_same_dates(site, ada):
    made = [MadeCalendar(number) for number in range(MADE)]
    for at in range(0, MADE, A_FILE):
        group = [one.parts() for one in made[at:at + A_FILE]]
        zones = sorted({tuple(zone) for zone, _ in group})
        events = itertools.chain(*(lines for _, lines in group))
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//made//EN", *itertools.chain(*zones),
                 *events, "END:VCALENDAR", ""]
        answer = take(site, ada, "\r\n".join(lines))
        assert problems(answer) == [] and counts(answer) == (len(group), 0, 0, 0)
    path = feed(site, ada)
    text = fetch(site, path).body
    found = by_uid(text)
    for number in range(MADE):
        dates = coming(shown(MadeCalendar(number).text()))
        assert coming(found.get(f"made-{number}@test", [])) == dates, number
    # An exported file imports to the same dates.
    assert counts(take(site, ada, text)) == (0, 0, len(found), 0) and len(found) > MADE / 2


FILES = ["google", "outlook", "apple", "thunderbird", "notes", "university", "university_latin1"]


@pytest.mark.parametrize("name", FILES)
def test_i3_i4_exports_of_other_programs_show_their_dates(site, ada, name):
    answer = take(site, ada, (FOLDER / f"{name}.ics").read_bytes())
    assert answer.json["added"] > 0 and answer.json["skipped"] == 0, answer.body
    told = {code for _, code in problems(answer)}
    assert told == {"university": {"occurrence_differs"},
                    "university_latin1": {"occurrence_differs", "encoding_assumed"}}.get(name, set())
    expected = [tuple(line.split()) for line in (FOLDER / f"{name}.dates").read_text().splitlines()]
    assert coming(itertools.chain(*by_uid(fetch(site, feed(site, ada)).body).values())) == coming(expected)


def test_i4_a_skipped_date_is_gone_everywhere(site, ada):
    first, second, third = (ahead(days) for days in (10, 17, 24))
    event = add(site, ada, "Class", when=first, recurrence="FREQ=WEEKLY", leads=[0], minutes=90)
    link = ask(site, ada, "POST", f"/v1/events/{event['id']}/link").json["token"]
    path = feed(site, ada)
    alerts = Alerts(site)
    try:
        skipped = change(site, ada, event, first["date"], "skip")
        assert skipped.status == 200 and skipped.json["exceptions"] == [{"date": first["date"]}], skipped.body
        assert skipped.json["next"][:10] == second["date"] and skipped.json["version"] == event["version"] + 1
        assert get(site, ada, event).json["next"][:10] == items(site, ada)["Class"]["next"][:10] == second["date"]
        assert ask(site, ada, "GET", f"/v1/events/{event['id']}/countdown").json["target"][:10] == second["date"]
        assert [at[:10] for _, _, at in alerts.of(event)] == [second["date"]]
        page = site.request("GET", f"/v1/shared-events/{link}").json
        assert page["next"][:10] == second["date"] and page["exceptions"] == [{"date": first["date"]}]
        starts = [start[:10] for start, _ in shown(fetch(site, path).body)]
        assert first["date"] not in starts and second["date"] in starts
        # The same again changes nothing.
        assert change(site, ada, event, first["date"], "skip").json["version"] == event["version"] + 1

        moved = change(site, ada, event, second["date"], "move", date=third["date"], time="08:30:00", minutes=45)
        assert moved.status == 200, moved.body
        assert moved.json["next"][:10] == third["date"]
        assert f"{third['date']}T08:30:00Z" in {start for start, _ in shown(fetch(site, path).body)}
        back = change(site, ada, event, first["date"], "restore")
        assert back.json["next"][:10] == first["date"] and [at[:10] for _, _, at in alerts.of(event)] == [first["date"]]
    finally:
        alerts.close()


def test_i4_only_the_owner_changes_only_dates_that_there_are(site, ada):
    bob = site.sign_up("bob")
    when = ahead(10)
    event = add(site, ada, "Class", when=when, recurrence="FREQ=WEEKLY;COUNT=2")
    assert refusal(change(site, bob, event, when["date"], "skip"))[:2] == (404, "not_found")
    assert refusal(change(site, ada, event, ahead(11)["date"], "skip"))[:2] == (404, "date_unknown")
    assert refusal(change(site, ada, event, when["date"], "move", date="2020-01-01"))[1] == "date_not_future"
    assert change(site, ada, event, when["date"], "skip").status == 200
    assert refusal(change(site, ada, event, ahead(17)["date"], "skip"))[1] == "date_last"
    file = calendar(["UID:1@test", "SUMMARY:None", "DTSTART:20400501T190000Z", "RRULE:FREQ=DAILY;COUNT=1",
                     "EXDATE:20400501T190000Z"])
    answer = take(site, ada, file)
    assert counts(answer) == (0, 0, 0, 1) and problems(answer)[0][1] == "dates_none"
