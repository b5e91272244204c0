"""A browser with waiting changes of an earlier release's client (Tests/Interop/upgrade) continues with today's."""

import json
import re
import tarfile
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from conftest import ARTEFACTS, WEB
from quad_page import poll
from quad_upgrade import FOLDER, OldSite
from quad_windows import PHONE, Windows

ARCHIVES = sorted(FOLDER.glob("*.tar.xz"))
@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.xz"))
def archive(request):
    return request.param


@pytest.fixture
def old_site(archive):
    site = OldSite(archive, {"QUAD_WEB": str(WEB)})
    try:
        yield site
    finally:
        site.close()


@pytest.fixture
def windows(chromium, old_site, archive):
    """Windows of ada's browser as it was: cookies, what it stores, and its clock."""
    with tarfile.open(archive) as tar:
        state = json.load(tar.extractfile("browser.json"))
    for origin in state["origins"]:
        origin["origin"] = f"http://127.0.0.1:{old_site.port}"
    windows = Windows(chromium, old_site, {"ada": state}, ARTEFACTS)
    yield windows
    windows.close()


def begin(windows, site):
    """Opens a page, and returns the requests that send the waiting changes, once they have replies."""
    sent = []

    def ended(request):
        if request.method != "GET" and re.search(r"/v1/(tasks|events/[^/]+/to-dos)\b", request.url):
            sent.append((request.method, request.url.rsplit("/", 1)[1], request.response().status))

    page = windows.open(PHONE, "ada")
    page.on("requestfinished", ended)
    made = datetime.fromisoformat(site.old["madeAt"].replace("Z", "+00:00"))
    page.context.clock.install(time=made + timedelta(minutes=1))
    page.goto("/tasks")
    poll(page, lambda: len(sent) >= 4, "what waited went out", timeout=20)
    expect(page.get_by_role("link", name=re.compile("changes? waits?"))).to_have_count(0)
    return sent


def test_what_waited_goes_out_once(windows, old_site):
    def get(path):
        return old_site.request("GET", path, token=old_site.old["tokens"]["ada"]).json["items"]

    def found():
        done = [task["title"] for task in get("/v1/tasks?state=completed&limit=100")]
        tasks = done + [task["title"] for task in get("/v1/tasks?state=open&limit=100")]
        lists = [(one["text"], one["isDone"]) for one in get(f"/v1/events/{old_site.old['party']}/to-dos")]
        return (
            tasks.count("Water the fern on the sill"), done.count("Oil the hinges of the wardrobe"),
            [one for one in lists if one[0] == "Hang up the lanterns"],
        )

    assert found() == (0, 0, [])
    sent = begin(windows, old_site)
    once = (1, 1, [("Hang up the lanterns", True)])
    assert found() == once
    assert [method for method, _, _ in sent] == ["POST", "POST", "POST", "PATCH"]
    assert all(status < 300 for _, _, status in sent), sent
    # The same browser once more, as if it had been cut off before the answers came.
    begin(windows, old_site)
    assert found() == once
