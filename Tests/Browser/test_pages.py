"""Every page in every situation: accessible, at every size, in either direction of writing.

A look is opened on one of the devices, every other part of them on the desk, and judged at the sizes of both: what a
page shows depends on its width alone, but for what a finger or a mouse needs. The long run opens each on both.
"""

import os
from itertools import groupby, islice

import pytest
from playwright.sync_api import expect

from quad_layout import CUT, MIRROR, SMALL, SPACE_OUT, UNSPACE
from quad_looks import LOOKS, routes
from quad_page import DRAWN, PLACES, axe, poll, visit
from quad_windows import DESK, PHONE

# Pictures of everything take longer than the tests.
PICTURES = os.environ.get("QUAD_PICTURES") == "1"
IS_LONG = bool(os.environ.get("QUAD_TEST_ALL"))
DEVICES = {"phone": PHONE, "desk": DESK}
OTHER = {"phone": "desk", "desk": "phone"}
# The phone of WCAG 1.4.10 and the usual one, 200 % of the desk, and the desk.
SIZES = [(320, 640), (390, 844), (640, 400), (1280, 800)]
LEFT_TO_RIGHT = "() => document.documentElement.removeAttribute('dir')"
LOOKS_IN_A_PART = 12
ROUTES = routes()
# The rules that depend on colors and layout; every other rule finds the same in light as in dark.
SEEN = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]


def is_mirrored(page):
    page.evaluate(LEFT_TO_RIGHT)
    found = page.evaluate(MIRROR)
    if found:
        print("\n".join(found))
    return not found


class Shown:
    """A page as one person sees it on one device."""

    def __init__(self, windows, page, world, look, device, is_first):
        self.windows = windows
        self.is_first = is_first
        self.page = page
        self.name = f"page-{look.name.replace(' ', '-').replace(',', '')}-{device}"
        self.device = device
        page.set_viewport_size(DEVICES[device]["viewport"])
        windows.watch.begin_again()
        if look.refused:
            status, path = look.refused
            windows.watch.expect(status, look.within(world, path))
        if look.may_be_refused:
            windows.watch.allow(*look.may_be_refused)
        visit(page, look.address(world), look.shows_loading, self.is_followed(look, world))
        # The page of samples has one of a place whose content is not there yet.
        self.samples = page.locator(PLACES).count() if look.shows_loading else 0
        if look.then:
            look.then(page)

    def is_followed(self, look, world):
        """A phone opens each address anew, a desk most of them by a link from the page before: pages are reached, and
        left, in both ways. No link is pressed below a sheet."""
        if self.device == "phone" or self.is_first or not look.person or look.refused:
            return False
        if look.route not in ROUTES or "#" in look.address(world) or self.page.url == "about:blank":
            return False
        is_same = self.page.evaluate("() => location.pathname + location.search") == look.address(world)
        return not is_same and self.page.locator("dialog[open]").count() == 0

    def size(self, width, height):
        self.page.set_viewport_size({"width": width, "height": height})
        assert self.page.evaluate(DRAWN, self.samples), f"still loading at {width} by {height}"

    def usual_size(self):
        self.size_of(self.device)

    def size_of(self, device):
        self.size(**DEVICES[device]["viewport"])


def cases():
    """Parts in which one window serves all looks; two browsers side by side take a part each."""
    devices = list(DEVICES)
    parts = [(person, number, part)
             for person, looks in groupby(sorted(LOOKS, key=person_of), person_of)
             for number, part in enumerate(batched(looks, LOOKS_IN_A_PART))]
    for turn, (person, number, part) in enumerate(parts):
        for device in devices if IS_LONG or PICTURES else [devices[turn % 2]]:
            group = pytest.mark.xdist_group(f"{device} {person or 'nobody'} {number}")
            for look in part:
                yield pytest.param((look, device, look is part[0]), id=f"{look.name}-{device}", marks=group)


def person_of(look):
    return look.person or ""


def batched(items, size):
    items = iter(items)
    while part := list(islice(items, size)):
        yield part


@pytest.fixture(scope="module")
def window(new_windows):
    """The window of one person on one device, until another one is wanted."""
    held = {}

    def of(person, device):
        if held.get("key") != (person, device):
            close()
            windows = new_windows()
            held.update(key=(person, device), windows=windows)
            held["page"] = windows.open(DEVICES[device], person)
        return held["windows"], held["page"]

    def close():
        if held:
            held.pop("windows").close()
            held.clear()

    yield of
    close()


@pytest.fixture(scope="module", params=cases())
def shown(request, window, world):
    look, device, is_first = request.param
    return Shown(*window(look.person, device), world, look, device, is_first)


def test_every_page_is_looked_at():
    assert len(routes()) > 15, "the table of routes is read"
    looked = {look.route for look in LOOKS if look.route}
    assert set(routes()) - looked == set(), "a new page wants an entry in quad_looks.py"
    assert looked - set(routes()) == set(), "these pages are gone"


def test_a_page_has_a_title_and_one_first_heading(shown):
    assert shown.page.title().endswith("Quad")
    expect(shown.page.get_by_role("heading", level=1)).to_have_count(1)


def picture(shown, kind):
    if PICTURES:
        shown.windows.shot(shown.page, f"{shown.name}-{kind}")


def test_axe_finds_nothing(shown):
    picture(shown, "light")
    found = axe(shown.page)
    assert found == [], "\n".join(found)


def test_axe_sees_nothing_in_the_dark_from_right_to_left(shown):
    """The other colors, the other places and the other device's size at once: where things stand, the mirror's test
    compares with these. How large targets are is judged by the thumb's test."""
    shown.page.emulate_media(color_scheme="dark")
    shown.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    try:
        picture(shown, "dark")
        shown.size_of(OTHER[shown.device])
        found = axe(shown.page, SEEN)
    finally:
        shown.page.evaluate(LEFT_TO_RIGHT)
        shown.page.emulate_media(color_scheme="light")
        shown.usual_size()
    assert found == [], "\n".join(found)


def test_a_thumb_hits_everything(shown):
    shown.size_of("phone")
    assert shown.page.evaluate(SMALL) == []


def test_nothing_is_cut_at_any_size(shown):
    """At 320 pixels of WCAG 1.4.10 and at 200 % as well, and with the reader's own spacing of 1.4.12."""
    for size in SIZES:
        shown.size(*size)
        assert shown.page.evaluate(CUT) == [], size
        shown.page.evaluate(SPACE_OUT)
        spaced = shown.page.evaluate(CUT)
        shown.page.evaluate(UNSPACE)
        assert spaced == [], f"{size}, with more space in the text"


def test_from_right_to_left_it_is_the_same_in_a_mirror(shown):
    shown.usual_size()
    try:
        # A table that is drawn anew between the two looks is looked at once more.
        poll(shown.page, lambda: is_mirrored(shown.page), "the page is its mirror image")
        assert shown.page.evaluate(CUT) == []
        back = shown.page.get_by_role("link", name="Back", exact=True)
        if back.count():
            box = back.bounding_box()
            assert box["x"] > shown.page.viewport_size["width"] / 2, "the way back is at the right"
        picture(shown, "rtl")
    finally:
        shown.page.evaluate(LEFT_TO_RIGHT)
