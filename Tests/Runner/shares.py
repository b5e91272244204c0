"""The distribution of tests to pytest's workers: long ones begin first, and tests that share a site stay together.

A share is a file, or a group that its tests name themselves (`pytest.mark.xdist_group`): a test that takes long and
shares nothing is one by itself. `Tests/run --weigh` records anew what each took.
"""

from collections import OrderedDict
from pathlib import Path

from xdist.scheduler.loadscope import LoadScopeScheduling

WEIGHTS = Path(__file__).with_name("weights")
# The seconds of a test whose file has no recorded weight.
NEW_TEST = 0.5


def parts(nodeid):
    """The test and the group that it names, which xdist appends to the id."""
    if nodeid.rfind("@") > nodeid.rfind("]"):
        test, _, group = nodeid.rpartition("@")
        return test, group
    return nodeid, None


def read_weights(text):
    weights = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            seconds, share = line.split(maxsplit=1)
            weights[share] = float(seconds)
    return weights


def share_of(nodeid):
    test, group = parts(nodeid)
    file = test.split("::", 1)[0]
    return f"{file} {group}" if group else file


def in_order(shares, weights):
    """Shares with their tests, the heaviest first."""
    def weight(item):
        share, tests = item
        return weights.get(share, NEW_TEST * len(tests))

    return OrderedDict(sorted(shares.items(), key=weight, reverse=True))


def weigh(seconds, weights):
    """New weights out of what each test took, by id: those of the files that ran, in place of the old ones."""
    took = {}
    for nodeid, duration in seconds.items():
        share = share_of(nodeid)
        took[share] = took.get(share, 0) + duration
    files = {share.split(" ")[0] for share in took}
    kept = {share: value for share, value in weights.items() if share.split(" ")[0] not in files}
    return {**kept, **took}


def recorded():
    return read_weights(WEIGHTS.read_text(encoding="utf-8")) if WEIGHTS.exists() else {}


def written(weights):
    lines = [f"{seconds:.1f} {share}" for share, seconds in sorted(weights.items()) if seconds >= 1]
    return "\n".join(["# Seconds that a share of the tests took; Tests/run --weigh writes them.", *lines, ""])


class Sharing(LoadScopeScheduling):
    """Hands out shares in the order of their recorded weight."""

    def __init__(self, config, log=None):
        super().__init__(config, log)
        self.weights = recorded()
        self.is_ordered = False

    def _split_scope(self, nodeid):
        return share_of(nodeid)

    def _assign_work_unit(self, node):
        if not self.is_ordered:
            self.is_ordered = True
            self.workqueue = in_order(self.workqueue, self.weights)
        super()._assign_work_unit(node)


def record(took, status):
    """Records the times of a whole run; one that was cut off (pytest's exit status 2 and above) has not all of them."""
    if status in (0, 1):
        WEIGHTS.write_text(written(weigh(took, recorded())), encoding="utf-8")
