"""The web client's files: the reply for each path, and files that are never served."""

import contextlib
import gzip
import http.client
import json
import os
import re
import shutil
import subprocess

import pytest

from quad_events import add, ask
from quad_site import Site, problem, send, wait_until

PAGE = b"<!doctype html><title>Quad</title><script type=module src=/app.js></script>"
FILES = {
    "index.html": PAGE,
    "app.js": b"export const quad = 1\n" * 1000,
    "styles/site.css": b"body { margin: 0 }",
    "manifest.webmanifest": b"{}",
    "assets/icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "assets/text.woff2": bytes(range(256)),
    "empty.txt": b"",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "media-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types quad"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(self), camera=(self)",
}


BUILT = b"export const built = 1\n" * 1000


def brotli(data):
    return subprocess.run(["brotli", "--best", "--stdout"], input=data, capture_output=True, check=True).stdout


def write(folder, files):
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """A site with a small web client, and with much beside it that is not for browsers."""
    outside = tmp_path_factory.mktemp("outside")
    write(outside, {"secret.txt": b"SECRET", "folder/secret.js": b"SECRET"})
    folder = write(outside / "web", FILES)
    write(folder, {".env.txt": b"SECRET", ".git/config.txt": b"SECRET", "notes.md": b"SECRET", "a b.js": b"SECRET"})
    write(folder, {"README.md": b"SECRET", "assets/built.js": BUILT, "assets/built.js.br": brotli(BUILT)})
    write(folder, {"app.js.br": b"SECRET"})
    (folder / "link.txt").symlink_to(outside / "secret.txt")
    (folder / "linked").symlink_to(outside / "folder")
    os.mkfifo(folder / "pipe.txt")
    site = Site(programs=("auth", "roomhub"), settings={"QUAD_WEB": str(folder)})
    site.web = folder
    try:
        site.start("gateway")
        yield site
    finally:
        site.close()


def test_every_file_has_its_bytes_and_its_type(web):
    types = {
        "index.html": "text/html; charset=utf-8", "app.js": "text/javascript; charset=utf-8",
        "styles/site.css": "text/css; charset=utf-8", "empty.txt": "text/plain; charset=utf-8",
        "manifest.webmanifest": "application/manifest+json; charset=utf-8",
        "assets/icon.svg": "image/svg+xml; charset=utf-8", "assets/text.woff2": "font/woff2",
    }
    for name, data in FILES.items():
        answer = web.request("GET", "/" + name)
        assert (answer.status, answer.body) == (200, data), name
        assert answer.headers.get_all("Content-Type") == [types[name]]
        kept = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        assert answer.headers.get_all("Cache-Control") == [kept], name
        for header, value in HEADERS.items():
            assert answer.headers.get_all(header) == [value], (name, header)
        assert "Set-Cookie" not in answer.headers and "Strict-Transport-Security" not in answer.headers


def test_an_address_inside_the_client_is_the_page(web):
    for path in ("/", "/?utm=1", "/room", "/room/", "/room/tasks?done=no", "/people/ada", "/caf%C3%A9", "/v1x"):
        answer = web.request("GET", path)
        assert (answer.status, answer.body) == (200, PAGE), path
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Content-Security-Policy"] == POLICY


def test_the_api_stays_what_it_is(web):
    for path in ("/v1", "/v1/", "/v1/nothing", "/v1/room/nothing", "/metrics/", "/healthz/", "/openapi.json/"):
        answer = web.request("GET", path)
        assert problem(answer) == (404, "not_found"), path
        assert answer.headers["Cache-Control"] == "no-store"
    assert web.request("GET", "/healthz").json == {}
    assert web.request("GET", "/metrics").headers["Content-Type"].startswith("text/plain")
    assert web.request("GET", "/openapi.json").json["openapi"].startswith("3.1")
    assert problem(web.request("GET", "/v1/me")) == (401, "signin_required")
    assert web.sign_up("ada")["token"]


def test_what_is_no_file_of_the_client_is_not_found(web):
    for path in (
        "/app.mjs", "/APP.JS", "/favicon.ico", "/styles/none.css", "/assets/none.svg", "/app.js/", "/index.html/x.js",
        "/notes.md", "/README.md", "/a%20b.js", "/link.txt", "/linked/secret.js", "/pipe.txt", "/.env.txt", "/.git/config.txt",
    ):
        answer = web.request("GET", path)
        assert problem(answer) == (404, "not_found"), path
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Cache-Control"] == "no-store"


def test_no_path_leads_out_of_the_set(web):
    up = ("..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "..;", "%c0%ae%c0%ae", "．．")
    between = ("/", "%2f", "\\", "%5c", "//", "/./", "%252f")
    paths = [f"{slash}{dots}{slash}secret.txt" for dots in up for slash in between]
    paths += [f"/assets{slash}{dots}{slash}{dots}{slash}secret.txt" for dots in up for slash in between]
    paths += [
        "//", "//secret.txt", "///", "//evil.example", "//evil.example/room", "/\\evil.example", "/%5cevil", "/%2fevil",
        "/%2e%2e/", "/..", "/../", "/.", "/./", "/room//tasks", "/room/%2e%2e/", "/%00", "/%", "/%zz", "/room%0d%0aX:y",
        str(web.web) + "/index.html", "/proc/self/environ", "/etc/passwd.txt", "/index.html%00.js", "/index%2ehtml",
    ]
    allowed = {"/proc/self/environ"}  # without a dot it is an address inside the client like any other
    for path in paths:
        target = path if path.startswith("/") else "/" + path
        connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
        try:
            connection.putrequest("GET", "/", skip_host=True)
            connection._buffer[0] = b"GET " + target.encode() + b" HTTP/1.1"
            connection.putheader("Host", "127.0.0.1")
            connection.endheaders()
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        assert b"SECRET" not in body and b"QUAD_" not in body, target
        if target in allowed:
            assert (response.status, body) == (200, PAGE), target
        else:
            assert response.status in (400, 404), (target, response.status)


def test_a_file_that_the_browser_has_is_not_sent_again(web):
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    try:
        first = send(connection, "GET", "/app.js")
        tag = first.headers["ETag"]
        assert tag.startswith('"') and tag.endswith('"')
        for known in (tag, "W/" + tag, f'"other", {tag}', "*"):
            again = send(connection, "GET", "/app.js", headers={"If-None-Match": known})
            assert (again.status, again.body) == (304, b""), known
            assert again.headers["ETag"] == tag and again.headers["Cache-Control"] == "no-cache"
            assert again.headers["Content-Security-Policy"] == POLICY
            assert again.headers.get_all("Content-Length") == [str(len(first.body))], "of the file, RFC 9110 8.6"
        assert send(connection, "HEAD", "/app.js", headers={"If-None-Match": tag}).status == 304
        assert send(connection, "GET", "/room", headers={"If-None-Match": tag}).body == PAGE
        assert send(connection, "GET", "/app.js", headers={"If-None-Match": '"other"'}).body == first.body
    finally:
        connection.close()


def test_head_is_get_without_the_body(web):
    for path in ("/", "/app.js", "/assets/text.woff2", "/empty.txt", "/room"):
        got, head = web.request("GET", path), web.request("HEAD", path)
        assert (head.status, head.body) == (200, b"")
        assert head.headers["Content-Length"] == str(len(got.body))
        same = lambda answer: sorted(pair for pair in answer.headers.items() if pair[0] != "Date")
        assert same(head) == same(got)


def test_text_is_compressed_for_who_takes_it(web):
    takes = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    for name in ("/app.js", "/room", "/styles/site.css", "/assets/text.woff2", "/empty.txt"):
        plain, sent = web.request("GET", name), web.request("GET", name, headers=takes)
        assert plain.headers["Content-Encoding"] is None
        if name != "/app.js":
            assert sent.headers["Content-Encoding"] is None and sent.body == plain.body, "too short, or no text"
            assert sent.headers["Vary"] is None and plain.headers["Vary"] is None
            continue
        assert sent.headers.get_all("Content-Encoding") == ["gzip"]
        assert gzip.decompress(sent.body) == plain.body == FILES["app.js"]
        assert sent.headers["Content-Length"] == str(len(sent.body)) and len(sent.body) < 200
        assert plain.headers.get_all("Vary") == sent.headers.get_all("Vary") == ["Accept-Encoding"]
        assert sent.headers["ETag"] != plain.headers["ETag"]
        for header in ("Content-Type", "Cache-Control", *HEADERS):
            assert sent.headers.get_all(header) == plain.headers.get_all(header), header
        head = web.request("HEAD", name, headers=takes)
        same = lambda answer: sorted(pair for pair in answer.headers.items() if pair[0] != "Date")
        assert same(head) == same(sent) and head.body == b""
        known = web.request("GET", name, headers={**takes, "If-None-Match": sent.headers["ETag"]})
        assert (known.status, known.body, known.headers["ETag"]) == (304, b"", sent.headers["ETag"])
        assert known.headers["Content-Length"] == str(len(sent.body)) and known.headers["Vary"] == "Accept-Encoding"
        other = web.request("GET", name, headers={"If-None-Match": sent.headers["ETag"]})
        assert (other.status, other.body) == (200, plain.body), "the gzip form is nothing for who does not take it"


def test_a_built_file_has_the_form_of_its_build(web):
    plain = web.request("GET", "/assets/built.js")
    sent = web.request("GET", "/assets/built.js", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert sent.headers.get_all("Content-Encoding") == ["br"] and sent.body == brotli(BUILT)
    assert plain.headers["Content-Encoding"] is None and plain.body == BUILT
    assert sent.headers["ETag"] != plain.headers["ETag"] and sent.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert sent.headers["Content-Type"] == plain.headers["Content-Type"]
    for value in ("gzip", "gzip, br;q=0.5", "br;q=0, gzip"):
        other = web.request("GET", "/assets/built.js", headers={"Accept-Encoding": value})
        assert other.headers["Content-Encoding"] == "gzip" and gzip.decompress(other.body) == BUILT, value
    known = web.request("GET", "/assets/built.js", headers={"Accept-Encoding": "br", "If-None-Match": sent.headers["ETag"]})
    assert (known.status, known.body) == (304, b"")
    # The form is no file of its own, and only what never changes has one.
    for path in ("/assets/built.js.br", "/app.js.br"):
        assert web.request("GET", path).status == 404, path
    assert web.request("GET", "/app.js", headers={"Accept-Encoding": "br"}).body == FILES["app.js"]


@pytest.mark.parametrize("value", ["", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0.1, identity", "gzip;q=high"])
def test_who_does_not_take_gzip_does_not_get_it(web, value):
    answer = web.request("GET", "/app.js", headers={"Accept-Encoding": value})
    assert answer.headers["Content-Encoding"] is None and answer.body == FILES["app.js"]


def test_what_programs_answer_is_not_compressed(web):
    for path in ("/v1/site", "/v1/nothing"):
        assert web.request("GET", path, headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"] is None


def served(folder, paths=("/sw.js",)):
    """The reply of a gateway that was started on the folder."""
    site = Site(programs=(), settings={"QUAD_WEB": str(folder)})
    try:
        site.start("gateway")
        return [site.request("GET", path) for path in paths]
    finally:
        site.close()


def test_the_service_worker_knows_the_sites_files(tmp_path):
    files = {**FILES, "sw.js": b"self.site = site;\n", "assets/large.png": b"x" * ((200 << 10) + 1)}
    folder = write(tmp_path / "web", files)
    [first] = served(folder)
    line, own = first.body.split(b"\n", 1)
    assert own == files["sw.js"]
    site = json.loads(re.fullmatch(rb"const site = (.*);", line)[1])
    assert site["files"] == sorted("/" + name for name in files if name not in ("sw.js", "assets/large.png"))
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", site["version"])
    assert first.headers["Cache-Control"] == "no-cache"
    assert first.headers["Content-Type"] == "text/javascript; charset=utf-8"
    again, page = served(folder, ("/sw.js", "/"))
    assert (again.body, again.headers["ETag"]) == (first.body, first.headers["ETag"]), "nothing changed"
    assert page.body == PAGE
    write(folder, {"styles/site.css": b"body { margin: 1px }"})
    [changed] = served(folder)
    assert changed.body != first.body and changed.headers["ETag"] != first.headers["ETag"]


@pytest.mark.skipif(not shutil.which("node"), reason="no JavaScript outside a browser here")
def test_the_service_worker_is_javascript(tmp_path):
    folder = write(tmp_path / "web", {**FILES, "sw.js": b"console.log(JSON.stringify(site))"})
    [answer] = served(folder)
    run = subprocess.run(["node", "-"], input=answer.body, capture_output=True, check=True)
    assert json.loads(run.stdout)["files"][0] == "/app.js"


def test_files_are_read_only(web):
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
        for path in ("/", "/app.js", "/room"):
            answer = web.request(method, path, b"x" if method in ("POST", "PUT", "PATCH") else None)
            assert problem(answer) == (405, "method_not_allowed"), (method, path)
            assert answer.headers["Allow"] == "GET, HEAD"
        assert web.request(method, "/none.js").status == 404


def test_what_is_left_out_is_logged_and_what_changes_later_is_not_seen(web):
    log = web.log("gateway")
    takes = {"Accept-Encoding": "gzip"}
    files = {**FILES, "assets/built.js": BUILT}
    sent = sum(len(web.request("GET", "/" + name, headers=takes).body) for name in files)
    assert f"web client: {len(files)} files, {sum(map(len, files.values()))} bytes, {sent} compressed" in log
    assert "web client: 8 left out, /.env.txt first" in log
    (web.web / "late.js").write_bytes(b"1")
    (web.web / "styles" / "site.css").unlink()
    assert web.request("GET", "/late.js").status == 404
    assert web.request("GET", "/styles/site.css").body == FILES["styles/site.css"]


def many(folder, count, size=1):
    return write(folder, {f"part{number}/{number}.js": b"x" * size for number in range(count)})


@pytest.mark.parametrize(
    "make, why",
    [
        (lambda folder: (folder / "index.html").unlink(), "has no index.html"),
        (lambda folder: many(folder, 800), "holds more than 800 files"),
        (lambda folder: many(folder, 9, 1 << 20), "holds more than 8388608 bytes"),
        (lambda folder: write(folder, {"big.js": b"x" * ((1 << 20) + 1)}), "big.js is larger than 1048576 bytes"),
        (lambda folder: write(folder, {f"n/{number}": b"" for number in range(2000)}), "holds more than 2000 entries"),
        (lambda folder: write(folder, {"a/b/c/d/e/f/g/h/i.js": b""}), "is deeper than 8 folders"),
        (lambda folder: folder.rename(folder.parent / "gone"), "cannot be read"),
    ],
)
def test_a_folder_beyond_the_limits_is_refused_at_the_start(tmp_path, make, why):
    folder = write(tmp_path / "web", {"index.html": PAGE})
    make(folder)
    site = Site(programs=(), settings={"QUAD_WEB": str(folder)})
    try:
        site.start("gateway")
        assert site.processes["gateway"].wait(10) == 78, "EX_CONFIG"
        log = site.log("gateway")
        assert "QUAD_WEB" in log and why in log, log
    finally:
        site.close()


def test_a_folder_at_the_limits_is_served(tmp_path):
    folder = many(write(tmp_path / "web", {"index.html": PAGE}), 499)
    write(folder, {"part0/0.js": b"x" * (1 << 20), "a/b/c/d/e/f/g/note.md": b""})
    site = Site(programs=(), settings={"QUAD_WEB": str(folder)})
    try:
        site.start("gateway")
        assert len(site.request("GET", "/part0/0.js").body) == 1 << 20
        assert site.request("GET", "/part498/498.js").body == b"x"
    finally:
        site.close()


def test_without_the_setting_there_is_no_web_client():
    for settings in ({}, {"QUAD_WEB": ""}):
        site = Site(programs=(), settings=settings)
        try:
            site.start("gateway")
            for path in ("/", "/index.html", "/room"):
                assert problem(site.request("GET", path)) == (404, "not_found")
        finally:
            site.close()


def test_w11_a_public_link_has_the_head_of_its_event(tmp_path):
    page = b'<html><head>\n<title>Quad</title>\n<meta name="description" content="Your room.">\n</head></html>'
    folder = write(tmp_path / "web", {"index.html": page})
    origin = "https://quad.example"
    settings = {"QUAD_WEB": str(folder), "QUAD_ORIGIN": origin, "QUAD_LANGUAGE": "de"}
    with contextlib.closing(Site(programs=("auth", "roomhub", "events"), settings=settings)) as site:
        site.start("gateway")
        wait_until(lambda: site.request("GET", "/v1/site").status == 200, "the gateway has found auth")
        ada = site.sign_up("ada")
        party = add(site, ada, 'Tee & "Kekse"', place="<Saal>", when={
            "date": "2030-12-14", "time": "19:00:00", "zone": "Europe/Berlin"})
        path = ask(site, ada, "POST", f"/v1/events/{party['id']}/link").json["path"]
        answer = site.request("GET", path)
        shown = answer.body.decode()
        says = "Samstag, 14. Dezember um 19:00 (Berlin) · &lt;Saal&gt;"
        assert "<title>Tee &amp; &quot;Kekse&quot; · Quad</title>" in shown and "Your room" not in shown
        assert f'<meta name="description" content="{says}">' in shown
        assert f'<meta property="og:url" content="{origin}{path}">' in shown
        assert answer.headers["Content-Security-Policy"] == POLICY and answer.headers["Cache-Control"] == "no-cache"
        tag = answer.headers["ETag"]
        assert site.request("GET", path, headers={"If-None-Match": tag}).status == 304
        assert site.request("HEAD", path).headers["ETag"] == tag
        assert site.request("GET", "/shared/" + "A" * 43).body == page
        site.stop("events")
        assert site.request("GET", path).body == page, "without events it is the page of every other address"
