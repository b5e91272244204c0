"""Shared by every pytest suite: the distribution of tests to workers, and the tests in quarantine."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "Runner"))

import quarantine  # noqa: E402
import shares  # noqa: E402

LISTED = pytest.StashKey[dict]()
TOOK = {}  # seconds of each test, its fixtures among them


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: asks for all that the machine can do, and has it to itself")
    try:
        config.stash[LISTED] = {entry.test: entry for entry in quarantine.entries()}
    except quarantine.Bad as bad:
        raise pytest.UsageError(f"Tests/quarantine, {bad}") from None


def named(nodeid):
    """A test's id from the top of the tree."""
    return "Tests/" + shares.parts(nodeid)[0]


def pytest_collection_modifyitems(config, items):
    """A test in quarantine runs; what it says is printed and not counted."""
    for item in items:
        if entry := config.stash[LISTED].get(named(item.nodeid)):
            item.add_marker(pytest.mark.xfail(reason=f"in quarantine since {entry.date}: {entry.reason}", strict=False))


def pytest_xdist_make_scheduler(config, log):
    return shares.Sharing(config, log)


def pytest_runtest_logreport(report):
    TOOK[report.nodeid] = TOOK.get(report.nodeid, 0) + report.duration


def pytest_sessionfinish(session, exitstatus):
    """With QUAD_WEIGH=1 the run's own times become the recorded ones."""
    if os.environ.get("QUAD_WEIGH") == "1" and not hasattr(session.config, "workerinput"):
        shares.record(TOOK, exitstatus)
