"""Browser windows of people: each a context of its own, all observed by one `Watch`."""

import os
import re
import time
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path

from playwright.sync_api import Error

from quad_catalogue import READY_PATH
from quad_kept import KeptWindow, KeptWindows
from quad_page import address, visit
from quad_watch import REPORT_VIOLATIONS, Watch

PHONE = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True,
}
DESK = {"viewport": {"width": 1280, "height": 800}}
SURROUNDINGS = {
    "locale": "en-US", "timezone_id": "America/New_York", "color_scheme": "light", "reduced_motion": "reduce",
}
# A browser that is set to use little data fetches only what the test opens: two thirds of a visit's requests are for
# pages that may come next.
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
# Once in a window, as the sign-in leaves it. Playwright would open a page of its own for that in every window.
SIGNED_IN = """if (location.origin === "%s" && !sessionStorage["test.signedIn"]) {
  sessionStorage["test.signedIn"] = localStorage["quad.signedIn"] = "yes";
}"""
# Root may not sandbox, and a test that asks for another host shall not find one.
ARGUMENTS = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
FONTS = Path(__file__).resolve().parent / "fonts"


class Chromium:
    """A browser for phones and one for desks, which know different fonts: no size may depend on one."""

    def __init__(self, playwright, path, *arguments):
        self._playwright = playwright
        self._path = path
        self._arguments = [*ARGUMENTS, *arguments]
        self._browsers = {}
        self.kept = KeptWindows()

    def of(self, device):
        kind = "phone" if device.get("is_mobile") else "desk"
        if kind not in self._browsers:
            self._browsers[kind] = self._playwright.chromium.launch(
                executable_path=self._path, args=self._arguments,
                env={**os.environ, "FONTCONFIG_FILE": str(FONTS / f"{kind}.conf")})
        return self._browsers[kind]

    def close(self):
        for browser in self._browsers.values():
            browser.close()


def cookie(line):
    """A Set-Cookie header as Playwright takes it."""
    [(name, morsel)] = SimpleCookie(line).items()
    return {
        "name": name, "value": morsel.value, "domain": "127.0.0.1", "path": morsel["path"],
        "expires": time.time() + int(morsel["max-age"]), "httpOnly": bool(morsel["httponly"]),
        "secure": bool(morsel["secure"]), "sameSite": morsel["samesite"],
    }


class Windows:
    def __init__(self, chromium, site, states, folder, has_worker=True, fetches_ahead=None):
        """By default, windows fetch ahead if they have a service worker."""
        self.base = f"http://127.0.0.1:{site.port}"
        self.site = site
        self.watch = Watch(self.base)
        self._chromium = chromium
        self._states = states
        self._folder = folder
        self._has_worker = has_worker
        self._fetches_ahead = has_worker if fetches_ahead is None else fetches_ahead
        self._contexts = []
        # Windows that may serve another test, with what they were made with.
        self._lent = []
        self.has_failed = False

    def open(self, device=PHONE, person=None, fetches_ahead=False, is_new=False, **options):
        """A new window, signed in as that person where one is named. It may be one that another test has left, unless
        it `is_new`: then nothing of the client is kept or compiled."""
        state = self._state(person) if person else None
        fetches_ahead = fetches_ahead or self._fetches_ahead
        # A position has the time when the window got it.
        is_new = is_new or self._has_worker or fetches_ahead or "geolocation" in options
        if is_new or (state and "origins" in state):
            context = self._new_context(device, state, fetches_ahead, options)
            page = context.new_page()
            if state and "origins" not in state:
                page.add_init_script(SIGNED_IN % self.base)
            return page
        key = repr((self.base, sorted(device.items()), sorted(options.items())))
        window = self._chromium.kept.take(key)
        if window:
            self._contexts.append(window.context)
            self.watch.attach(window.context)
        else:
            window = KeptWindow(self._new_context(device, None, False, options), self.base)
            window.page.goto(self.base + READY_PATH)
        self._lent.append((key, window))
        if state:
            window.sign_in(state)
        window.forget_history()
        return window.page

    def _new_context(self, device, state, fetches_ahead, options):
        context = self._chromium.of(device).new_context(
            base_url=self.base, storage_state=state, **{**SURROUNDINGS, **device, **options}
        )
        context.set_default_timeout(10_000)
        context.add_init_script(REPORT_VIOLATIONS)
        if not self._has_worker:
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        if not fetches_ahead:
            context.add_init_script(SAVES_DATA)
        self._contexts.append(context)
        self.watch.attach(context)
        return context

    def _state(self, person):
        """The state of a browser after a sign-in; tests of the form itself fill it in."""
        if person not in self._states:
            body = {"email": address(person), "password": self.site.password}
            answer = self.site.request("POST", "/v1/signin", body)
            assert answer.status == 200, answer.body
            self._states[person] = {"cookies": [cookie(line) for line in answer.headers.get_all("Set-Cookie")]}
        return self._states[person]

    @contextmanager
    def offline(self, page):
        """That window without a network, once a worker has kept the client's files; the watch expects what fails."""
        page.evaluate("async () => { await navigator.serviceWorker?.ready; }")
        self.watch.is_offline = True
        page.context.set_offline(True)
        yield
        page.context.set_offline(False)

    def shot(self, page, name):
        """A picture for people to look at."""
        self._folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=self._folder / f"{name}.png")

    def finish(self):
        for page in self._pages():
            page.evaluate("1")  # what the browser has to tell comes before this answer
        self.watch.check()

    def keep_evidence(self, test):
        """Keeps a picture of each window, and the browser's messages, of a test that failed."""
        self.has_failed = True
        folder = self._folder / "failed" / re.sub(r"[^\w.-]+", "-", test)
        folder.mkdir(parents=True, exist_ok=True)
        lines = []
        for number, page in enumerate(self._pages()):
            lines.append(f"window {number}: {page.url}")
            try:
                page.screenshot(path=folder / f"{number}.png", timeout=3000)
                (folder / f"{number}.txt").write_text(page.locator("body").aria_snapshot(timeout=3000))
            except Error as error:
                lines.append(str(error))
        (folder / "browser.log").write_text("\n".join([*lines, *self.watch.faults, ""]))

    def close(self):
        """Closes the windows; what a test's route still fetches for one would fail the next test."""
        for page in self._pages():
            page.unroute_all(behavior="ignoreErrors")
        self.watch.detach()
        for key, window in self._lent:
            if not self.has_failed and window.empty():
                self._contexts.remove(window.context)
                self._chromium.kept.keep(key, window)
        for context in self._contexts:
            context.close()

    def _pages(self):
        return [page for context in self._contexts for page in context.pages]


class ModulePages:
    """A page for each language, opened when a test first calls for it and kept for all the others. Its address shows
    little and starts nothing."""

    def __init__(self, windows):
        self.windows = windows
        self._pages = {}

    def __call__(self, locale="en-US"):
        if locale not in self._pages:
            page = self._pages[locale] = self.windows.open(DESK, locale=locale)
            visit(page, "/signin")
        return self._pages[locale]
