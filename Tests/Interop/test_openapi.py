"""The OpenAPI document is enough for others: its words are the doc comments of Schema, and clients that a generator
makes of it hold the README's conversation."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import quad_launch
import quad_schema_texts

CLIENTS = Path(__file__).resolve().parent / "clients"
PROGRAMS = Path(quad_launch.BIN)
# The generator runs once: what Java would compile well takes longer than the run itself.
SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def generate(site, generator, folder):
    """Writes the client that openapi-generator makes of the site's document, with the Java that comes from PyPI."""
    document = folder / "openapi.json"
    document.write_bytes(site.request("GET", "/openapi.json").body)
    cli = Path(sys.executable).parent / "openapi-generator-cli"
    run(str(cli), "generate", "-g", generator, "-i", str(document), "-o", str(folder / "client"),
        env={**os.environ, "JAVA_TOOL_OPTIONS": SHORT_RUN})
    return folder / "client"


def test_i5_the_descriptions_are_the_doc_comments():
    new = quad_schema_texts.files(quad_schema_texts.graph(PROGRAMS / "Modules").texts())
    old = {path.name: path.read_text() for path in quad_schema_texts.FOLDER.glob("*.swift")}
    assert sorted(old) == sorted(new)
    differing = [name for name in new if old[name] != new[name]]
    assert differing == [], "run Tests/Interop/quad_schema_texts.py and build again"


def test_i5_the_document_is_kept_and_asked_for_by_its_tag(site):
    first = site.request("GET", "/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert first.headers["Content-Encoding"] == "gzip" and first.headers["Cache-Control"] == "no-cache"
    again = site.request("GET", "/openapi.json", headers={
        "Accept-Encoding": "gzip", "If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_i5_a_generated_client_holds_the_conversation(site, tmp_path, language):
    site.member("ada", "871A")
    who = (f"http://127.0.0.1:{site.port}", site.address("ada"), site.password)
    if language == "python":
        client = generate(site, "python", tmp_path)
        script = str(CLIENTS / "conversation.py")
        said = run(sys.executable, script, *who, env={**os.environ, "PYTHONPATH": str(client)})
        said = said.replace("'", '"')
    else:
        client = generate(site, "typescript-fetch", tmp_path)
        (client / "conversation.ts").write_text((CLIENTS / "conversation.ts").read_text())
        # Debian's TypeScript 4.8 does not see that `in` narrows a type; all else is strict.
        run("tsc", "--target", "es2020", "--module", "commonjs", "--moduleResolution", "node", "--lib", "es2020,dom",
            "--strict", "--noImplicitAny", "false", "--outDir", str(tmp_path / "js"), str(client / "conversation.ts"))
        said = run("node", str(tmp_path / "js" / "conversation.js"), *who)
    room, same, problem, titles = said.splitlines()
    assert room == "Forbes Hall 871A"
    assert same == "the same task"
    assert problem == 'title_blank ["title"]'
    assert json.loads(titles) == ["Buy oat milk"]
