"""The pages of events, as tests read and use them."""


def row(page, title):
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=title)


def titles(person, state="upcoming"):
    return [event["title"] for event in person.get(f"/v1/events?state={state}&limit=100").json["items"]]


def fill_date(page, day, time=None):
    page.get_by_label("Date", exact=True).fill(f"{day:%Y-%m-%d}")
    if time:
        page.get_by_label("Time", exact=True).fill(time)


def digits(page):
    """Days, hours, minutes, seconds as they stand in the boxes."""
    return [int(text.replace(",", "")) for text in page.locator("[role=timer] .count-number").all_inner_texts()]


def until(page):
    return page.locator(".until-value")


def draw(page, element, way):
    """A finger draws an element aside."""
    box = element.bounding_box()
    x, y = box["x"] + box["width"] - 60, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    touch = lambda kind, at: session.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}] if at is not None else []})
    touch("touchStart", x)
    for step in range(1, 9):
        touch("touchMove", x - way * step / 8)
    touch("touchEnd", None)
    session.detach()
