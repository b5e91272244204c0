"""The rights of the containers, and the places that must hold no secret."""

import json
import os
import re

from containers import PROJECT, docker, inspect, run
from quad_catalogue import PROGRAMS, STORES
from world import World

USER = "65532"


def user(site):
    for program in PROGRAMS:
        process = site.process(program)
        assert set(process["Uid"].split() + process["Gid"].split()) == {USER}, f"{program} runs as {process['Uid']}"
        assert process["Groups"] in ("", USER), f"{program} is in the groups {process['Groups']}"
    return f"uid and gid {USER}"


def capabilities(site):
    """Not even root inside of the container could have one: the bounding set is empty."""
    for program in PROGRAMS:
        process = site.process(program)
        for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            assert int(process[name], 16) == 0, f"{program} has {name} {process[name]}"
    return "CapEff 0, CapBnd 0"


def no_new_privileges(site):
    for program in PROGRAMS:
        process = site.process(program)
        assert process["NoNewPrivs"] == "1", f"{program} may gain privileges"
        assert process["Seccomp"] == "2", f"{program} has no system call filter"
    return "NoNewPrivs 1, Seccomp 2"


def read_only(site):
    """As the owner of the folder, whom no file mode stops."""
    for program in PROGRAMS:
        assert "ro" in site.process(program).mount("/"), f"the root of {program} is writable"
        for path in ("/usr/local/bin/x", "/etc/x", "/keys/x", "/data/x", f"/keys/{program}/x"):
            owner = USER if path.startswith(("/data/", f"/keys/{program}/")) else "0"
            done = site.inside(program, f"echo > {path}", user=owner)
            assert done.returncode != 0 and "Read-only file system" in done.stderr, f"{program} can write {path}"
        options = site.process(program).mount("/tmp")
        assert {"noexec", "nosuid", "nodev", "size=16384k"} <= options, f"/tmp of {program}: {options}"
    return "root, keys and marks; /tmp 16 MB noexec nosuid nodev"


def limits(site):
    told = []
    for program in PROGRAMS:
        host = inspect(site.container(program))["HostConfig"]
        assert host["PidsLimit"] == 128 and host["Memory"] > 0 and host["NanoCpus"] > 0, f"{program} has no limits"
        assert host["Init"] and not host["Privileged"], program
        assert host["LogConfig"] == {"Type": "json-file", "Config": {"max-file": "3", "max-size": "10m"}}, program
        told.append(f"{program} {host['Memory'] >> 20} MB")
    return ", ".join(told)


def own_keys(site):
    """A program sees its own key and the public ones, and nobody else's."""
    for program in PROGRAMS:
        listed = site.inside(program, "stat -c '%n %a %u' /keys/*/* /data/*/*.sqlite").stdout.split("\n")
        keys = {line.split()[0]: line.split()[1:] for line in listed if line.startswith("/keys/")}
        expected = {f"/keys/{program}/{program}.key", f"/keys/{program}/public.json"}
        if program == "gateway":
            expected.add("/keys/metrics/token")
        assert set(keys) == expected, f"{program} sees {sorted(keys)}"
        secret = [value for name, value in keys.items() if not name.endswith(".json")]
        assert all(value == ["400", USER] for value in secret), f"the keys of {program} are {secret}"
        stores = {line.split()[0] for line in listed if line.startswith("/data/")}
        assert stores <= {f"/data/{program}/{program}.sqlite"}, f"{program} sees {sorted(stores)}"
    return f"one each, mode 0400 of {USER}; its own data alone"


def secrets(site):
    """Every secret of the site, as text and as it would be escaped, looked for where anybody may read."""
    image = site.environment["QUAD_IMAGE"]
    keys = docker("run", "--rm", "--network", "none", "-u", USER, "-v", f"{PROJECT}_keys:/k:ro", "-v",
                  f"{PROJECT}_keys-metrics:/m:ro", image, "sh", "-c", "cat /k/*.key; cat /m/token")
    found = re.findall(r'"(?:secretKey|signing)":"([^"]+)"', keys) + keys.split("}")[-1].split()
    assert len(found) >= 6, f"only {len(found)} secrets found"
    found += [json.dumps(text)[1:-1] for text in found]
    places = {"inspect of the image": docker("image", "inspect", image),
              "history": docker("history", "--no-trunc", image), "compose config": site.compose("config").stdout}
    for container in site.compose("ps", "-q").stdout.split():
        places[f"inspect of {container[:12]}"] = docker("inspect", container)
        logs = run("docker", "logs", container)
        places[f"log of {container[:12]}"] = logs.stdout + logs.stderr
    for program in PROGRAMS:
        places[f"environment of {program}"] = site.inside(program, "env").stdout
    for where, text in places.items():
        assert not any(secret in text for secret in found), f"a secret is in {where}"
    stray = docker("run", "--rm", "--network", "none", "-u", "0", image, "sh", "-c",
                   "find / -xdev -name '*.key' -o -xdev -name public.json -o -xdev -name '*.sqlite'")
    assert stray == "", f"the image holds {stray}"
    return f"{len(found) // 2} secrets, {len(places)} places"


def network(site):
    """The programs with a store cannot reach what the gateway can, whose network has a way out."""
    bus = inspect(f"{PROJECT}_bus")
    assert bus["Internal"], "the bus network is not internal"
    for program in STORES:
        networks = set(inspect(site.container(program))["NetworkSettings"]["Networks"])
        assert networks == {f"{PROJECT}_bus"}, f"{program} is in {networks}"
        assert not inspect(site.container(program))["HostConfig"]["PortBindings"], f"{program} publishes a port"
    if os.geteuid() != 0:
        return "told so; a way out was not tried, as that needs root"
    with World() as world:
        for program in STORES:
            assert not world.is_reached_from(site, program), f"{program} has a way out"
        assert world.is_reached_from(site, "gateway"), "not even the gateway reaches what the check put outside"
    return "the programs with a store have no way out and no published port"


def published(site):
    bindings = inspect(site.container("gateway"))["HostConfig"]["PortBindings"]
    assert {b["HostIp"] for ports in bindings.values() for b in ports} == {"127.0.0.1"}, f"published: {bindings}"
    return "on 127.0.0.1 alone"


def small(site):
    """No compiler, no package lists, nothing that gains rights."""
    script = ("command -v swift clang gcc make curl wget; find /var/lib/apt/lists -type f; "
              "find /usr/local /keys /data /backups -xdev -type f -perm /6000")
    found = docker("run", "--rm", "--network", "none", "-u", "0", site.environment["QUAD_IMAGE"], "sh", "-c",
                   f"{{ {script}; }} 2>/dev/null; true")
    assert found == "", f"the image holds {found}"
    return "no compiler, no download tool"


SECURITY = [
    ("the programs' user", user),
    ("their capabilities", capabilities),
    ("no new privileges", no_new_privileges),
    ("their files are read-only", read_only),
    ("their limits", limits),
    ("keys and data", own_keys),
    ("no secret in image, inspect, history, environment or log", secrets),
    ("the bus is internal", network),
    ("the gateway's port", published),
    ("the image holds programs", small),
]
