"""A site whose data is in PostgreSQL: compose/postgres.yaml with the same image."""

import json
import os
import signal
import time

from containers import START_LIMIT, Process, docker, inspect, wait_until
from hardening import USER
from load import Load
from quad_catalogue import PROGRAMS, STORES

PASSPHRASE = "a long enough passphrase\n"


class Database:
    """Takes the checks of a site with files, for what is the same on both."""

    def __init__(self, site, report, checks):
        self.site = site
        self.report = report
        self.checks = checks

    def run(self):
        """On a new site; takes it away again."""
        self.site.close_project()
        self.site.files = ["postgres.yaml"]
        looks = [
            ("the server's image is built", lambda: self.site.build("postgres")),
            ("the site starts on PostgreSQL", self.checks.start),
            ("people use it", self.checks.people),
            ("the server is shut in", self.shut_in),
            ("each program has a role and a schema of its own", self.roles),
            ("the server is killed under load", self.killed),
            ("everything stops and starts", self.checks.down),
            ("backup and restore", self.restored),
        ]
        for what, check in looks:
            if not self.report.look("O7", what, check):
                print(self.site.compose("logs", "--tail", "20", check=False).stdout)
                break
        self.site.close_project()

    def ask(self, sql):
        return self.site.inside("postgres", f"psql -h /run/postgresql -U quad -d quad -AtX -c {json.dumps(sql)}", check=True)

    def server(self):
        """The server's first process: those of its sessions are its children."""
        first = self.site.state("postgres")["Pid"]
        with open(f"/proc/{first}/task/{first}/children", encoding="ascii") as children:
            below = [int(pid) for pid in children.read().split()]
        return Process(below[0] if below else first)

    def shut_in(self):
        server = self.server()
        assert set(server["Uid"].split()) == {USER.split(":")[0]}, server["Uid"]
        assert int(server["CapEff"], 16) == 0 and server["NoNewPrivs"] == "1"
        assert "ro" in server.mount("/"), "its files can be written"
        about = inspect(self.site.container("postgres"))
        assert not about["HostConfig"]["PortBindings"], "it publishes a port"
        networks = set(about["NetworkSettings"]["Networks"])
        assert networks == {f"{self.site.project}_database"}, networks
        assert inspect(f"{self.site.project}_database")["Internal"], "its network is not internal"
        strangers = [program for program in PROGRAMS if program not in STORES]
        for program in strangers:
            reached = set(inspect(self.site.container(program))["NetworkSettings"]["Networks"])
            assert not networks & reached, f"{program} reaches it"
        return f"uid {USER}, no capability, read-only, no port; {', '.join(strangers)} cannot reach it"

    def roles(self):
        schemas = self.ask("SELECT nspname || ' ' || nspowner::regrole FROM pg_namespace "
                           "WHERE nspname !~ '^(pg_|information_schema)' AND nspname <> 'public'").stdout.split("\n")
        found = {line.split()[0]: line.split()[1].strip('"') for line in schemas if line}
        assert found == {program: program for program in STORES}, found
        rights = self.ask("SELECT count(*) FROM pg_roles WHERE rolname <> 'quad' AND rolname !~ '^pg_' "
                          "AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)").stdout.strip()
        assert rights == "0", f"{rights} roles may do more than open their schema"
        files = docker("run", "--rm", "--network", "none", "-u", USER, *(
            word for program in STORES for word in ("-v", f"{self.site.project}_data-{program}:/d/{program}:ro")),
            self.site.environment["QUAD_IMAGE"], "find", "/d", "-name", "*.sqlite")
        assert files == "", f"a store is a file: {files}"
        return f"{len(found)} of each, no store is a file"

    def killed(self):
        before = self.site.state("postgres")["StartedAt"]
        with Load(self.site.port, self.checks.tokens) as load:
            wait_until(lambda: load.total("calls") > 40, "some calls", 20)
            began = time.monotonic()
            os.kill(self.server().pid, signal.SIGKILL)
            wait_until(lambda: self.site.state("postgres")["StartedAt"] != before, "the server started again", START_LIMIT)
            wait_until(lambda: self.site.is_healthy("postgres"), "the server is healthy", START_LIMIT)
            wait_until(lambda: all(map(self.site.is_healthy, PROGRAMS)), "every program is healthy", START_LIMIT)
            took = time.monotonic() - began
            calls = load.total("calls")
            wait_until(lambda: load.total("calls") > calls + 40, "calls go on", 20)
        self.checks.acknowledged |= load.acknowledged
        assert not load.failed, f"{len(load.failed)} of {load.total('calls')} calls failed, such as {load.failed[0]}"
        self.checks.kept()
        return f"healthy after {took:.1f} s, longest call {load.longest:.1f} s, {len(self.checks.acknowledged)} acknowledged, 0 lost"

    def restored(self):
        def with_passphrase(*words):
            return self.site.compose("run", "--rm", "-T", *words, input=PASSPHRASE, timeout=120)
        with_passphrase("quadctl", "backup", "/backups/site.quad", "--passphrase-file", "/dev/stdin")
        later = self.site.request("POST", "/v1/tasks", {"title": "After the backup"}, self.checks.tokens[0])
        assert later.status == 201, later.body
        self.site.compose("stop")
        with_passphrase("restore", "/backups/site.quad", "--passphrase-file", "/dev/stdin")
        self.checks.start()
        self.checks.kept()
        gone = self.site.request("GET", f"/v1/tasks/{later.json['task']['id']}", token=self.checks.tokens[0])
        assert gone.status == 404, f"what came after the backup answers {gone.status}"
        return f"{len(self.checks.acknowledged)} tasks back after restore"

