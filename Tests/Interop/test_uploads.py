"""Pictures from upload to sight: what is stored, who sees it, what is refused, and what is deleted."""

import hashlib
import io
import json
import shutil
import socket
import subprocess
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from people import advance
from quad_uploads import png, upload
from quad_bus import ASSERTION, BusClient
from quad_site import Site, assertion, wait_until
from quad_stores import reading

WHEN = {"date": "2040-05-01", "time": "19:00", "zone": "Etc/UTC"}
PICTURES = Path(__file__).resolve().parents[2] / "Services/media-fetcher/pictures"
WEBP = {"Accept": "image/avif,image/webp,*/*"}


@pytest.fixture(scope="module")
def site():
    site = Site(settings={"QUAD_MEDIA_PICTURES": str(PICTURES)})
    try:
        site.define_dorm("forbes", "Forbes Hall", 4)
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def ada(site):
    return site.sign_up("ada")["token"]


def add_event(site, token, picture, **more):
    answer = site.request("POST", "/v1/events", {"title": "Party", "when": WHEN, "picture": picture, **more}, token)
    assert answer.status == 201, answer.body
    return answer.json["event"]


def seen(site, token, event, variant="480", **headers):
    return site.request("GET", f"/v1/events/{event['id']}/picture/{variant}", token=token, headers=headers)


def code(answer):
    return answer.status, answer.json["code"]


def soon(**duration):
    moment = datetime.now(timezone.utc) + timedelta(**duration)
    return {"date": f"{moment:%Y-%m-%d}", "time": f"{moment:%H:%M}", "zone": "Etc/UTC"}


def told_of(site, event, token):
    """The reply of events that the gateway passes on to media-fetcher."""
    gateway = BusClient(site.keys, site.run, "gateway")
    try:
        return gateway.call("events.card.get", {"id": event["id"]}, tlvs=[(ASSERTION, assertion(site, token))])
    finally:
        gateway.close()


def uses(site):
    with reading(site, "media-fetcher") as database:
        return database.execute("SELECT count(*) FROM picture_use").fetchone()[0]


def size_of(picture, tmp_path):
    file = tmp_path / "seen"
    file.write_bytes(picture)
    fields = [subprocess.check_output(["vipsheader", "-f", name, file], text=True) for name in ("width", "height")]
    return tuple(int(field) for field in fields)


def test_an_uploaded_picture_is_shown_in_each_size_and_form(site, ada, tmp_path):
    stored = upload(site, ada, png(1600, 1200))
    assert (stored["width"], stored["height"]) == (1600, 1200)
    event = add_event(site, ada, {"object": stored["object"]})
    assert event["picture"] == {"object": stored["object"]}
    for variant, width in (("160", 160), ("480", 480), ("1200", 1200), ("whole", 1200)):
        for accept, media_type in (("image/webp", "image/webp"), ("*/*", "image/jpeg")):
            answer = seen(site, ada, event, variant, Accept=accept)
            assert (answer.status, answer.headers["Content-Type"]) == (200, media_type)
            assert size_of(answer.body, tmp_path) == (width, width * 3 // 4)
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert code(seen(site, ada, event, "500")) == (422, "value_unknown")


def test_a_crop_shows_its_part_to_everybody_and_the_whole_to_the_owner(site, tmp_path):
    owner = site.member("bea", "201")["token"]
    mate = site.sign_up("ben")["token"]
    key = site.request("GET", "/v1/room", token=owner).json["joinCode"]
    room = {"dorm": "forbes", "number": "201", "code": key}
    assert site.request("POST", "/v1/room/join", room, mate).json["state"] == "joined"
    stored = upload(site, owner, png(1000, 800))
    crop = {"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.25}
    event = add_event(site, owner, {"object": stored["object"], "crop": crop}, visibility="room")
    wait_until(lambda: seen(site, mate, event).status == 200, "the roommate sees it")
    assert size_of(seen(site, mate, event, "1200").body, tmp_path) == (500, 200)
    assert size_of(seen(site, owner, event, "whole").body, tmp_path) == (1000, 800)
    assert code(seen(site, mate, event, "whole")) == (404, "not_found")
    assert site.request("POST", "/v1/room/leave", token=mate).status == 204
    wait_until(lambda: seen(site, mate, event).status == 404, "who left the room sees it no more")


def test_a_browser_asks_again_by_tag_and_for_parts(site, ada):
    event = add_event(site, ada, {"object": upload(site, ada, png(300, 200))["object"]})
    first = seen(site, ada, event, **WEBP)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, max-age=60" and first.headers["Vary"] == "Accept"
    again = seen(site, ada, event, **WEBP, **{"If-None-Match": tag})
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
    part = seen(site, ada, event, **WEBP, Range="bytes=2-9")
    assert (part.status, part.body) == (206, first.body[2:10])
    assert part.headers["Content-Range"] == f"bytes 2-9/{len(first.body)}"
    assert seen(site, ada, event, **WEBP, Range="bytes=-4").body == first.body[-4:]
    for ignored in ("bytes=9999999-", "bytes=5-2", "bytes=0-1,4-5", "items=0-1", "bytes=a-b"):
        assert seen(site, ada, event, **WEBP, Range=ignored).status == 200, ignored


def test_only_who_uploaded_a_picture_may_use_it(site, ada):
    stored = upload(site, ada, png(70, 50))
    eve = site.sign_up("eve")["token"]
    stolen = {"title": "Mine", "when": WHEN, "picture": {"object": stored["object"]}}
    assert code(site.request("POST", "/v1/events", stolen, eve)) == (422, "picture_bad")
    own = site.request("POST", "/v1/events", {"title": "Mine", "when": WHEN}, eve).json["event"]
    edit = {"version": 1, "picture": {"object": stored["object"]}}
    assert code(site.request("PATCH", f"/v1/events/{own['id']}", edit, eve)) == (422, "picture_bad")
    # The same bytes are the same picture, and then it is theirs, too.
    assert upload(site, eve, png(70, 50))["object"] == stored["object"]
    assert site.request("PATCH", f"/v1/events/{own['id']}", edit, eve).status == 200


def test_a_link_shows_the_picture_until_it_ends(site, ada):
    event = add_event(site, ada, {"object": upload(site, ada, png(90, 60))["object"]})
    token = site.request("POST", f"/v1/events/{event['id']}/link", token=ada).json["token"]
    path = f"/v1/shared-events/{token}/picture/160"
    assert site.request("GET", path).status == 200
    assert site.request("GET", path.replace("160", "whole")).status == 404
    assert site.request("DELETE", f"/v1/events/{event['id']}/link", token=ada).status == 204
    assert code(site.request("GET", path)) == (404, "link_unknown")


@pytest.mark.parametrize(("body", "refusal"), [
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture_type_bad"), (b"%PDF-1.7\n", "picture_type_bad"),
    (b"<?xml version='1.0'?>", "picture_type_bad"), (b"", "upload_missing"), (png()[:60], "picture_broken"),
    (png(said=(50_000, 50_000)), "picture_too_large"),
    (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "picture_heic"),
], ids=["svg", "pdf", "xml", "empty", "cut", "huge", "heic"])
def test_a_file_that_is_no_picture_is_refused_by_its_code(site, ada, body, refusal):
    answer = site.request("POST", "/v1/uploads", body, ada, {"Content-Type": "image/jpeg"})
    assert code(answer) == (422, refusal)
    wait_until(lambda: not list(Path(site.data, "media", "incoming").iterdir()), "nothing is left of it")


def test_an_upload_is_signed_in_small_and_a_picture(site, ada):
    assert code(site.request("POST", "/v1/uploads", png(), headers={"Content-Type": "image/png"})) == (
        401, "signin_required")
    assert code(site.request("POST", "/v1/uploads", png(), ada, {"Content-Type": "text/html"})) == (
        415, "media_type_unsupported")
    assert code(site.request("POST", "/v1/uploads", {}, ada)) == (415, "media_type_unsupported")


def test_what_nobody_uses_is_deleted_and_what_is_used_is_kept(tmp_path):
    site = Site(clock="2030-01-01T00:00:00.000Z")
    try:
        ada = site.sign_up("ada")["token"]
        objects = Path(site.data, "media", "objects")

        def kept(name):
            return (objects / name[:2] / name / "original").exists()

        unused, used = (upload(site, ada, png(40, side))["object"] for side in (30, 31))
        event = add_event(site, ada, {"object": used})
        space = site.request("GET", "/v1/me/pictures/space", token=ada).json
        assert space["pictures"] == 2 and 0 < space["bytes"] < 10_000 and space["maxBytes"] == 200 << 20
        advance(site, hours=25)
        wait_until(lambda: not kept(unused), "the unused picture is gone")
        assert kept(used) and seen(site, ada, event).status == 200
        # A deleted event keeps its picture for the 30 days in which it can be restored.
        assert site.request("DELETE", f"/v1/events/{event['id']}", token=ada).status == 204
        assert seen(site, ada, event).status == 404
        advance(site, days=29)
        assert site.request("POST", f"/v1/events/{event['id']}/restore", token=ada).status == 200
        assert seen(site, ada, event).status == 200
        assert site.request("DELETE", f"/v1/events/{event['id']}", token=ada).status == 204
        advance(site, days=31)
        wait_until(lambda: not uses(site), "media-fetcher has heard of the purge")
        advance(site, minutes=1)
        wait_until(lambda: not kept(used), "the picture of the purged event is gone")
        assert site.request("GET", "/v1/me/pictures/space", token=ada).json["pictures"] == 0
    finally:
        site.close()


def test_a_person_has_a_space_of_their_own(tmp_path):
    site = Site(settings={"QUAD_MEDIA_PERSON_MIB": "1"})
    try:
        ada, ben = site.sign_up("ada")["token"], site.sign_up("ben")["token"]
        picture = noise(tmp_path, 1600, 1600)
        for token in (ada, ben):
            upload(site, token, picture, "image/jpeg")
        assert site.request("GET", "/v1/me/pictures/space", token=ada).json["bytes"] > 1 << 20
        refused = site.request("POST", "/v1/uploads", png(), ada, {"Content-Type": "image/png"})
        assert code(refused) == (409, "pictures_full")
    finally:
        site.close()


def noise(folder, width, height):
    """A JPEG that is as large as its pixels allow."""
    subprocess.run(f"vips gaussnoise n.v {width} {height} --sigma 90 && vips cast n.v n.jpg[Q=95] uchar", shell=True,
                   cwd=folder, check=True)
    return (folder / "n.jpg").read_bytes()


def archive(site, token):
    answer = site.request("GET", "/v1/me/export?pictures=true", token=token)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="quad-export.zip"'
    return zipfile.ZipFile(io.BytesIO(answer.body))


def test_an_export_with_pictures_is_an_archive_of_their_files(site):
    ida = site.sign_up("ida")["token"]
    photo, drawing, gone = (
        upload(site, ida, picture)["object"] for picture in (png(300, 200), png(30, 20, alpha=128), png(31, 20)))
    assert site.request("PUT", "/v1/me/picture", {"object": drawing}, ida).status == 200
    add_event(site, ida, {"object": photo})
    found = site.request("POST", "/v1/pictures", {"q": "cake"}, ida).json["object"]
    shutil.rmtree(Path(site.data, "media", "objects", gone[:2], gone))
    with archive(site, ida) as files:
        assert files.testzip() is None
        names = {f"pictures/{photo}.jpg", f"pictures/{drawing}.webp"}
        assert set(files.namelist()) == {"quad-export.json"} | names, "neither what is gone nor what was only looked at"
        for name in names:
            assert hashlib.sha256(files.read(name)).hexdigest() == name[9:73]
            assert abs(datetime(*files.getinfo(name).date_time) - datetime.now()) < timedelta(days=1, minutes=5)
        held = json.loads(files.read("quad-export.json"))
    plain = site.request("GET", "/v1/me/export", token=ida).json
    assert held["programs"] == plain["programs"]
    listed = {one["object"]: one.get("isFound") for one in held["programs"]["media-fetcher"][0]["pictures"]}
    assert listed == {photo: None, drawing: None, gone: None, found: True}
    assert code(site.request("GET", "/v1/me/export?pictures=some", token=ida)) == (422, "value_unknown")
    assert site.request("GET", "/v1/me/export?pictures=true").status == 401


def test_an_archive_that_is_not_read_keeps_only_its_own_person_waiting(site, tmp_path):
    people = {name: site.sign_up(name)["token"] for name in ("jo", "kit")}
    for side in (2400, 2450, 2500):
        upload(site, people["jo"], noise(tmp_path, side, side), "image/jpeg")
    upload(site, people["kit"])
    unread = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(2)]
    for connection in unread:
        connection.sendall(b"GET /v1/me/export?pictures=true HTTP/1.1\r\nHost: quad\r\nAuthorization: Bearer "
                           + people["jo"].encode() + b"\r\n\r\n")
        assert connection.recv(64).startswith(b"HTTP/1.1 200")
    assert code(site.request("GET", "/v1/me/export?pictures=true", token=people["jo"])) == (503, "busy")
    with archive(site, people["kit"]) as files:
        assert len(files.namelist()) == 2
    for connection in unread:
        connection.close()
    wait_until(lambda: site.request("GET", "/v1/me/export?pictures=true", token=people["jo"]).status == 200, "it is free")


def test_many_uploads_at_once_are_all_stored_and_keep_nobody_waiting(site, ada, tmp_path):
    event = add_event(site, ada, {"object": upload(site, ada, png(90, 70))["object"]})
    picture = noise(tmp_path, 900, 700)
    incoming = Path(site.data, "media", "incoming")
    with ThreadPoolExecutor(16) as pool:
        uploads = [pool.submit(upload, site, ada, picture, "image/jpeg") for _ in range(16)]
        wait_until(lambda: len(list(incoming.iterdir())) >= 12, "most have arrived")
        # A size that has to be made comes between them.
        assert seen(site, ada, event, "480").status == 200
        waiting = [one for one in uploads if not one.done()]
        assert len(waiting) > 4
        assert len({one.result()["object"] for one in uploads}) == 1


def test_a_result_of_a_search_takes_space_once_something_shows_it(site):
    def space():
        return site.request("GET", "/v1/me/pictures/space", token=token).json["pictures"]

    def take():
        return site.request("POST", "/v1/pictures", {"q": "train"}, token).json["object"]

    token = site.sign_up("looker")["token"]
    one = take()
    assert space() == 0
    assert site.request("GET", f"/v1/uploads/{one}/480", token=token).status == 200
    add_event(site, token, {"object": one})
    assert space() == 1
    assert take() == one and space() == 1, "seen again, it is still the one that is shown"


def test_a_share_card_counts_down_and_shows_nothing_else(site, ada, tmp_path):
    event = add_event(site, ada, {"object": upload(site, ada, png(400, 300))["object"]}, notes="secret notes")
    path = f"/v1/events/{event['id']}/card"
    card = site.request("GET", path, token=ada)
    assert (card.status, card.headers["Content-Type"]) == (200, "image/png")
    assert size_of(card.body, tmp_path) == (1200, 630)
    other = site.request("GET", f"{path}?magic=true&language=de", token=ada)
    assert other.status == 200 and other.body != card.body
    near = site.request("POST", "/v1/events", {"title": "Soon", "when": soon(hours=30)}, ada).json["event"]
    assert code(site.request("GET", f"/v1/events/{near['id']}/card?magic=true", token=ada)) == (409, "magic_too_close")
    assert site.request("GET", f"/v1/events/{near['id']}/card", token=ada).status == 200
    # What media-fetcher is told of the event is what the card shows.
    told = told_of(site, event, ada)
    assert "secret" not in json.dumps(told) and told["title"] == "Party" and told["figures"][0]["label"] == "days"


def test_a_seen_picture_is_gone_at_once_when_it_changes(site, ada):
    """The gateway keeps who sees which picture for a minute, and forgets it with the event's own events."""
    first, second = (upload(site, ada, png(60, side))["object"] for side in (40, 41))
    event = add_event(site, ada, {"object": first})
    shown = [seen(site, ada, event).body for _ in range(3)]
    assert shown[0] == shown[1] == shown[2]
    edit = {"version": event["version"], "picture": {"object": second}}
    assert site.request("PATCH", f"/v1/events/{event['id']}", edit, ada).status == 200
    wait_until(lambda: seen(site, ada, event).body != shown[0], "the new picture is shown")
    assert site.request("DELETE", f"/v1/events/{event['id']}", token=ada).status == 204
    wait_until(lambda: seen(site, ada, event).status == 404, "a deleted event has no picture")


def test_a_small_picture_is_sent_from_memory_until_something_happens(site, ada):
    name = upload(site, ada, png(61, 40))["object"]
    event = add_event(site, ada, {"object": name})
    file = Path(site.data, "media/objects", name[:2], name, "480.jpg")

    def is_from_memory():
        first = seen(site, ada, event)
        file.unlink(missing_ok=True)
        again = seen(site, ada, event)
        assert (first.status, again.status) == (200, 200) and first.body == again.body
        return not file.exists()

    wait_until(is_from_memory, "the events before have been heard")
    assert seen(site, ada, event, Range="bytes=0-3").status == 206 and file.exists(), "a part comes from the file"
    file.unlink()
    add_event(site, ada, {"object": name})
    wait_until(lambda: seen(site, ada, event).status == 200 and file.exists(), "it is read again")
