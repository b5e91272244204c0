"""The first visit to Today, measured: an empty cache, a person with a room, tasks, events and news.

Beside it a Vue 2 page with the same content and the same requests for its data.
"""

import json
import statistics
import urllib.request
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from processes import HERE, VENV, Server

SLOWER = 4
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESK = {"viewport": {"width": 1280, "height": 800}}
# A slow mobile network, per request.
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
# Today's requests; the peer asks for the same ones.
DATA = (
    "/v1/me", "/v1/home", "/v1/site", "/v1/events?limit=5", "/v1/tasks?limit=100", "/v1/messages?limit=1",
    "/v1/inbox?limit=1", "/v1/courses?limit=100", "/v1/roommates",
)
OBSERVER = """
Object.assign(window, { lcp: 0, shift: 0, interactions: [] });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.lcp = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId) window.interactions.push(entry.duration);
}).observe({ type: "event", buffered: true, durationThreshold: 16 });
new MutationObserver((changes, observer) => {
  if (!document.querySelector(".today-tasks .tick")) return;
  window.readyAt = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


@dataclass
class Visit:
    """A load of the page: times in ms, what it fetched until a task could be ticked, and the layout shift.

    `work` is the processor time of the page's main thread until a little after a task could be ticked. What else
    the machine does hardly changes it.
    """

    lcp: float
    ready: float
    work: float
    requests: int
    kilobytes: float
    shift: float
    addresses: list[str]


def fill(site) -> None:
    """A room of two with tasks, events and messages, as in the demo campus."""
    mate = site.expect(201, "POST", "/v1/signup", {
        "email": "mara@hilltop.example", "password": "a long enough password", "firstName": "Mara",
        "lastName": "Mate", "signIn": True})
    code = site.expect(200, "GET", "/v1/room")["joinCode"]
    own, site.token = site.token, mate["token"]
    site.expect(200, "POST", "/v1/room/join", {"code": code})
    for text in ("The dryer is free again", "Could we keep it quiet after eleven? I have an exam on Thursday."):
        site.expect(201, "POST", "/v1/messages", {"text": text})
    site.token = own
    now = datetime.now(timezone.utc)
    titles = ("Take the recycling down", "Buy oat milk", "Water the plants", "Ask about the window", "Vacuum")
    for number in range(10):
        due = {"due": (now + timedelta(days=number - 1, minutes=-5)).strftime("%Y-%m-%dT%H:%M:00.000Z")}
        site.expect(201, "POST", "/v1/tasks", {"title": f"{titles[number % 5]}, week {number + 1}", **due})
    for number in range(1, 6):
        day = (now + timedelta(days=3 * number)).strftime("%Y-%m-%d")
        site.expect(201, "POST", "/v1/events", {
            "title": f"Trip to the lake, part {number}", "place": "South shore",
            "when": {"date": day, "time": "18:30:00", "zone": "America/New_York"}})


def recorded(site) -> dict[str, dict]:
    """The replies to Today's requests, for the peer."""
    return {path: site.expect(200, "GET", path) for path in DATA}


class VueToday(Server):
    """Debian's Vue 2 and one page of the same content."""

    browser_state = None

    def __init__(self, replies: dict, vue) -> None:
        super().__init__()
        self.replies, self.vue = replies, vue

    def create(self) -> None:
        (self.folder / "replies.json").write_text(json.dumps(self.replies))
        self.start()

    def run_all(self) -> None:
        self.spawn(
            VENV / "bin/python", HERE / "peers/vue_site.py", self.port, self.vue, "vue_today.html",
            self.folder / "replies.json")


def state_of(site) -> dict:
    """The state of a browser after a sign-in."""
    body = {"email": "load@hilltop.example", "password": "a long enough password"}
    request = urllib.request.Request(site.url + "/v1/signin", method="POST", data=json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=10) as answer:
        morsels = [one for line in answer.headers.get_all("Set-Cookie") for one in SimpleCookie(line).items()]
    return {
        "cookies": [{
            "name": name, "value": morsel.value, "domain": "127.0.0.1", "path": morsel["path"], "expires": -1,
            "httpOnly": bool(morsel["httponly"]), "secure": bool(morsel["secure"]), "sameSite": morsel["samesite"],
        } for name, morsel in morsels],
        "origins": [{"origin": site.url, "localStorage": [{"name": "quad.signedIn", "value": "yes"}]}],
    }


def signed_in(browser, site, device):
    """A browser with a session and nothing in its cache."""
    context = browser.new_context(**device, locale="en-US", storage_state=site.browser_state)
    context.add_init_script(OBSERVER)
    return context


def slowed(context, page, network=None):
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if network:
        session.send("Network.emulateNetworkConditions", network)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def visit(browser, site, device=PHONE, network=None) -> Visit:
    context = signed_in(browser, site, device)
    try:
        page = context.new_page()
        fetched = {}
        session = slowed(context, page, network)
        began = []

        def starts(event):
            began.append(event["timestamp"])
            fetched[event["requestId"]] = {"at": event["timestamp"], "path": path_of(event["request"]["url"])}

        session.on("Network.requestWillBeSent", starts)
        session.on("Network.loadingFinished", lambda event: fetched.get(event["requestId"], {}).update(
            size=event["encodedDataLength"]))
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(site.url + "/")
        page.wait_for_selector(".today-tasks .tick", timeout=60_000)
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        # The largest paint may still follow, and so may whatever moves the page.
        page.wait_for_timeout(2500)
        lcp, ready, shift = page.evaluate("[window.lcp, window.readyAt, window.shift]")
        # Requests of the page itself that began before a task could be ticked.
        early = [
            one for one in fetched.values()
            if (one["at"] - began[0]) * 1000 < ready and one["path"] and not one["path"].startswith("/v1/")
        ]
        kilobytes = sum(one.get("size", 0) for one in early) / 1000
        return Visit(
            lcp, ready, metrics["TaskDuration"] * 1000, len(early), kilobytes, shift,
            sorted(one["path"] for one in early))
    finally:
        context.close()


def path_of(url: str) -> str:
    return urlsplit(url).path if url.startswith("http") else ""


def interactions(browser, site, act) -> list[float]:
    """The durations of interactions on the ready page: ticks and typing by `act(page, touch)`."""
    context = signed_in(browser, site, PHONE)
    try:
        page = context.new_page()
        session = slowed(context, page)
        page.goto(site.url + "/")
        page.wait_for_selector(".today-tasks .tick", timeout=60_000)
        page.wait_for_timeout(3000)
        page.evaluate("window.interactions.length = 0")
        act(page, session)
        page.wait_for_timeout(1000)
        return sorted(page.evaluate("window.interactions"))
    finally:
        context.close()


def touch(session, target) -> None:
    """By the browser's own input: a driver's script in the page would be counted as the page's."""
    box = target.bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def use_today(page, session) -> None:
    """Ticks three tasks and types a line, as on both pages."""
    for _ in range(3):
        touch(session, page.locator(".today-tasks .tick").first)
        page.wait_for_timeout(1200)
    touch(session, page.locator(".quick-line input"))
    page.wait_for_timeout(500)
    for letter in "Dinner fri 19:00":
        page.keyboard.press(letter if letter != " " else "Space")
        page.wait_for_timeout(120)


def measure(browser, site, loads: int) -> dict[str, float]:
    """The medians of several loads, and the worst of what has to hold in each."""
    quick = [visit(browser, site) for _ in range(loads)]
    slow = [visit(browser, site, network=SLOW_NETWORK) for _ in range(loads)]
    desk = [visit(browser, site, DESK) for _ in range(loads)]
    times = interactions(browser, site, use_today)
    return {
        "lcp": statistics.median(one.lcp for one in quick), "ready": statistics.median(one.ready for one in quick),
        "work": statistics.median(one.work for one in quick),
        "slow_lcp": statistics.median(one.lcp for one in slow),
        "slow_ready": statistics.median(one.ready for one in slow),
        "requests": max(one.requests for one in quick + slow), "size": max(one.kilobytes for one in quick + slow),
        "shift": max(one.shift for one in quick + slow), "desk_shift": max(one.shift for one in desk),
        "inp": times[-1] if times else 0, "inp_median": statistics.median(times) if times else 0,
    }
