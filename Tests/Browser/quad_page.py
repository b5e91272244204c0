"""A page as tests use it: open it, wait for it, sign in, and check it with axe."""

import time
from importlib.resources import files
from urllib.parse import urlsplit

from playwright.sync_api import expect

from quad_site import PASSWORD

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FRAME = "() => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume, 0)))"
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# A sheet that was closed has taken its step of the history away.
SETTLED = "() => Boolean(document.querySelector('dialog[open]')) || !history.state?.covers"
# A page that shows a table or a list by its width has fetched what it shows now, but for so many places that stay empty.
PLACES = "main .skeleton"
DRAWN = """async (samples) => {
  const frame = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume, 0)));
  const isDrawn = () => document.querySelectorAll("%s").length <= samples;
  const end = performance.now() + 10_000;
  do await frame(); while (!isDrawn() && performance.now() < end);
  return isDrawn();
}""" % PLACES
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open("quad");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const keys = database.objectStoreNames.contains("answers") ? await new Promise((resolve) => {
    const request = database.transaction("answers").objectStore("answers").getAllKeys();
    request.onsuccess = () => resolve(request.result);
  }) : [];
  database.close();
  return keys;
}"""


SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


def slow_down(page, **others):
    """A slow network from now on, on which a page comes in parts; `others` replace values of `SLOW`."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {**SLOW, **others})


def address(person):
    return f"{person}@hilltop.example"


def sign_in(page, person, password=PASSWORD):
    """By the form, as a person does it."""
    page.goto("/signin")
    page.get_by_label("Email").fill(address(person))
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()


FOLLOW = """(path) => {
  const link = Object.assign(document.createElement("a"), { href: path, textContent: path });
  document.querySelector("main").append(link);
  link.click();
  link.remove();
}"""
THERE = "(path) => location.pathname + location.search + location.hash === path"


def is_awaited(request):
    return request.resource_type != "eventsource" and urlsplit(request.url).path != "/v1/stream"


def visit(page, path, shows_loading=False, follows=False):
    """Opens an address and waits until the page stands still and nothing on it is loading. `follows` goes there as a
    link on the page before does, within the client."""
    waiting = set()

    def begun(request):
        if is_awaited(request):
            waiting.add(request)

    def ended(request):
        waiting.discard(request)

    def answered(response):
        """Requests of the page before are gone with it, and nothing shows how they ended."""
        if response.request.is_navigation_request() and response.frame == page.main_frame:
            waiting.intersection_update({response.request})

    poll(page, lambda: page.evaluate(SETTLED), "no sheet is about to close")
    page.on("response", answered)
    page.on("request", begun)
    page.on("requestfinished", ended)
    page.on("requestfailed", ended)
    try:
        if follows:
            page.evaluate(FOLLOW, path)
            poll(page, lambda: page.evaluate(THERE, path), f"{path} is there")
        else:
            page.goto(path)
        poll(page, lambda: not waiting, f"{path} stands still", turns=3)
    finally:
        page.remove_listener("request", begun)
        page.remove_listener("requestfinished", ended)
        page.remove_listener("requestfailed", ended)
        page.remove_listener("response", answered)
    expect(page.get_by_role("main")).not_to_be_empty()
    if not shows_loading:
        expect(page.get_by_text("Loading", exact=True)).to_have_count(0)


def poll(page, condition, what, turns=1, timeout=10):
    """Waits until the condition holds for so many frames of the page one after the other."""
    deadline = time.monotonic() + timeout
    held = 0
    while held < turns:
        assert time.monotonic() < deadline, f"not within {timeout} s: {what}"
        page.evaluate(FRAME)
        held = held + 1 if condition() else 0


def tap(page, role, name, **options):
    page.get_by_role(role, name=name, **options).click()


def secret(page):
    """The link or token that a sheet shows once. The sheet's own status, which says that it loads, is another."""
    return page.get_by_role("dialog").locator(".secret-text")


def hide(page, is_hidden):
    """Makes the page believe that its tab is in the background, or in front again."""
    page.evaluate(HIDE, is_hidden)


def axe(page, only=None):
    """The faults that axe finds on a page: one line for each element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    options = {
        "runOnly": {"type": "rule", "values": only} if only else {"type": "tag", "values": TAGS},
        "rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"],
        # Style sheets asked for once more, and media: for rules that are experiments, or about films.
        "preload": False,
    }
    found = page.evaluate("async (options) => (await axe.run(document, options)).violations", options)
    return [
        f"{rule['id']}: {node['failureSummary']} {node['html']}".replace("\n", " ")
        for rule in found for node in rule["nodes"]
    ]


def wait_until_kept(page, address):
    """Waits until the last answer to this address is on the device: an answer is shown before it is kept."""
    poll(page, lambda: address in page.evaluate(KEPT), f"{address} is kept", timeout=20)
