"""Ports of test servers: nobody else gets one while its server is down."""

import subprocess
import sys
from pathlib import Path

import quad_ports
from quad_ports import RANGE, hold_port, release_port


def test_the_system_gives_none_of_them_by_itself():
    first, _ = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    assert RANGE[-1] < first


def test_another_process_gets_a_port_only_after_it_was_released():
    port = hold_port()
    code = f"import quad_ports; print(quad_ports.lock({port}) is not None)"

    def other():
        return subprocess.check_output([sys.executable, "-c", code], cwd=Path(quad_ports.__file__).parent, text=True)

    assert other() == "False\n"
    release_port(port)
    assert other() == "True\n"
