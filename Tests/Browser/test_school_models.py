"""The models of the school day: a moment in it, free time, news and choices."""

import json


RUN = "async ([file, name, ...given]) => (await import(`/app/models/${file}.js`))[name](...given)"
HOUR = 3_600_000


def run(page, *calls):
    return [page.evaluate(RUN, list(call)) for call in calls]


def test_a_moment_falls_into_its_slot_by_the_school_clock(modules):
    page = modules()
    at = [f"2026-11-0{day}T{hour}:00.000Z" for day, hour in ((2, "08:00"), (2, "08:50"), (2, "08:55"), (2, "09:45"))]
    slots = [{"kind": "class", "starts": at[0], "ends": at[1], "class": {"id": "a"}},
             {"kind": "class", "starts": at[2], "ends": at[3], "class": {"id": "b"}}]
    start = page.evaluate("(text) => Date.parse(text)", at[0])
    minute = 60_000
    found = run(page, *(["schoolday", "standing", slots, start + after * minute] for after in (-1, 0, 49, 50, 55, 105)),
                ["schoolday", "standing", [], start])
    assert [one["phase"] for one in found] == ["before", "in", "in", "between", "in", "over", "none"]
    assert [one["target"] and (one["target"] - start) / minute for one in found] == [0, 50, 50, 55, 105, None, None]
    assert run(page, ["schoolday", "nextClass", slots, start])[0]["class"]["id"] == "b"
    assert run(page, *(["schoolday", "timeToBell", left] for left in (HOUR + 61_000, 61_000, 60_001, 60_000, 1, 0, -5))) == [
        "1:01:01", "1:01", "1:01", "1:00", "0:01", "0:00", "0:00"]
    assert run(page, *(["schoolday", "minutesToBell", left] for left in (60_001, 60_000, 1))) == [2, 1, 1]


def test_free_time_is_one_piece_and_begins_after_a_class(modules):
    page = modules()

    def slot(hour, name=None, kind="class"):
        return {"kind": kind, "starts": hour, "ends": hour + 1, **({"class": {"id": name}} if name else {})}

    def own(*slots):
        [found] = run(page, ["schoolday", "ownSlots", list(slots)])
        return [(one.get("class", {}).get("id", one["kind"]), one["starts"], one["ends"]) for one in found]

    assert own(slot(8), slot(9), slot(10, "a"), slot(11), slot(12), slot(13, kind="lunch"), slot(14), slot(15, "b")) == [
        ("a", 10, 11), ("class", 11, 13), ("lunch", 13, 14), ("class", 14, 15), ("b", 15, 16)]
    assert own(slot(8, kind="homeroom"), slot(9), slot(10, "a")) == [("homeroom", 8, 9), ("class", 9, 10), ("a", 10, 11)]
    assert own(slot(8), slot(9, kind="lunch"), slot(10)) == [("lunch", 9, 10)]


def test_news_become_only_the_few_tags_they_may_have(modules):
    page = modules()
    texts = [
        'a <em>b</em> &amp; &lt;i&gt; &#8364; &#x1F600; &#xD800;', '<script>window.wasRun = true</script><img src=x onerror=x>t',
        '<a href="javascript:run()">x</a><a href="https://news.example/?a=1&amp;b=2" onclick="run()">y</a>',
        "<p>one<p>two</p></em></p>", "<" * 9000, "<p>" * 9000 + "deep", "<!-- <b> --> 1 < 2",
    ]
    [plain, script, links, nested, open_ended, deep, comment] = run(page, *(["cleanhtml", "partsOf", text] for text in texts))
    assert plain == ["a ", {"tag": "em", "href": None, "children": ["b"]}, " & <i> € 😀 \ufffd"]
    assert "".join(script) == "window.wasRun = truet"
    assert [one["href"] for one in links] == [None, "https://news.example/?a=1&b=2"]
    assert nested[0]["children"][0] == "one" and nested[0]["children"][1]["children"] == ["two"]
    assert len(open_ended) <= 5000 and json.dumps(deep).count("children") <= 5000
    assert "".join(comment).endswith("1 < 2")


def test_a_dated_item_begins_an_event(modules):
    page = modules()
    item = {"title": "Fair", "starts": "2026-12-01T15:00:00.000Z", "ends": "2026-12-01T16:30:00.000Z", "place": "Gym"}
    values = page.evaluate(
        "async (item) => { const { eventAddress, valuesFrom } = await import('/app/models/newevents.js');"
        " const query = new URLSearchParams(eventAddress(item).split('?')[1]);"
        " return valuesFrom(query, (ms) => ({ date: new Date(ms).toISOString().slice(0, 10), time: '15:00' })); }", item)
    assert values == {"title": "Fair", "place": "Gym", "date": "2026-12-01", "time": "15:00", "length": "90", "lengthUnit": "minutes"}
    bad = page.evaluate("async () => (await import('/app/models/newevents.js')).valuesFrom("
                        "new URLSearchParams({ starts: 'soon', title: 'x'.repeat(500) }), () => ({}))")
    assert set(bad) == {"title"} and len(bad["title"]) == 120


def test_choices_stay_where_the_grade_still_offers_them(modules):
    page = modules()
    classes = [{"id": "a", "name": "A", "blocks": [1, 2]}, {"id": "b", "name": "B", "blocks": [2]}]
    [fit, twice, other] = run(
        page, ["schedule", "fitting", {"1": "a", "2": "gone", "3": "b"}, classes],
        ["schedule", "repeated", {"1": "a", "4": "a", "2": "b"}],
        ["schedule", "offered", classes, 2])
    assert fit == {"kept": {"1": "a"}, "cleared": [2, 3]}
    assert twice == [4] and [one["name"] for one in other] == ["A", "B"]
