"""A site's own video in the list to learn more from: it plays in the page, with captions on offer."""

import base64
import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from conftest import GUIDE, campus_of
from quad_page import axe, poll, tap, visit
from quad_windows import DESK, PHONE

CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:10.000\n{}\n"
# A second of a canvas that changes its color, as VP8 in WebM.
RECORD = """async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 180 });
  const brush = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  for (let frame = 0; frame < 30; frame += 1) {
    brush.fillStyle = `hsl(${12 * frame} 60% 40%)`;
    brush.fillRect(0, 0, 320, 180);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await ended;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


@pytest.fixture(scope="module")
def film(chromium):
    page = chromium.of(DESK).new_page()
    try:
        return base64.b64decode(page.evaluate(RECORD))
    finally:
        page.close()


@pytest.fixture(scope="module")
def campus(film, tmp_path_factory):
    content = tmp_path_factory.mktemp("guide") / "content"
    shutil.copytree(GUIDE, content)
    (content / "videos").mkdir()
    (content / "videos" / "walk.webm").write_bytes(film)
    for language, text in {"en": "Push hard and fast.", "de": "Fest und schnell drücken."}.items():
        (content / "videos" / f"walk-{language}.vtt").write_text(CAPTIONS.format(text))
    items = json.loads((content / "items.json").read_text())
    items["items"].insert(0, {
        "id": "walk", "kind": "video", "video": "walk.webm", "offline": False, "written": "2026-11-27",
        "title": {"en": "Where our AEDs are", "de": "Wo unsere Defis sind", "fr": "Où sont nos DAE"},
        "text": {"en": "A walk over the campus.", "de": "Ein Rundgang über den Campus.", "fr": "Un tour du campus."},
        "captions": [{"language": one, "file": f"walk-{one}.vtt"} for one in ("en", "de")]})
    (content / "items.json").write_text(json.dumps(items))
    with campus_of("vera", QUAD_GUIDE_CONTENT=str(content)) as campus:
        yield campus


def shown_captions(page):
    return page.evaluate("""() => [...document.querySelector("video").textTracks]
        .filter(({ mode }) => mode === "showing")
        .flatMap(({ language, cues }) => [...cues ?? []].map(({ text }) => `${language}: ${text}`))""")


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_pressing_a_video_plays_it_in_the_page_with_captions(campus, campus_windows, device):
    page = campus_windows.open(device)
    visit(page, "/aid/learn")
    row = page.get_by_role("link", name=re.compile("Where our AEDs are"))
    assert row.get_attribute("target") is None
    row.click()
    video = page.locator("video")
    expect(video).to_have_attribute("aria-label", "Where our AEDs are")
    poll(page, lambda: page.evaluate("document.querySelector('video').currentTime > 0"), "it plays")
    poll(page, lambda: page.evaluate("document.querySelector('video').textTracks[0].cues?.length === 1"), "captions")
    assert shown_captions(page) == ["en: Push hard and fast."]
    tracks = page.evaluate("() => [...document.querySelector('video').textTracks].map(({ label }) => label)")
    assert tracks == ["English", "German"]
    assert axe(page) == []
    campus_windows.shot(page, f"video-{'phone' if device is PHONE else 'desk'}")
    tap(page, "link", "Sources")
    expect(video).to_have_count(0)


def test_a_german_reader_gets_german_captions(campus, campus_windows):
    page = campus_windows.open(PHONE, locale="de-DE")
    visit(page, "/aid/learn")
    page.get_by_role("link", name=re.compile("Wo unsere Defis sind")).click()
    poll(page, lambda: page.evaluate("document.querySelector('video')?.textTracks[1].cues?.length === 1"), "captions")
    assert shown_captions(page) == ["de: Fest und schnell drücken."]


def test_without_a_network_its_row_is_gray_and_says_why(campus, campus_windows):
    page = campus_windows.open(PHONE)
    visit(page, "/aid/learn")
    row = page.get_by_role("listitem").filter(has_text="Where our AEDs are")
    expect(row.get_by_role("link")).to_have_count(1)
    page.context.set_offline(True)
    expect(row.get_by_role("link")).to_have_count(0)
    expect(row.get_by_text("Needs a connection")).to_be_visible()
    assert axe(page) == []
    campus_windows.shot(page, "learn-offline")
    page.context.set_offline(False)
    expect(row.get_by_role("link")).to_have_count(1)


def test_a_video_that_does_not_come_says_so_and_can_be_tried_again(campus, campus_windows):
    page = campus_windows.open(PHONE)
    gone = []
    campus_windows.watch.allow(503, "/v1/guide/videos/walk")
    page.route("**/v1/guide/videos/walk", lambda route: (
        route.continue_() if gone else route.fulfill(status=503, body="")))
    visit(page, "/aid/learn/walk")
    expect(page.get_by_role("alert")).to_contain_text("The video can't be played.")
    assert axe(page) == []
    gone.append(True)
    tap(page, "button", "Try again")
    poll(page, lambda: page.evaluate("document.querySelector('video')?.readyState > 0"), "it is there")
    expect(page.get_by_role("alert")).to_have_count(0)
