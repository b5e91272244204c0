"""The memory that stays after load: with the gateway after 64 connections, with a program of the bus after strangers.

Both are private memory (`Private_Clean` and `Private_Dirty` of `/proc/PID/smaps_rollup`), in MB of 10⁶ bytes.
"""

import json
import resource
import time

from processes import CONNECTIONS, Figure, Site, private_kib

# Two minutes for each second of a row's load: ten in the full form, four in the short one.
REST = 120
STRANGERS = 4_000
# The strangers at one time. libzmq lets a context have 1,023 sockets unless it is told otherwise.
AT_ONCE = 1_000


def megabytes(site: Site, program: str) -> float:
    return private_kib([site.pid_of(program)]) * 1024 / 1e6


def after_load(*methods: str):
    """Requests by 64 connections, then a rest."""
    def measure(side: str, seconds: int) -> Figure | None:
        if side == "peer":
            return None
        with Site() as site:
            site.create()
            site.fill()
            for method in methods:
                site.load(method, 2 * seconds)
            time.sleep(REST * seconds)
            return Figure(megabytes(site, "gateway"))
    return measure


def after_strangers(side: str, seconds: int) -> Figure | None:
    """Sockets with keys that nobody knows, a thousand at a time. Each goes on asking until it is closed."""
    if side == "peer":
        return None
    import zmq  # installed by then

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * AT_ONCE)), hard))
    with Site() as site:
        site.create()
        with open(f"{site.site_folder.keys}/public.json") as file:
            server_key = json.load(file)["curve"]["roomhub"][0].encode()
        for _ in range(STRANGERS // AT_ONCE):
            with zmq.Context() as context:
                context.set(zmq.MAX_SOCKETS, AT_ONCE + 16)
                context.setsockopt(zmq.LINGER, 0)
                strangers = [context.socket(zmq.DEALER) for _ in range(AT_ONCE)]
                for stranger in strangers:
                    stranger.curve_publickey, stranger.curve_secretkey = zmq.curve_keypair()
                    stranger.curve_serverkey = server_key
                    stranger.connect(f"ipc://{site.site_folder.run}/roomhub.q")
                    stranger.send(b"hello")
                time.sleep(seconds)
                context.destroy(linger=0)
        time.sleep(seconds)
        site.expect(200, "GET", "/v1/tasks")
        return Figure(megabytes(site, "roomhub"))


def register(row) -> None:
    of = f"memory of the gateway, minutes after {CONNECTIONS} connections"
    row(f"{of} that read, MB", "≤ 30", "MB")(after_load("GET"))
    # Events stay for two minutes, then for people with a live stream alone, of whom there are none here.
    row(f"{of} that read and write, MB", "≤ 30", "MB")(after_load("GET", "POST"))
    row(f"memory of roomhub after {STRANGERS:,} connections of strangers, MB", "≤ 70", "MB")(after_strangers)
