"""Crisis mode: one press from every page, without sign-in or network, by fingers or keys, with a metronome that keeps time."""

import re
import statistics

import pytest
from playwright.sync_api import expect

from conftest import ARTEFACTS, GUIDE, campus_of
from quad_page import axe, poll, tap, visit
from quad_windows import DESK, PHONE, Windows

STEPS = ["Tap and shout", "Call 911", "Breathing?", "Push", "Keep going", "AED here?"]
# Records what the page sends to the loudspeaker: the samples, and when on the audio clock they were heard.
RECORDER = """
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (target, ...rest) {
  if (target instanceof AudioDestinationNode && !this.isRecorder) recorderOf(this.context).then((node) => connect.call(this, node));
  return connect.call(this, target, ...rest);
};
const recorders = new Map();
window.onsets = [];
function recorderOf(context) {
  if (!recorders.has(context)) recorders.set(context, (async () => {
    const code = `registerProcessor("tap", class extends AudioWorkletProcessor {
      process(inputs) {
        const samples = inputs[0][0];
        if (samples) {
          for (let at = 0; at < samples.length; at += 1) {
            const loud = Math.abs(samples[at]) > 0.1;
            if (loud && currentFrame + at - (this.last ?? -1e9) > sampleRate * 0.1) {
              this.port.postMessage((currentFrame + at) / sampleRate);
            }
            if (loud) this.last = currentFrame + at;
          }
        }
        return true;
      }
    });`;
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    const node = new AudioWorkletNode(context, "tap");
    node.isRecorder = true;
    node.port.onmessage = ({ data }) => window.onsets.push(data);
    connect.call(node, context.destination);
    return node;
  })());
  return recorders.get(context);
}
"""
# Keeps the page busy for 300 ms at random moments.
BUSY = """(seconds) => {
  const until = performance.now() + seconds * 1000;
  const block = () => {
    const end = performance.now() + 300;
    while (performance.now() < end);
    if (performance.now() < until) setTimeout(block, Math.random() * 400);
  };
  block();
}"""
KEPT_GUIDE = "async () => Boolean(await (await caches.open('aid')).match('/v1/guide'))"
# Browsers of people who have no such thing.
LESS = """
delete Navigator.prototype.wakeLock;
delete Navigator.prototype.vibrate;
Object.defineProperty(window, "speechSynthesis", { value: undefined });
"""


def heading(page):
    return page.locator(".step-title")


def at(page, step):
    expect(heading(page)).to_have_text(STEPS[step])


@pytest.fixture
def phone(windows):
    page = windows.open(PHONE)
    visit(page, "/signin")
    return page


def open_crisis(page):
    page.get_by_role("link", name="Emergency: first aid").first.click()
    at(page, 0)


def test_a_press_opens_it_and_six_screens_lead_through(windows, phone):
    open_crisis(phone)
    expect(phone.get_by_role("radio", name="Adult")).to_be_checked()
    for step in range(6):
        at(phone, step)
        size = phone.locator(".step-text").evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert size >= 28, size
        expect(phone.locator(".step-drawing")).to_have_attribute("alt", re.compile("."))
        if step == 1:
            expect(phone.get_by_role("link", name="Call 911")).to_have_attribute("href", "tel:911")
            expect(phone.get_by_text("Say where you are: building, floor, room.")).to_be_visible()
        if step < 5:
            tap(phone, "button", "Next")
    expect(phone.get_by_role("button", name="Next")).to_be_hidden()
    expect(phone.get_by_text("Not yet reviewed by a qualified person")).to_be_visible()
    phone.get_by_text("For the ambulance crew").click()
    expect(phone.locator(".crisis-log li")).to_contain_text(["Emergency opened", "CPR started", "AED step reached"])
    phone.locator(".crisis-choice", has_text="Baby").click()
    expect(phone.locator(".step-text")).to_contain_text("One pad on the front, one on the back.")
    at(phone, 5)
    phone.reload()
    at(phone, 5)
    expect(phone.get_by_role("radio", name="Baby")).to_be_checked()
    assert axe(phone) == []


def swipe(page, fingers, dx, dy=0):
    session = page.context.new_cdp_session(page)

    def touch(kind, x, y):
        points = [{"x": x + 30 * n, "y": y + 20 * n, "id": n} for n in range(fingers)] if kind != "touchEnd" else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 180, 420)
    for part in (0.3, 0.7, 1):
        touch("touchMove", 180 + dx * part, 420 + dy * part)
    touch("touchEnd", 0, 0)
    session.detach()


def test_swipes_with_one_or_two_fingers_turn_and_others_do_not(phone):
    open_crisis(phone)
    swipe(phone, 1, -120)
    at(phone, 1)
    swipe(phone, 2, -120)
    at(phone, 2)
    swipe(phone, 3, -120)
    swipe(phone, 1, -50)
    swipe(phone, 1, -80, 90)
    at(phone, 2)
    swipe(phone, 1, 120)
    at(phone, 1)
    swipe(phone, 2, 120)
    at(phone, 0)
    swipe(phone, 1, 120)
    at(phone, 0)


def test_keys_turn_and_never_past_the_first(windows):
    page = windows.open(DESK)
    visit(page, "/signin")
    open_crisis(page)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press(" ")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    # Space on a button presses the button alone.
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press(" ")
    at(page, 2)


def test_with_less_of_a_browser_the_steps_still_show_and_say_so(windows):
    page = windows.open(PHONE)
    page.context.add_init_script(LESS)
    visit(page, "/signin")
    open_crisis(page)
    expect(page.get_by_text("No voice on this device: read the text.")).to_be_visible()
    for _ in range(3):
        tap(page, "button", "Next")
    expect(page.locator(".crisis-beat")).to_have_text(re.compile(r"^\d+$"))
    expect(page.get_by_text("Swap in 1:5")).to_be_visible()
    tap(page, "button", "Voice on")
    expect(page.get_by_role("button", name="Voice off")).to_be_visible()


def test_it_fits_a_page_at_200_percent(windows):
    page = windows.open({"viewport": {"width": 195, "height": 422}, "has_touch": True, "is_mobile": True})
    visit(page, "/crisis")
    at(page, 0)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, wide


@pytest.mark.service_worker
def test_it_opens_with_every_program_stopped_in_a_browser_that_was_there_once(chromium):
    with campus_of(QUAD_GUIDE_CONTENT=str(GUIDE)) as site:
        windows = Windows(chromium, site, {}, ARTEFACTS)
        try:
            page = windows.open(PHONE)
            visit(page, "/signin")
            page.evaluate("async () => { await navigator.serviceWorker.ready; }")
            poll(page, lambda: page.evaluate(KEPT_GUIDE), "the guide is on the device")
            windows.watch.is_offline = True
            site.stop_all()
            page.reload()
            open_crisis(page)
            tap(page, "button", "Next")
            at(page, 1)
            page.reload()
            at(page, 1)
            expect(page.get_by_role("link", name="Call 911")).to_be_visible()
        finally:
            windows.close()


def test_the_metronome_keeps_time_while_the_page_is_busy(windows):
    page = windows.open(PHONE, bypass_csp=True)
    page.context.add_init_script(RECORDER)
    visit(page, "/signin")
    open_crisis(page)
    # The tones in place of a voice would be heard between the beats.
    tap(page, "button", "Voice on")
    for _ in range(3):
        tap(page, "button", "Next")
    page.wait_for_function("() => onsets.length > 1")
    page.evaluate(BUSY, 6)
    page.wait_for_function("() => onsets.length > 14", timeout=20_000)
    # The first ones may fall into the time before the recorder is there.
    onsets = page.evaluate("onsets")[1:]
    gaps = [late - early for early, late in zip(onsets, onsets[1:])]
    assert len(gaps) >= 10 and max(abs(gap - 60 / 110) for gap in gaps) < 0.005, gaps
    drift = abs(statistics.mean(gaps) - 60 / 110) * 110
    assert drift < 0.005, f"{drift * 1000:.2f} ms a minute"
