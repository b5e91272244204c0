"""The map of the web client: the library that it is made of, and the server of tiles that a site names."""

import contextlib

import pytest

from quad_site import Site
from test_web import FILES, POLICY, served, write

# The library that the client's map is made of, which Debian's package has.
LEAFLET = "/usr/share/javascript/leaflet/leaflet.esm.js"


def refused(folder, **settings):
    """The log of a gateway that doesn't start."""
    with contextlib.closing(Site(programs=(), settings={"QUAD_WEB": str(folder), **settings})) as site:
        site.start("gateway")
        assert site.processes.pop("gateway").wait(10) == 78, "EX_CONFIG"
        return site.log("gateway")


def test_a_link_to_a_library_of_the_system_is_served(tmp_path):
    folder = write(tmp_path / "web", FILES)
    (folder / "map.js").symlink_to(LEAFLET)
    (folder / "around.js").symlink_to("/usr/share/javascript/../javascript/leaflet/leaflet.esm.js")
    (folder / "folder.js").symlink_to("/usr/share/javascript/leaflet")
    found, around, whole = served(folder, ("/map.js", "/around.js", "/folder.js"))
    assert found.body == open(LEAFLET, "rb").read() and (around.status, whole.status) == (404, 404)
    assert found.headers["Content-Type"] == "text/javascript; charset=utf-8"
    (folder / "gone.js").symlink_to("/usr/share/javascript/gone.js")
    log = refused(folder)
    assert "QUAD_WEB" in log and "gone.js" in log and "compose/packages.debian" in log, log


@pytest.mark.parametrize("template, origin", [
    ("https://tiles.example.org/{z}/{x}/{y}.png", "https://tiles.example.org"),
    ("https://tiles.hilltop.example:8443/t?x={x}&y={y}&z={z}", "https://tiles.hilltop.example:8443"),
])
def test_pictures_may_come_from_the_server_of_tiles_alone(tmp_path, template, origin):
    page = b'<html><head><meta name="quad-tiles" content="">\n<title>Quad</title></head></html>'
    folder = write(tmp_path / "web", {**FILES, "index.html": page, "sw.js": b"self.site = site;\n"})
    settings = {"QUAD_WEB": str(folder), "QUAD_TILES": template, "QUAD_TILES_CREDIT": 'City & "Co"'}
    with contextlib.closing(Site(programs=(), settings=settings)) as site:
        site.start("gateway")
        answer = site.request("GET", "/")
        worker = site.request("GET", "/sw.js").body
        for path in ("/", "/index.html", "/app.js", "/sw.js"):
            policy = site.request("GET", path).headers["Content-Security-Policy"]
            assert policy == POLICY.replace("data: blob:;", f"data: blob: {origin};"), path
    named = template.replace("&", "&amp;")
    credit = "City &amp; &quot;Co&quot;"
    assert f'<meta name="quad-tiles" content="{named}" data-credit="{credit}">' in answer.body.decode()
    # Browsers with the page of another setting get a new one.
    plain, other = served(folder, ("/", "/sw.js"))
    assert plain.body == page and plain.headers["Content-Security-Policy"] == POLICY and other.body != worker


@pytest.mark.parametrize("template, why", [
    ("http://tiles.example.org/{z}/{x}/{y}.png", "does not begin with https://"),
    ("tiles.example.org/{z}/{x}/{y}.png", "does not begin with https://"),
    ("https://tiles.example.org/{z}/{x}.png", "has no {y}"),
    ("https://{z}.example.org/{x}/{y}.png", "names no host"),
    ("https://{s}.tiles.example.org/{z}/{x}/{y}.png", "names no host"),
    ("https://ada:secret@tiles.example.org/{z}/{x}/{y}.png", "names no host"),
    ("https://*.example.org/{z}/{x}/{y}.png", "names no host"),
    ("https://tiles.example.org;script-src/{z}/{x}/{y}.png", "names no host"),
    ("https://tiles.example.org:0/{z}/{x}/{y}.png", "names no host"),
    ("https:///{z}/{x}/{y}.png", "names no host"),
    ("https://tiles.example.org/{z}/{x}/{y}{r}.png", "what no address has"),
    ("https://tiles.example.org/{z}/{z}/{x}/{y}.png", "more than one {z}"),
    ("https://tiles.example.org/{z}/{x}/{y}.png; default-src *", "what no address has"),
    ("https://tiles.example.org/{z}/{x}/{y}.png?" + "a" * 500, "longer than 500"),
])
def test_a_server_of_tiles_that_is_none_is_refused_at_the_start(tmp_path, template, why):
    log = refused(write(tmp_path / "web", FILES), QUAD_TILES=template)
    assert "QUAD_TILES" in log and why in log, log


def test_a_credit_that_is_too_long_is_refused_at_the_start(tmp_path):
    tiles = "https://tiles.example.org/{z}/{x}/{y}.png"
    log = refused(write(tmp_path / "web", FILES), QUAD_TILES=tiles, QUAD_TILES_CREDIT="a" * 101)
    assert "QUAD_TILES_CREDIT" in log and "more than 100" in log, log
