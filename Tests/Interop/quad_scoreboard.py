"""Rows of the scoreboard: a proof's figure beside its goal. `Tests/run --all` prints them as one table."""

import json
import os
import time


def record(row_id, goal, value, passed, seconds, seed=None):
    """Adds a row to the file that QUAD_SCOREBOARD names; without it there is no board to write on."""
    path = os.environ.get("QUAD_SCOREBOARD")
    if not path:
        return
    row = {"id": row_id, "goal": goal, "value": str(value), "pass": bool(passed), "seconds": seconds, "seed": seed}
    with open(path, "a", encoding="utf-8") as board:
        board.write(json.dumps(row, sort_keys=True, ensure_ascii=False) + "\n")


class Row:
    """`with Row("BUS1", "0 events lost", seed=7) as row:` … `row.value = …`. Whatever fails inside turns it red."""

    def __init__(self, row_id, goal, seed=None):
        self.id = row_id
        self.goal = goal
        self.seed = seed
        self.value = ""

    def __enter__(self):
        self.began = time.monotonic()
        return self

    def __exit__(self, kind, error, trace):
        value = self.value if error is None else f"{self.value} {kind.__name__}: {error}".strip().splitlines()[0][:120]
        record(self.id, self.goal, value, error is None, round(time.monotonic() - self.began, 1), self.seed)
        return False
