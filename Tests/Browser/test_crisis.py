"""The emergency page: one press from everywhere, without a session, without a network, and never silent."""

import os
import re

import pytest
from people import Person
from playwright.sync_api import expect

from quad_page import axe, poll, sign_in, tap, visit
from quad_voice import VOICE
from quad_windows import DESK, PHONE
from quad_world import neighbour

CALL, BREATHE, PUSH, LAST = 1, 2, 3, 5
# The moments for which clicks are planned.
RECORD = """() => {
  const own = OscillatorNode.prototype.start;
  window.clicks = [];
  OscillatorNode.prototype.start = function start(at) {
    if (this.type === "square") window.clicks.push(at);
    return own.call(this, at);
  };
}"""
# What goes to the speakers is recorded, too, off the page's own thread.
LISTEN = """() => {
  window.AudioContext = class extends window.AudioContext {
    constructor(options) {
      super(options);
      const [real, tap, stream] = [this.destination, this.createGain(), this.createMediaStreamDestination()];
      Object.defineProperty(this, "destination", { value: tap });
      tap.connect(real);
      tap.connect(stream);
      window.recorder = new MediaRecorder(stream.stream, { mimeType: "audio/webm;codecs=pcm" });
      window.recorder.start();
    }
  };
}"""
BE_BUSY = """(seconds) => new Promise((resolve) => {
  const end = performance.now() + seconds * 1000;
  const busy = () => {
    const until = performance.now() + 300;
    while (performance.now() < until);
    if (performance.now() < end) setTimeout(busy, 100 + Math.random() * 400); else resolve();
  };
  busy();
})"""
# The moments at which a click begins in the recording (s).
ONSETS = """async () => {
  const blob = await new Promise((resolve) => {
    window.recorder.ondataavailable = ({ data }) => resolve(data);
    window.recorder.stop();
  });
  const rate = 48_000;
  const buffer = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await blob.arrayBuffer());
  const samples = buffer.getChannelData(0);
  const onsets = [];
  let quiet = rate;
  for (let i = 0; i < samples.length; i += 1) {
    if (Math.abs(samples[i]) < 0.1) { quiet += 1; continue; }
    if (quiet > rate / 5) onsets.push(i / rate);
    quiet = 0;
  }
  return onsets;
}"""
IS_KEPT = "async () => Boolean(await (await caches.open('aid')).match('/v1/guide'))"
SILENT = """() => {
  Object.defineProperty(window, "speechSynthesis", { value: undefined });
  delete Navigator.prototype.wakeLock;
  delete Navigator.prototype.vibrate;
}"""


def step(page):
    return page.locator(".steps").get_attribute("data-step")


def open_at(page, number=0):
    """The emergency page, by a press from the sign-in page, gone on to a step."""
    visit(page, "/signin")
    page.get_by_role("link", name="Emergency").click()
    expect(page.get_by_role("heading", name="Tap and shout")).to_be_visible()
    for _ in range(number):
        page.get_by_role("button", name="Next").click()


@pytest.fixture
def phone(windows):
    return windows.open(PHONE)


def swipe(page, fingers, x, y=0):
    """Fingers side by side on the picture, moved together."""
    session = page.context.new_cdp_session(page)

    def send(kind, dx, dy, count):
        points = [{"x": 195 + dx, "y": 500 + 30 * at + dy, "id": at} for at in range(count)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", 0, 0, fingers)
    for part in (0.3, 0.6, 1):
        send("touchMove", x * part, y * part, fingers)
    send("touchEnd", 0, 0, 0)
    page.evaluate("1")


def test_swipes_with_one_or_two_fingers_turn_the_page(phone):
    open_at(phone)
    for fingers, x, y, after in (
            (1, -120, 0, "call"), (2, -120, 0, "breathe"), (1, 120, 0, "call"), (2, 120, 0, "check"),
            # Never back past the first step.
            (1, 120, 0, "check"),
            (3, -120, 0, "check"), (1, -40, 0, "check"), (1, -100, -90, "check")):
        swipe(phone, fingers, x, y)
        assert step(phone) == after, (fingers, x, y)


def test_keys_turn_the_page_and_back_leads_to_the_guide(phone):
    open_at(phone)
    for key, after in (("ArrowLeft", "check"), ("ArrowRight", "call"), ("Space", "breathe"), ("ArrowLeft", "call")):
        phone.keyboard.press(key)
        assert step(phone) == after
    phone.reload()
    expect(phone.get_by_role("link", name="Call 911")).to_be_visible()
    phone.go_back()
    phone.wait_for_url("**/aid")


def test_every_page_has_the_sign(windows, site, phone):
    for path in ("/signin", "/setup", "/signup", "/no-such-page"):
        visit(phone, path)
        expect(phone.get_by_role("link", name="Emergency")).to_be_visible()
        if path == "/signin":
            windows.shot(phone, "crisis-sign")


def test_the_number_what_to_read_out_and_the_patient(windows, phone):
    open_at(phone, CALL)
    expect(phone.get_by_role("link", name="Call 911")).to_have_attribute("href", "tel:911")
    expect(phone.get_by_text("Put the phone on speaker.")).to_be_visible()
    phone.get_by_role("radio", name="Baby").check()
    assert step(phone) == "call"
    expect(phone.get_by_role("checkbox", name="With breaths")).to_be_checked()
    for _ in range(PUSH - CALL):
        phone.get_by_role("button", name="Next").click()
    expect(phone.get_by_text("Two thumbs", exact=False).first).to_be_visible()
    phone.get_by_role("radio", name="Adult").check()
    assert step(phone) == "push"
    expect(phone.get_by_text("Push hard and fast in the middle of the chest.")).to_be_visible()


@pytest.mark.service_worker
def test_a_browser_that_was_here_once_has_it_without_a_network(windows, phone):
    visit(phone, "/signin")
    poll(phone, lambda: phone.evaluate(IS_KEPT), "the guide is kept")
    phone.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    with windows.offline(phone):
        phone.goto("/crisis")
        expect(phone.get_by_role("heading", name="Tap and shout")).to_be_visible()
        phone.keyboard.press("ArrowRight")
        # As the page goes: one that still runs writes its own start again.
        phone.evaluate("""() => addEventListener("pagehide", () => {
            const kept = JSON.parse(localStorage["quad.crisis"]);
            kept.started -= 65_000;
            localStorage["quad.crisis"] = JSON.stringify(kept);
        })""")
        phone.reload()
        expect(phone.get_by_role("link", name="Call 911")).to_be_visible()
        expect(phone.get_by_text("Time 1:0")).to_be_visible()
        assert phone.locator(".step-drawing").evaluate("(img) => img.decode().then(() => img.naturalWidth > 0)")


@pytest.mark.service_worker
def test_other_help_goes_on_without_a_network_from_a_step_in_the_middle(windows, phone):
    visit(phone, "/aid/recovery")
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("ArrowRight")
    count = int(re.search(r"of (\d+)", phone.get_by_text(re.compile(r"^Step 3 of \d+$")).inner_text())[1])
    poll(phone, lambda: phone.evaluate(IS_KEPT), "the guide is kept")
    phone.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    loaded = """() => Promise.all([...document.querySelectorAll('main img')].map((img) => img.decode()
        .then(() => img.naturalWidth > 0, () => false))).then((all) => all.length > 0 && all.every(Boolean))"""
    with windows.offline(phone):
        for number in range(4, count + 1):
            phone.keyboard.press("ArrowRight")
            expect(phone.get_by_text(f"Step {number} of {count}")).to_be_visible()
            poll(phone, lambda: phone.evaluate(loaded), f"the drawing of step {number}")
        phone.reload()
        expect(phone.get_by_text(re.compile(rf"^Step \d of {count}$"))).to_be_visible()
        phone.keyboard.press("ArrowRight")
        poll(phone, lambda: phone.evaluate(loaded), "a drawing after a reload")


def test_the_metronome_keeps_time_while_the_page_is_busy(windows):
    """Clicks reach the speakers 545.45 ms apart, none lost while the page is blocked for 300 ms."""
    page = windows.open(PHONE)
    page.add_init_script(f"({LISTEN})()")
    # No tone in place of a voice.
    page.add_init_script(f"({VOICE})()")
    open_at(page, PUSH)
    poll(page, lambda: page.locator(".pulse-count.is-lit").count() == 1, "it beats")
    seconds = 60 if os.environ.get("QUAD_TEST_ALL") == "1" else 8
    page.evaluate(BE_BUSY, seconds)
    onsets = page.evaluate(ONSETS)
    gaps = [after - before for before, after in zip(onsets, onsets[1:])]
    assert len(onsets) >= seconds * 110 / 60 - 3, onsets
    assert all(abs(gap - 60 / 110) < 0.002 for gap in gaps), gaps
    drift = abs((onsets[-1] - onsets[0]) - len(gaps) * 60 / 110) * 60 / seconds
    assert drift < 0.005, drift


def test_breaths_pause_the_beat_and_the_rate_is_chosen(phone):
    phone.add_init_script(f"({RECORD})()")
    open_at(phone, PUSH)
    for _ in range(2):
        phone.get_by_role("button", name="Faster").click()
    expect(phone.get_by_text("120/min")).to_be_visible()
    expect(phone.get_by_role("button", name="Faster")).to_be_disabled()
    phone.get_by_role("checkbox", name="With breaths").check()
    poll(phone, lambda: phone.evaluate("() => window.clicks.length") >= 4, "it beats")
    expect(phone.locator(".pulse-count.is-breath")).to_have_text("2 breaths", timeout=25_000)
    gaps = phone.evaluate("() => window.clicks.slice(1).map((at, index) => at - window.clicks[index])")
    assert max(gaps, default=0) > 4 or phone.evaluate("() => window.clicks.length") == 30


def test_helpers_swap_every_two_minutes_and_the_log_is_handed_over(windows, phone):
    open_at(phone, PUSH)
    phone.add_init_script("const kept = JSON.parse(localStorage['quad.crisis']); kept.swapped -= 119_000; "
                          "kept.started -= 300_000; localStorage['quad.crisis'] = JSON.stringify(kept);")
    phone.reload()
    expect(phone.get_by_role("button", name="Swap now")).to_be_visible()
    phone.get_by_role("button", name="Swap now").click()
    expect(phone.get_by_role("button", name="Swap now")).to_be_hidden()
    expect(phone.get_by_text("Swap in 1:5")).to_be_visible()
    for _ in range(LAST - PUSH + 1):
        phone.keyboard.press("ArrowRight")
    expect(phone.get_by_role("heading", name="Keep going until help takes over")).to_be_visible()
    log = phone.locator(".steps .crisis-log")
    for text in ("Emergency opened", "CPR started", "Helpers swapped", "AED step reached"):
        expect(log.get_by_text(text)).to_be_visible()
    expect(phone.get_by_role("group", name="For the ambulance crew")).to_have_count(0)
    windows.shot(phone, "crisis-end")
    phone.get_by_role("button", name="Back to the last step").click()
    assert step(phone) == "aed"


def test_a_voice_reads_and_its_muting_is_remembered(phone):
    phone.add_init_script(f"({VOICE})()")
    open_at(phone)
    poll(phone, lambda: phone.evaluate("() => window.said").count("Sam: Tap and shout.") == 1, "it is read out")
    phone.get_by_role("button", name="Repeat").click()
    poll(phone, lambda: phone.evaluate("() => window.said").count("Sam: Tap and shout.") == 2, "it is repeated")
    phone.get_by_role("button", name="Mute voice").click()
    said = len(phone.evaluate("() => window.said"))
    phone.reload()
    expect(phone.get_by_role("button", name="Mute voice", pressed=True)).to_be_visible()
    phone.get_by_role("button", name="Next").click()
    expect(phone.get_by_role("link", name="Call 911")).to_be_visible()
    assert phone.evaluate("() => new Promise((done) => setTimeout(() => done(window.said), 200))") == [] and said > 0


def test_without_a_voice_a_tone_and_a_note_stand_in(phone):
    phone.add_init_script(f"({SILENT})()")
    phone.add_init_script("""window.tones = 0; const own = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function start(at) {
        if (this.type === "sine") window.tones += 1; return own.call(this, at); };""")
    open_at(phone)
    expect(phone.get_by_text("No voice on this device")).to_be_visible()
    poll(phone, lambda: phone.evaluate("() => window.tones") > 0, "a tone sounds")
    phone.get_by_role("button", name="Next").click()
    expect(phone.get_by_text("No voice on this device")).to_be_visible()


def test_the_note_goes_when_a_slow_voice_begins(phone):
    phone.add_init_script(f"({VOICE})()")
    phone.add_init_script("speechSynthesis.speak = (one) => { window.held = one; }")
    open_at(phone)
    note = phone.get_by_text("No voice on this device")
    expect(note).to_be_visible()
    phone.evaluate("() => window.held.onstart()")
    expect(note).to_be_hidden()


@pytest.mark.parametrize("device, scheme", [(PHONE, "light"), (PHONE, "dark"), (DESK, "light"), (DESK, "dark")])
def test_every_step_is_large_and_without_faults(windows, device, scheme):
    page = windows.open(device, color_scheme=scheme)
    open_at(page)
    name = f"crisis-{'phone' if device is PHONE else 'desk'}-{scheme}"
    for number in range(LAST + 1):
        sizes = page.eval_on_selector_all(
            ".step-title, .step-text, .crisis-button:not(.pulse-step), .step-button, .crisis-patients span, "
            ".crisis-call p, .look p", "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
        assert min(sizes) >= 28, sizes
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert axe(page) == []
        windows.shot(page, f"{name}-{number + 1}")
        if number < LAST:
            page.get_by_role("button", name="Next").click()


def test_somebody_who_breathes_normally_goes_into_the_recovery_position(windows, phone):
    open_at(phone, BREATHE)
    expect(phone.get_by_text("Breathing normally? Turn them on their side.")).to_be_visible()
    phone.get_by_role("radio", name="Baby").check()
    expect(phone.get_by_text("Breathing normally? Hold the baby with its head low.")).to_be_visible()
    windows.shot(phone, "crisis-recovery")
    phone.get_by_role("link", name="Recovery position").click()
    expect(phone.get_by_role("heading", name="Breathing normally?")).to_be_visible()
    # The emergency goes on where it was.
    phone.go_back()
    expect(phone.get_by_role("heading", name="Breathing?", exact=True)).to_be_visible()


def test_it_can_be_used_at_twice_the_size(windows):
    # A desk at 200 % has half of its width and height.
    page = windows.open({"viewport": {"width": 640, "height": 400}})
    open_at(page, PUSH)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("button", name="Next")).to_be_in_viewport()
    windows.shot(page, "crisis-zoom")


def test_the_nearest_aed_comes_first_and_stays_without_a_network(windows, site):
    ruth = Person(site, "ruth-aeds")
    site.set_roles(ruth.id, ["admin"])
    token = site.sign_in("ruth-aeds")
    for building, floor, latitude in (("Gym", "Ground floor", 40.01), ("Library", "2", 40.001)):
        body = {"building": building, "floor": floor, "position": {"latitude": latitude, "longitude": -74}, "checked": "2026-11-01"}
        assert site.request("POST", "/v1/admin/aeds", body, token).status == 201
    page = windows.open(PHONE, geolocation={"latitude": 40.0, "longitude": -74.0}, permissions=["geolocation"])
    open_at(page, LAST)
    rows = page.locator(".crisis-aeds-list li")
    expect(rows.first).to_contain_text("Library, floor 2 · 110 m")
    expect(rows.first).to_contain_text("checked Nov 1, 2026")
    expect(rows.nth(1)).to_contain_text("Gym, Ground floor · ")
    windows.shot(page, "crisis-aeds")


def change_person(page, name):
    visit(page, "/settings")
    tap(page, "button", "Sign out")
    expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
    sign_in(page, name)


def test_trained_people_and_roommates_are_alerted_and_called_off(windows, site):
    karl = Person(site, "karl-crisis")
    karl.join("911A")
    neighbour(site, "kim-crisis", karl)
    page = windows.open(PHONE, "karl-crisis")
    visit(page, "/crisis")
    page.get_by_role("button", name="Next").click()
    # The call comes first: the panel is folded below it until its button is pressed.
    panel = page.locator("summary", has_text="Alert people on campus")
    expect(page.get_by_label("Where to come")).to_be_hidden()
    assert panel.bounding_box()["y"] > page.get_by_role("link", name="Call 911").bounding_box()["y"]
    windows.shot(page, "crisis-alert-folded")
    panel.click()
    expect(page.get_by_text("It doesn't replace the call.")).to_be_visible()
    place = page.get_by_label("Where to come")
    place.fill("")
    page.get_by_role("button", name="Alert them").click()
    expect(page.get_by_text("Say where to come")).to_be_visible()
    place.fill("Forbes Hall, stairs")
    page.get_by_role("button", name="Alert them").click()
    expect(page.get_by_text("1 person is alerted.")).to_be_visible()
    windows.shot(page, "crisis-alerted")
    # The panel is the same when the person comes back to it.
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("1 person is alerted.")).to_be_visible()
    # An alert that runs stands open, also after a reload.
    page.reload()
    expect(page.get_by_text("1 person is alerted.")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Call off").click()
    expect(page.get_by_text("Called off.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Called off.")).to_be_visible()
    # Nobody else who uses this browser sees it, and only its sender does again.
    change_person(page, "kim-crisis")
    visit(page, "/crisis")
    expect(page.locator("summary", has_text="Alert people on campus")).to_be_visible()
    expect(page.get_by_text("Called off.")).to_have_count(0)
    change_person(page, "karl-crisis")
    visit(page, "/crisis")
    expect(page.get_by_text("Called off.")).to_be_visible()
    kim = windows.open(PHONE, "kim-crisis")
    visit(kim, "/inbox")
    expect(kim.get_by_text("Called off: Forbes Hall, stairs")).to_be_visible()


def test_a_site_without_a_guide_says_at_least_to_call(source_windows):
    page = source_windows.open(PHONE)
    visit(page, "/crisis")
    expect(page.get_by_text("Call your emergency number", exact=False)).to_be_visible()
