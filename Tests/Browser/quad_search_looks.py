"""The looks of the search: part of `LOOKS`."""

from playwright.sync_api import expect


def typed(words, seen):
    def act(page):
        page.get_by_role("searchbox").fill(words)
        expect(page.get_by_text(seen).first).to_be_visible()

    return act


def search_looks(look):
    """`look` makes a look, as in quad_looks.py."""
    return [
        look("search", "/search", "wanda"),
        look("search, results", "/search", "wanda", then=typed("th", "Tasks")),
        look("search, nothing", "/search", "wanda", then=typed("zzzz", "Nothing found")),
    ]
