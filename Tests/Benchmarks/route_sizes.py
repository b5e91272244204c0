"""The bytes that each page fetches by itself. A cold browser opens its address. It is set to use little data, so that
nothing is fetched for pages that may come next."""

import re

import first_visit
from processes import ROOT

ROUTES = ROOT / "Services/gateway/web/app/routes.js"
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"


def addresses() -> list[str]:
    """The pages that a student opens without naming one of their things."""
    lines = re.findall(r'^\s*\["(/[^":]*)", "[\w/]+\.js"(.*)$', ROUTES.read_text(), re.M)
    return [path for path, rest in lines if "admin" not in rest and "schoolAdmin" not in rest and "guest" not in rest]


def measure(browser, site) -> list[tuple[str, int, float]]:
    """Address, requests and KB compressed of each, data apart; the largest first."""
    return sorted(((path, *opened(browser, site, path)) for path in addresses()), key=lambda one: -one[2])


def opened(browser, site, path: str) -> tuple[int, float]:
    context = first_visit.signed_in(browser, site, first_visit.PHONE)
    try:
        context.add_init_script(SAVES_DATA)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        paths, sizes = {}, {}
        session.on("Network.requestWillBeSent", lambda event: paths.update(
            {event["requestId"]: first_visit.path_of(event["request"]["url"])}))
        session.on("Network.loadingFinished", lambda event: sizes.update(
            {event["requestId"]: event["encodedDataLength"]}))
        page.goto(site.url + path)
        page.wait_for_load_state("networkidle")
        own = [size for id_, size in sizes.items() if paths.get(id_) and not paths[id_].startswith("/v1/")]
        return len(own), sum(own) / 1000
    finally:
        context.close()


def table(found: list[tuple[str, int, float]]) -> list[str]:
    lines = ["| each page by itself, empty cache, data apart | requests | KB compressed |", "|---|---|---|"]
    return lines + [f"| `{path}` | {requests} | {size:.0f} |" for path, requests, size in found]
