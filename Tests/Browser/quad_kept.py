"""Windows that one test leaves and another takes. A browser starts a process for each new window and compiles the whole
client in it, half of the processor time of most tests. A kept window has its process, and nothing else of the test
before: no cookie, nothing stored, no history, no script, its usual size, and it shows nothing. One that a test has
changed otherwise is closed."""

from playwright.sync_api import Error

from quad_catalogue import READY_PATH

# More than these would only hold memory.
MAX_KEPT = 16
# Calls whose effects outlast the shown page.
OF_CONTEXT = (
    "clear_permissions", "close", "expose_binding", "expose_function", "grant_permissions",
    "new_cdp_session", "on", "once", "route", "route_from_har", "route_web_socket", "set_default_navigation_timeout",
    "set_default_timeout", "set_extra_http_headers", "set_geolocation",
)
OF_PAGE = (
    "add_locator_handler", "close", "emulate_media", "expose_binding", "expose_function", "once",
    "route_from_har", "route_web_socket", "set_default_navigation_timeout", "set_default_timeout",
    "set_extra_http_headers",
)
OF_CLOCK = ("fast_forward", "install", "pause_at", "resume", "run_for", "set_fixed_time", "set_system_time")
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done, failed) => {
      const request = indexedDB.deleteDatabase(name);
      Object.assign(request, { onsuccess: done, onerror: failed, onblocked: failed });
    });
  }
  if (globalThis.caches) for (const name of await caches.keys()) await caches.delete(name);
}"""
# As the sign-in leaves it.
SIGN_IN = "() => { localStorage['quad.signedIn'] = 'yes'; }"


class KeptWindow:
    """A context with one page, and whether a test has changed them for good."""

    def __init__(self, context, base):
        self.context = context
        self.base = base
        self.page = context.new_page()
        self.is_changed = False
        # Takes back what the test has changed, call by call.
        self.repairs = []
        # Listeners that the test has not taken away again.
        self.listeners = 0
        for target, names in (context, OF_CONTEXT), (self.page, OF_PAGE), (context.clock, OF_CLOCK):
            for name in names:
                self._watch(target, name)
        for target in context, self.page:
            self._watch_repaired(target, "add_init_script", lambda script: script.close())
        size = self.page.viewport_size
        self._watch_repaired(self.page, "set_viewport_size", lambda _: type(self.page).set_viewport_size(self.page, size))
        self._watch_repaired(context, "set_offline", lambda _: type(context).set_offline(context, False))
        self._count_listeners()

    def _watch(self, target, name):
        plain = getattr(target, name)

        def changing(*given, **named):
            self.is_changed = True
            return plain(*given, **named)

        setattr(target, name, changing)

    def _watch_repaired(self, target, name, repair):
        plain = getattr(target, name)

        def changing(*given, **named):
            result = plain(*given, **named)
            self.repairs.append(lambda: repair(result))
            return result

        setattr(target, name, changing)

    def _count_listeners(self):
        listen, leave = self.page.on, self.page.remove_listener

        def on(*given):
            self.listeners += 1
            return listen(*given)

        def remove_listener(*given):
            self.listeners -= 1
            return leave(*given)

        self.page.on, self.page.remove_listener = on, remove_listener

    def empty(self):
        """Makes it as good as new; returns whether that is possible."""
        if self.is_changed or self.listeners:
            return False
        try:
            while self.repairs:
                self.repairs.pop()()
            for page in self.context.pages:
                page.unroute_all(behavior="ignoreErrors")
                if page is not self.page:
                    page.close()
            # A page of the same site keeps the process.
            self.page.goto(self.base + READY_PATH)
            self.page.evaluate(FORGET)
            self.page.mouse.move(-1, -1)
            self.context.clear_cookies()
        except Error:
            return False
        return True

    def sign_in(self, state):
        """`state` is what Playwright calls a storage state, of cookies alone."""
        self.context.add_cookies(state["cookies"])
        self.page.evaluate(SIGN_IN)

    def forget_history(self):
        session = type(self.context).new_cdp_session(self.context, self.page)
        session.send("Page.resetNavigationHistory")
        session.detach()


class KeptWindows:
    """The windows of one browser that wait for a test, by what they were made with."""

    def __init__(self):
        self._kept = []

    def take(self, key):
        """One of those made with `key`, or None."""
        for place in reversed(range(len(self._kept))):
            if self._kept[place][0] == key:
                return self._kept.pop(place)[1]
        return None

    def keep(self, key, window):
        """Keeps a window that is empty. The one that has waited longest goes when there are too many."""
        self._kept.append((key, window))
        if len(self._kept) > MAX_KEPT:
            _, oldest = self._kept.pop(0)
            oldest.context.close()
