"""A site as an earlier release left it: upgrade/<release>.tar.xz, opened by today's programs."""

import json
import os
import re
import shutil
import struct
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

from quad_site import Site

TREE = Path(__file__).resolve().parents[2]
FOLDER = TREE / "Tests" / "Interop" / "upgrade"
# Members that follow the system's clock beside a frozen site: when a person was last seen.
OF_THE_CLOCK = {"lastSeen", "lastUsed"}
# Answers that changed on purpose, by what `differences` calls them, without the person: {"/v1/site.body.name": "why"}.
CHANGED = {"/v1/channels.body.kinds": "Gotify is a kind since 0.2.0"}
# The name that calendar files give their maker: until 0.1.0 it was a placeholder.
MAKERS = ("PRODID:-//campus//events//EN", "PRODID:-//Quad//Quad//EN")
# Not read: streams, what is not of a site's data, and what has no answer of its own.
NOT_READ = {
    "/v1/stream", "/v1/push/key", "/v1/feeds/{token}", "/v1/shared-events/{token}", "/v1/me/export",
    "/v1/events/{id}/countdown", "/v1/admin/overview",
}


class OldSite(Site):
    """A copy of the archive that runs at the time it was made at: its sessions and dates are as old as they were then,
    whenever it is opened. The site's time stands still; what looks at the system's sees it go on from there."""

    def __init__(self, archive, settings=None, is_still=True):
        with tempfile.TemporaryDirectory(prefix="quad-old-") as unpacked:
            with tarfile.open(archive) as tar:
                tar.extractall(unpacked)
            self.old = json.loads(Path(unpacked, "site.json").read_text())
            # The archive is files, whatever the tests' engine is.
            kept = {"QUAD_STORE": "sqlite", **self.old["settings"], **(settings or {})}
            super().__init__(programs=(), settings=kept)
            try:
                shutil.rmtree(self.keys)
                shutil.copytree(Path(unpacked, "keys"), self.keys)
                shutil.rmtree(self.data)
                shutil.copytree(Path(unpacked, "data"), self.data)
                os.chmod(self.data, 0o700)
                os.chmod(self.keys, 0o700)
                self.mark("test-site")
                if is_still:
                    self.mark("test-clock", self.old["madeAt"] + "\n")
                    self.settings = {**self.settings, **self.shifted_clock()}
                # As compose/local does at each start: programs that are new get keys.
                self.make_keys()
                self.start_all()
            except BaseException:
                self.close()
                raise

    def shifted_clock(self):
        library, offset = os.path.join(self.folder, "wallclock.so"), os.path.join(self.folder, "wallclock")
        source = TREE / "Tests" / "Proofs" / "wallclock.c"
        subprocess.run(["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
        Path(offset).write_bytes(struct.pack("q", int((self.old["madeAtSeconds"] - time.time()) * 10**9)))
        return {"LD_PRELOAD": library, "WALLCLOCK_OFFSET": offset}

    def restart(self):
        self.stop_all()
        self.start_all()


def answers(site, tokens):
    """The replies to everything that can be read, by person and path."""
    found = {}
    for name, token in tokens.items():
        seen = found[name] = {}
        pages = [path for path in routes(site) if "{" not in path]
        for path in pages:
            read(site, token, path, seen)
        for path in [path for path in routes(site) if "{" in path]:
            for id_ in ids(path, seen):
                read(site, token, path.replace("{id}", id_), seen)
    return found


def routes(site):
    paths = site.request("GET", "/openapi.json").json["paths"]
    return sorted(path for path, methods in paths.items() if "get" in methods and path not in NOT_READ)


def read(site, token, path, seen):
    answer = site.request("GET", path, token=token)
    is_json = (answer.headers["Content-Type"] or "").startswith("application/json")
    seen[path] = {"status": answer.status, "body": answer.json if is_json else answer.body.decode()}
    if answer.status >= 400:
        seen[path] = {"status": answer.status, "body": {"code": answer.json["code"]}}


def ids(path, seen):
    """Of the things in the list that a path is below."""
    lists = {"/v1/people/{id}": "/v1/roommates"}
    above = lists.get(path, path[: path.index("/{id}")])
    items = seen.get(above, {}).get("body", {}).get("items", [])
    found = [item.get("id") or item.get("profile", {}).get("id") for item in items]
    assert None not in found, f"{above}: {items[0]}"
    return found


def differences(old, new, place=""):
    """The places where a reply differs from the recorded one. New members of an object are no difference."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key not in OF_THE_CLOCK:
                yield from differences(value, new.get(key), f"{place}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (left, right) in enumerate(zip(old, new)):
            yield from differences(left, right, f"{place}[{index}]")
    elif (old.replace(*MAKERS) if isinstance(old, str) else old) != new:
        yield f"{place}: {short(old)} is now {short(new)}"


def short(value):
    return re.sub(r"(?s)(.{200}).*", r"\1…", json.dumps(value))
