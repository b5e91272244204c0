"""Records every error in a browser window, whatever the test checks."""

import re
from urllib.parse import urlsplit

REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`content security policy: ${event.violatedDirective} refused ${event.blockedURI || event.sample}`);
});
"""

# The errors of a request without a network, and while the gateway is down.
UNREACHABLE = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_CONNECTION_REFUSED", "net::ERR_CONNECTION_RESET",
               "net::ERR_CONNECTION_CLOSED", "net::ERR_SOCKET_NOT_CONNECTED", "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
               "net::ERR_EMPTY_RESPONSE")


class Watch:
    """Collects faults of all windows: console errors and warnings, uncaught errors, refusals of the content security
    policy, requests to another host, and refused or failed requests that the test does not expect."""

    def __init__(self, base):
        self.base = base
        # Other servers that pages may ask, by the begin of their addresses.
        self.others = ()
        self.faults = []
        self.expected = {}
        self.allowed = set()
        self.is_offline = False
        self.is_signing_out = False
        self._watched = []
        self._judges = {
            "console": self._console, "weberror": self._uncaught, "request": self._request,
            "response": self._response, "requestfailed": self._failed,
        }

    def begin_again(self):
        """Forgets what was before: the window goes on in another test."""
        self.faults.clear()
        self.expected.clear()
        self.allowed.clear()

    def expect(self, status, path):
        """Makes a refused request one that has to happen: a wrong password, say."""
        self.expected[status, path] = 0

    def allow(self, status, path=None):
        """Lets a refused request pass that may happen or not, of any path if none is named: whichever comes first
        after a session has ended."""
        self.allowed.add((status, path))

    def attach(self, context):
        """Watches a window, which has to have the script `REPORT_VIOLATIONS`."""
        for event, judge in self._judges.items():
            # A kept window counts what a test listens to, and this goes with the test.
            type(context).on(context, event, judge)
        self._watched.append(context)

    def detach(self):
        for context in self._watched:
            for event, judge in self._judges.items():
                context.remove_listener(event, judge)
        self._watched.clear()

    def _uncaught(self, error):
        self.faults.append(f"uncaught: {error.error}")

    def check(self):
        missing = [pair for pair, seen in self.expected.items() if seen == 0]
        assert self.faults == [], "\n".join(["the browser complains:", *self.faults])
        assert missing == [], f"expected, but did not happen: {missing}"

    def _console(self, message):
        if message.type not in ("error", "warning"):
            return
        text, path = message.text, urlsplit(message.location["url"]).path
        # A browser writes each failed request to the console, too; _response and _failed judge those.
        refused = re.match(r"Failed to load resource: the server responded with a status of (\d+)", text)
        if refused and self._is_expected(int(refused[1]), path):
            return
        if self.is_offline and text.startswith(tuple(f"Failed to load resource: {word}" for word in UNREACHABLE)):
            return
        self.faults.append(f"console {message.type}: {text} ({path})")

    def _is_expected(self, status, path):
        # A request sent just before a sign-out may get its reply just after it.
        known = self.expected.keys() | self.allowed
        return (status, path) in known or (status, None) in known or self.is_signing_out and status == 401

    def _request(self, request):
        if not request.url.startswith((self.base + "/", "data:", "blob:" + self.base, *self.others)):
            self.faults.append(f"request to another host: {request.url}")

    def _response(self, response):
        pair = response.status, urlsplit(response.url).path
        if pair in self.expected:
            self.expected[pair] += 1
        elif response.status >= 400 and not self._is_expected(*pair):
            self.faults.append(f"{pair[0]} for {response.request.method} {pair[1]}")

    def _failed(self, request):
        # A page that is left ends what it still waits for.
        if request.failure == "net::ERR_ABORTED":
            return
        if not (self.is_offline and request.failure in UNREACHABLE):
            self.faults.append(f"{request.failure} for {request.method} {urlsplit(request.url).path}")
