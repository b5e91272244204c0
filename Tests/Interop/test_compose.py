"""compose/compose.yaml and compose/Dockerfile as text, without an engine; compose/check tests the running site."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from quad_catalogue import CATALOGUE, PROGRAMS, filled, launch_rows, programs_of, settings_of
from quad_site import BIN, Site, freeze, stays, wait_until

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "compose"
sys.path.insert(0, str(COMPOSE / "checks"))

from containers import CONTROLS, weakened  # noqa: E402

HARDENING = {
    "user": "65532:65532",
    "read_only": True,
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
    "tmpfs": ["/tmp:size=16m,mode=1777,noexec,nosuid,nodev"],
    "pids_limit": 128,
    "init": True,
    "stop_grace_period": "15s",
    "logging": {"driver": "json-file", "options": {"max-size": "10m", "max-file": "3"}},
}
TOOLS = ["quad", "quadctl"]
# Started by a program, for a job.
WORKERS = ["image-worker"]
FILES = tuple(f"{name}.yaml" for name in "compose tls proxy mail push pictures news maps postgres".split())
# On a system this small already, because apt and the shell need them.
ESSENTIAL = {"libc6", "libgcc-s1"}


def read(name):
    return yaml.safe_load((COMPOSE / name).read_text())


def programs():
    """Those that have handlers or a port: every folder of Services but the command lines."""
    return sorted(
        folder.name for folder in (ROOT / "Services").iterdir() if folder.is_dir() and folder.name not in TOOLS)


def hardening_gaps(file):
    gaps = []
    for name, service in file["services"].items():
        if "image" not in service:
            continue  # an addition to a service of compose.yaml
        gaps += [f"{name}: {key}" for key, value in HARDENING.items() if service.get(key) != value]
        gaps += [f"{name}: {key}" for key in ("mem_limit", "cpus", "ulimits") if key not in service]
        forbidden = ("privileged", "cap_add", "devices", "pid", "ipc", "userns_mode")
        gaps += [f"{name}: {key}" for key in forbidden if key in service]
    return gaps


@pytest.mark.parametrize("name", FILES)
def test_every_container_is_held_to_the_hardening_block(name):
    assert hardening_gaps(read(name)) == []


@pytest.mark.parametrize("option", [option for option in CONTROLS if option not in ("internal", "restart")])
def test_the_control_of_the_hardening_turns_red(option):
    text = weakened((COMPOSE / "compose.yaml").read_text(), option)
    assert hardening_gaps(yaml.safe_load(text)) != []


# The volumes of a program besides those of its keys and its data.
UPLOADS, VIDEOS = "media-incoming:/data/media/incoming", "guide-files:/data/guide-files"
PICTURES = "media-objects:/data/media/objects"
BESIDES = {"guide": {VIDEOS}, "media-fetcher": {UPLOADS, PICTURES},
           "gateway": {"keys-metrics:/keys/metrics:ro", UPLOADS, f"{PICTURES}:ro", f"{VIDEOS}:ro"}}


def test_every_program_has_a_service():
    file = read("compose.yaml")
    services = file["services"]
    for program in programs():
        service = services[program]
        assert service["command"] == [program]
        assert service["healthcheck"]["test"] == ["CMD", program, "--health", "--watch", "/tmp/healthy"]
        assert service["restart"] == "unless-stopped"
        assert service["environment"]["BUS_ADDRESS"] == "tcp://{program}:{5501|5502}"
        own = {f"keys-{program}:/keys/{program}:ro", "site:/data:ro", f"data-{program}:/data/{program}"}
        others = set(service["volumes"]) - own - BESIDES.get(program, set())
        assert own <= set(service["volumes"]) and not others, program
        assert f"keys-{program}:/keys/{program}" in services["keys-init"]["volumes"]
        networks = ["bus", "edge"] if program == "gateway" else ["bus"]
        assert service["networks"] == networks, program
        assert service["depends_on"]["keys-init"] == {"condition": "service_completed_successfully"}
    assert file["networks"]["bus"] == {"internal": True}
    stateful = [program for program in programs() if program != "gateway"]
    assert {f"data-{program}:/data/{program}" for program in stateful} <= set(services["restore"]["volumes"])
    # Compose refuses a site that leaves out a program on which another depends.
    assert services["gateway"]["depends_on"].keys() == {"keys-init", *set(stateful) & set(programs_of([]))}


def test_a_program_of_an_app_has_the_profile_of_that_app():
    services = read("compose.yaml")["services"]
    profiles = {row["name"]: [row["neededBy"]] if "neededBy" in row else None for row in CATALOGUE["programs"]}
    assert {name: services[name].get("profiles") for name in PROGRAMS} == profiles
    for name in FILES:
        for service, what in read(name)["services"].items():
            assert not set(what.get("depends_on", {})) & set(PROGRAMS) - set(programs_of([])), f"{name}: {service}"


def test_only_the_loopback_gets_ports_and_only_caddy_gets_others():
    for name in FILES:
        for service, what in read(name)["services"].items():
            for port in what.get("ports", []):
                assert port.startswith("127.0.0.1:") or service == "caddy", f"{service}: {port}"
    gateway = read("tls.yaml")["services"]["gateway"]
    published = read("compose.yaml")["services"]["gateway"]["ports"][0].rpartition(":")[2]
    assert gateway["environment"]["QUAD_LISTEN"].rpartition(":")[2] != published, "a way past caddy"
    port = gateway["environment"]["QUAD_LISTEN"].rpartition(":")[2]
    assert f"reverse_proxy gateway:{port} " in (COMPOSE / "caddy" / "Caddyfile").read_text()


def test_the_files_stay_with_what_both_versions_of_compose_know():
    for name in FILES:
        text = (COMPOSE / name).read_text()
        assert not {"name", "version", "include"} & read(name).keys(), name
        assert "!reset" not in re.sub("#.*", "", text) and "!override" not in re.sub("#.*", "", text), name
        # 1.29 knows no alternative value and no default within a default.
        for inner in re.findall(r"\$\{([^}]*)\}", text):
            assert re.fullmatch(r"[A-Z_]+(:-[^${]*|:\?[^${]+)?", inner), f"{name}: ${{{inner}}}"


def dockerfile():
    return re.sub(r"\\\n", " ", (COMPOSE / "Dockerfile").read_text())


def installed(stage):
    text = dockerfile().split("FROM ")[stage]
    return set(re.search(r"apt-get install -y --no-install-recommends\s+(.*?)\s*&&", text, re.S)[1].split())


def test_the_dockerfile_needs_only_the_classic_builder():
    for path in COMPOSE.rglob("Dockerfile"):
        text = path.read_text()
        assert "--mount" not in text and "<<" not in text and "# syntax" not in text, path
        assert not re.search(r"^(COPY|ADD) .*--(chmod|link|exclude)", text, re.M), path


def test_the_shell_reads_every_program_of_the_catalogue():
    assert sorted(PROGRAMS) == programs()
    reader = ["bash", "-c", "source compose/lib.sh; site_programs"]
    assert subprocess.check_output(reader, cwd=ROOT, text=True).split() == list(PROGRAMS)
    # The same in both stages of the Dockerfile, which cannot source it: products and folders.
    readers = re.findall(r"for (\w+) in \$\((sed -nE '[^']+') (\S+)\)([ a-z-]*);", dockerfile())
    assert [(name, more.split()) for name, _, _, more in readers] == [("program", [*WORKERS, *TOOLS]), ("folder", [])]
    for _, command, file, _ in readers:
        assert file.endswith("usr/share/quad/catalogue.json")
        found = subprocess.check_output(["bash", "-c", f"{command} compose/catalogue.json"], cwd=ROOT, text=True)
        assert found.split() == list(PROGRAMS)


def test_a_service_is_told_only_settings_that_its_program_reads():
    # Of the system, not of Quad.
    others = {"TZ", "HOME"}
    for name in FILES:
        for service, what in read(name)["services"].items():
            if service in PROGRAMS:
                # The shared block is for all of them.
                shared = read("compose.yaml")["x-environment"].keys() | read(name).get("x-origin", {}).keys()
                told = what.get("environment", {}).keys() - shared
                assert told - others <= settings_of(service), f"{name}: {service}"
    everybody = set().union(*(settings_of(program) for program in PROGRAMS))
    assert read("compose.yaml")["x-environment"].keys() - others <= everybody


def test_a_service_has_the_settings_that_the_catalogue_has_for_containers():
    for program in PROGRAMS:
        values = {"data": "/data", "keys": f"/keys/{program}", "port": "${QUAD_PORT:-8080}"}
        rows = [row for row in launch_rows("container") if row["setting"] in settings_of(program)]
        wanted = {row["setting"]: (row["isDefault"], filled(row["value"], values)) for row in rows}
        given = read("compose.yaml")["services"][program]["environment"]
        assert {name: value for name, value in given.items() if name in settings_of(program)} == {
            name: f"${{{name}:-{value}}}" if is_default else value for name, (is_default, value) in wanted.items()}


def test_every_program_that_makes_links_is_told_the_address_behind_tls():
    for name in ("tls.yaml", "proxy.yaml"):
        services = read(name)["services"]
        for program in PROGRAMS:
            if "QUAD_ORIGIN" in settings_of(program):
                assert "QUAD_ORIGIN" in services.get(program, {}).get("environment", {}), (name, program)


def test_every_program_that_mails_is_told_the_server():
    services = read("mail.yaml")["services"]
    mailing = {program for program in PROGRAMS if "QUAD_SMTP" in settings_of(program)}
    assert {name for name, what in services.items() if "QUAD_SMTP" in what["environment"]} == mailing


def test_only_the_files_for_it_give_a_program_a_way_out():
    """Beside the bus, which is internal: with pictures.yaml media-fetcher alone, with all its settings for pictures."""
    outside = {name: sorted(
        service for service, what in read(name)["services"].items() if "outside" in what.get("networks", []))
        for name in FILES}
    assert {name: found for name, found in outside.items() if found} == {
        "mail.yaml": ["auth", "notifier"], "push.yaml": ["notifier"], "pictures.yaml": ["media-fetcher"],
        "news.yaml": ["media-fetcher"]}
    told = read("pictures.yaml")["services"]["media-fetcher"]
    wanted = {name for name in settings_of("media-fetcher") if re.search("OPENVERSE|FLICKR|HEIC|CACHE_MIB", name)}
    assert wanted and told["environment"].keys() == wanted and len(wanted) == 4
    key = told["environment"]["QUAD_MEDIA_FLICKR_KEY_FILE"]
    assert [f"/run/secrets/{secret}" for secret in told["secrets"]] == [key]


def test_the_build_stage_installs_what_building_needs():
    lines = (COMPOSE / "packages.debian").read_text().splitlines()
    needed = {line.split()[1] for line in lines if line.startswith("build ")}
    assert installed(1) - {"binutils"} == needed


def shared_libraries(program):
    """The libraries that a program names itself, or that Swift's do, which are linked into the image's programs."""
    paths = dict(re.findall(r"^\s*(\S+) => (\S+)", subprocess.check_output(["ldd", f"{BIN}/{program}"], text=True), re.M))
    found, waiting, looked = set(), [f"{BIN}/{program}"], set()
    while waiting:
        file = waiting.pop()
        dynamic = subprocess.check_output(["readelf", "-d", file], text=True)
        for name in set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)) & paths.keys() - looked:
            looked.add(name)
            if "/swift/" in os.path.realpath(paths[name]):
                waiting.append(paths[name])
            else:
                found.add(paths[name])
    return found


def owner(library):
    for path in (library, os.path.realpath(library), "/usr" + library, "/usr" + os.path.realpath(library)):
        done = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    raise AssertionError(f"no package owns {library}")


def test_the_run_stage_installs_the_libraries_that_the_programs_name():
    libraries = set().union(*(shared_libraries(program) for program in [*programs(), *WORKERS, *TOOLS]))
    packages = {owner(library) for library in libraries} - ESSENTIAL
    assert installed(2) - {"ca-certificates", "tzdata", "fontconfig", "fonts-noto-core"} == packages


def test_the_image_is_built_from_what_it_needs_and_nothing_else():
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = set(re.findall(r"^COPY (?!--from)(\S+) ", (COMPOSE / "Dockerfile").read_text(), re.M))
    assert kept == copied
    assert (ROOT / ".dockerignore").read_text().splitlines()[1] == "*"


def test_the_control_knows_what_it_leaves_out():
    for option in CONTROLS:
        assert weakened((COMPOSE / "compose.yaml").read_text(), option) != (COMPOSE / "compose.yaml").read_text()
    with pytest.raises(AssertionError):
        weakened("services: {}", "cap_drop")


# --- PROGRAM --health ---


def health(site, program, **settings):
    began = time.monotonic()
    done = subprocess.run(
        [f"{BIN}/{program}", "--health"], env={**site.environment, **settings}, capture_output=True, text=True, timeout=20)
    return done.returncode, done.stderr, time.monotonic() - began


@pytest.fixture(scope="module")
def healthy_site():
    site = Site()
    yield site
    site.close()


@pytest.mark.parametrize("program", programs())
def test_a_running_program_is_healthy(healthy_site, program):
    code, said, took = health(healthy_site, program)
    assert (code, said) == (0, "")
    assert took < 2


def test_a_program_that_is_dead_hangs_or_is_set_up_wrongly_is_not():
    site = Site()
    try:
        for program in programs():
            process = site.processes[program]
            freeze(process.pid)
            code, said, took = health(site, program)
            process.send_signal(signal.SIGCONT)
            assert code == 1 and took < 5, program
            assert json.loads(said.splitlines()[-1])["message"].startswith("not healthy"), said
            wait_until(lambda: health(site, program)[0] == 0, f"{program} is back")
            site.stop(program)
            assert health(site, program)[0] == 1, program
            site.start(program)
            wait_until(lambda: health(site, program)[0] == 0, f"{program} started again")
        assert health(site, "auth", QUAD_KEYS="/nowhere")[0] == 1
        assert health(site, "auth", QUAD_DATA="")[0] == 1
        # The bus is well, the port is not the gateway's.
        closed = 1
        code, said, _ = health(site, "gateway", QUAD_LISTEN=f"127.0.0.1:{closed}")
        assert code == 1 and f"/healthz on port {closed} is silent" in said
    finally:
        site.close()


# --- PROGRAM --health --watch ---

# What the checks of a whole idle site may take of one core, without the engine's own share.
MAX_IDLE_SHARE = 0.03


def processor_seconds(pid):
    tasks = Path("/proc", str(pid), "task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


@pytest.fixture
def check(healthy_site, tmp_path):
    """Starts the health check that compose.yaml has for a program, with a mark of this test's own."""
    started = []

    def start(program):
        command = read("compose.yaml")["services"][program]["healthcheck"]["test"][1:]
        words = [str(tmp_path / "mark") if word == "/tmp/healthy" else word for word in command]
        started.append(subprocess.Popen(
            [f"{BIN}/{words[0]}", *words[1:]], env=healthy_site.environment, stderr=subprocess.PIPE, text=True))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_o3_the_checks_of_an_idle_site_take_little_of_a_core(check):
    interval = float(read("compose.yaml")["x-health"]["interval"].removesuffix("s"))
    assert check("auth").wait(10) == 0, "the first ends at once"
    one = check("auth")
    spent = []
    for until in (time.monotonic() + 1, time.monotonic() + 3):
        while one.poll() is None and time.monotonic() < until:
            time.sleep(0.02)  # poll
        assert one.poll() is None, f"a check is started every {interval:.0f} s, for which the engine starts a process"
        spent.append(processor_seconds(one.pid))
    lasts = 58
    whole = spent[0] + (spent[1] - spent[0]) / 2 * lasts
    share = len(PROGRAMS) * whole / (lasts + interval)
    print(f"a check starts in {spent[0] * 1000:.0f} ms and takes {whole * 1000:.0f} ms: a site {share:.2%} of a core")
    assert share <= MAX_IDLE_SHARE, f"{share:.1%} of a core for {len(PROGRAMS)} programs, not {MAX_IDLE_SHARE:.0%}"


def test_o3_a_check_sees_at_once_that_a_program_hangs_and_that_it_is_back(check, healthy_site):
    assert check("roomhub").wait(10) == 0, "a new program is told at once"
    watching = check("roomhub")
    stays(lambda: watching.poll() is None, "it watches", 1)
    program = healthy_site.processes["roomhub"]
    freeze(program.pid)
    assert watching.wait(10) == 1, "it hangs"
    assert check("roomhub").wait(10) == 1, "it still hangs"
    program.send_signal(signal.SIGCONT)
    wait_until(lambda: check("roomhub").wait(10) == 0, "it is back, and that is told at once")


# --- QUAD_PUBLISHED ---


@pytest.mark.parametrize("settings, code", [
    ({}, 78), ({"QUAD_PUBLISHED": "loopback"}, None), ({"QUAD_PUBLISHED": "yes"}, 78),
    ({"QUAD_PUBLISHED": "loopback", "QUAD_BEHIND_PROXY": "yes"}, 78)])
def test_the_gateway_listens_beyond_the_loopback_only_when_told_why(healthy_site, settings, code):
    port = healthy_site.port
    environment = {**healthy_site.environment, **settings, "QUAD_LISTEN": "0.0.0.0:0"}
    healthy_site.stop("gateway")
    (Path(healthy_site.data) / "gateway" / "port").unlink()
    gateway = subprocess.Popen([f"{BIN}/gateway"], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        if code is None:
            healthy_site.wait_ready()
            assert health(healthy_site, "gateway", **settings, QUAD_LISTEN="0.0.0.0:0")[0] == 0
        else:
            assert gateway.wait(10) == code
            assert "QUAD_" in gateway.stderr.read()
    finally:
        gateway.terminate()
        gateway.communicate(timeout=10)
        (Path(healthy_site.data) / "gateway" / "port").write_text(f"{port}\n")
        healthy_site.start("gateway")
        healthy_site.wait_ready()
