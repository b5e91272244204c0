"""The owner of each room and person: the file of tests that made it.

All files of a worker share one site, and which files meet there changes from run to run. Two files that use the same
room or the same name fail only when they meet, so each run compares what every file has made, wherever it ran.
"""

import json
import uuid
from collections import defaultdict

from quad_stores import database

FOLDER = "owners"


def made(site):
    """Rooms and people of the site, as they are written on its pages."""
    rooms = rows(site, "roomhub", "SELECT 'room ' || dorm || ' ' || number FROM room")
    return rooms | rows(site, "auth", "SELECT 'person ' || email FROM person")


def rows(site, program, query):
    with database(site, program) as store:
        return {value for (value,) in store.execute(query).fetchall()}


class Owners:
    """The things that one worker's files have made on its site."""

    def __init__(self, site, artefacts):
        self.site = site
        self.folder = artefacts / FOLDER
        self.taken = made(site)
        self.file = None

    def record(self, file=None):
        """Everything that is new belongs to the file, or else to the one whose tests are running."""
        if not (file or self.file):
            return
        now = made(self.site)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{uuid.uuid4()}.json"
        path.write_text(json.dumps({"file": file or self.file, "made": sorted(now - self.taken)}))
        self.taken |= now


def collisions(artefacts):
    """A line for each room and person that more than one file has made."""
    files = defaultdict(set)
    for path in (artefacts / FOLDER).glob("*.json"):
        record = json.loads(path.read_text())
        for one in record["made"]:
            files[one].add(record["file"])
    return [f"{one}: {', '.join(sorted(owners))}" for one, owners in sorted(files.items()) if len(owners) > 1]
