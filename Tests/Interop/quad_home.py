"""The command lines on a person's machine: settings of their own, a terminal, and a hostile site."""

import http.server
import json
import os
import pty
import select
import subprocess
import termios
import threading
import time

from quad_site import BIN, PASSWORD

CODES = {"done": 0, "failed": 1, "usage": 64, "unavailable": 69, "not allowed": 77, "setting": 78}


class Home:
    """A person's settings folder, and quad run with it."""

    tool = "quad"

    def __init__(self, site, folder):
        self.site = site
        self.folder = str(folder)
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.folder,
            "XDG_CONFIG_HOME": os.path.join(self.folder, "config"),
            "QUAD_SITE": f"http://127.0.0.1:{site.port}",
            "TZ": "UTC",
        }

    def address(self, name):
        return self.site.address(name)

    def file(self, name):
        return os.path.join(self.folder, "config", "quad", name)

    def run(self, *words, status=0, stdin="", **environment):
        ended = subprocess.run(
            [f"{BIN}/{self.tool}", *words], env={**self.environment, **environment}, input=stdin, capture_output=True,
            text=True, timeout=60,
        )
        expected = CODES.get(status, status)
        assert ended.returncode == expected, (words, ended.returncode, ended.stdout, ended.stderr)
        return ended

    def say(self, *words, **options):
        return self.run(*words, **options).stdout

    def json(self, *words, **options):
        said = self.say(*words, "--json", **options)
        assert said.count("\n") == 1, said
        return json.loads(said)

    def refused(self, *words, status="failed", **options):
        ended = self.run(*words, status=status, **options)
        assert ended.stdout == ""
        return ended.stderr

    def sign_up(self, name, last="Example"):
        self.run(
            "signup", self.site.address(name), "--first-name", name.title(), "--last-name", last,
            "--password-stdin", stdin=PASSWORD + "\n",
        )
        return self


class Operator(Home):
    """A shell on the site's own machine, and quadctl run in it."""

    tool = "quadctl"

    def __init__(self, site, folder):
        super().__init__(site, folder)
        self.environment |= {"QUAD_KEYS": site.keys, "QUAD_RUN": site.run}

    def bus(self, *words, **options):
        return self.say("bus", *words, **options)

    def rows(self, *words, **options):
        """The rows of a table, by their first word."""
        lines = self.bus(*words, **options).splitlines()
        return {line.split()[0]: line.split() for line in lines[1:] if line}

    def lines(self, *words, **options):
        return [json.loads(line) for line in self.bus(*words, **options).splitlines()]


def another(site, folder, name, code=None, last="Example"):
    """A second person, of the same room if there is a code."""
    person = Home(site, folder).sign_up(name, last)
    if code:
        person.run("room", "join", site.dorm, "101A", "--code", code)
    return person


class Terminal:
    """A command line on a pseudo-terminal of its own, `columns` wide."""

    def __init__(self, home, *words, columns=80, **environment):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execve(f"{BIN}/{home.tool}", [home.tool, *words], {**home.environment, "TERM": "xterm", **environment})
        termios.tcsetwinsize(self.descriptor, (24, columns))
        self.said = b""

    def read_until(self, text, timeout=20):
        deadline = time.monotonic() + timeout
        while text not in self.said:
            assert time.monotonic() < deadline, self.said
            ready, _, _ = select.select([self.descriptor], [], [], 0.2)
            if ready:
                self.said += os.read(self.descriptor, 4096)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def echoes(self):
        return bool(termios.tcgetattr(self.descriptor)[3] & termios.ECHO)

    def end(self):
        """The exit status, or the signal as a negative number; the output is in `said`."""
        while True:
            try:
                data = os.read(self.descriptor, 4096)
            except OSError:
                break
            if not data:
                break
            self.said += data
        _, status = os.waitpid(self.pid, 0)
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(status)


class Impostor:
    """Answers whatever is asked with `body`: a site that means no good."""

    def __init__(self, status, headers, body):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
