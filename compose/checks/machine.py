"""O5: `compose/local service` on a machine that boots systemd, which is a privileged container made of the image."""

import json
import re
import shutil

from containers import HERE, docker, run, wait_until

IMAGE = "quad-check/machine:latest"
NAME = "quad-check-machine"
FOLDER = "/home/quad/site"
LOCAL = f"/srv/quad/compose/local --data {FOLDER}"
DOCKERFILE = """
FROM quad-check/quad:latest
USER root
RUN apt-get update && apt-get install -y --no-install-recommends systemd systemd-sysv {packages} && rm -rf /var/lib/apt/lists/*
RUN systemctl mask getty.target console-getty.service systemd-logind.service systemd-networkd.service \\
      systemd-resolved.service systemd-udevd.service systemd-timesyncd.service \\
 && useradd --create-home quad
COPY . /srv/quad
CMD ["/sbin/init"]
"""
READY_LIMIT = 60  # seconds until systemd has started the site


class Machine:
    def __init__(self, site, report):
        self.site = site
        self.report = report
        self.is_up = False

    def run(self):
        look = self.report.look
        try:
            if not look("O5", "a machine that boots systemd", self.boot):
                return
            if look("O5", "compose/local service", self.install):
                look("O5", "the machine starts again", self.reboot)
                look("O5", "the nightly backup", self.backup)
                look("O5", "stop and status", self.stop)
                look("O5", "compose/local service remove", self.remove)
        finally:
            self.close()

    def inside(self, script, user="root", status=0, timeout=180):
        done = run("docker", "exec", "-u", user, "-e", "QUAD_BIN=/usr/local/bin", NAME, "bash", "-c", script,
                   check=False, timeout=timeout)
        said = done.stdout + done.stderr
        assert done.returncode == status, f"{script}: status {done.returncode}, not {status}: {said[-800:]}"
        return said

    def boot(self):
        folder = self.site.folder / "machine"
        listed = run("git", "ls-files", "-co", "--exclude-standard", "compose", "seeds", "Services/gateway/web", cwd=HERE.parent)
        for name in filter(None, listed.stdout.split("\n")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE.parent / name, folder / name)
        packages = re.findall(r"^run +(\S+)", (HERE / "packages.debian").read_text(), re.M)
        (folder / "Dockerfile").write_text(DOCKERFILE.format(packages=" ".join(packages)))
        run("docker", "build", "-q", "--network", "host", "-t", IMAGE, str(folder), timeout=900)
        docker("rm", "-f", NAME, check=False)
        # Not --privileged, which wants rights that root of a virtual machine may lack.
        rights = [word for right in ("SYS_ADMIN", "NET_ADMIN", "SYS_PTRACE") for word in ("--cap-add", right)]
        docker("run", "-d", "--name", NAME, *rights, "--security-opt", "seccomp=unconfined", "--security-opt",
               "apparmor=unconfined", "--network", "none", "--tmpfs", "/run:exec", "--tmpfs",
               "/run/lock", "--cgroupns", "host", "-v", "/sys/fs/cgroup:/sys/fs/cgroup:rw", "-e", "container=docker", IMAGE)
        return self.booted()

    def state(self, *words):
        return run("docker", "exec", NAME, "systemctl", *words, check=False).stdout.strip()

    def booted(self):
        wait_until(lambda: self.state("is-system-running") in ("running", "degraded"), "systemd has booted", READY_LIMIT)
        return self.state("is-system-running")

    def answers(self):
        return run("docker", "exec", NAME, "curl", "-fsS", "-m", "2", "http://127.0.0.1:8080/readyz", check=False).returncode == 0

    def install(self):
        """As its README says: a site of an ordinary user, whose start at boot root installs by one command."""
        self.inside(f"{LOCAL} --background --no-seeds && {LOCAL} stop", user="quad")
        self.inside("mkdir -p /etc/quad && echo 'a passphrase of the check' >/etc/quad/passphrase && "
                    "chown quad /etc/quad/passphrase && chmod 400 /etc/quad/passphrase && "
                    f"echo QUAD_BACKUP_PASSPHRASE=/etc/quad/passphrase >>{FOLDER}/site.conf")
        self.inside(f"{LOCAL} service")
        wait_until(self.answers, "the site answers", READY_LIMIT)
        self.inside("systemctl is-active quad.service quad-backup.timer && systemctl is-enabled quad.service quad-backup.timer")
        owners = set(self.inside("stat -c %U /proc/$(pidof gateway)").split())
        assert owners == {"quad"}, f"the site runs as {owners}"
        return "active, enabled, runs as its owner"

    def reboot(self):
        docker("restart", "-t", "60", NAME, timeout=180)
        self.booted()
        took = wait_until(self.answers, "the site answers after a start of the machine", READY_LIMIT)
        self.inside(f"{LOCAL} status", user="quad")
        return f"answers {took:.1f} s after systemd has booted"

    def backup(self):
        """The timer is armed, and the unit that it starts makes a backup."""
        timer = self.inside("systemctl show -p NextElapseUSecRealtime -p Unit quad-backup.timer")
        assert "Unit=quad-backup.service" in timer and re.search(r"NextElapseUSecRealtime=\S+", timer), timer
        self.inside("systemctl start quad-backup.service")
        made = self.inside(f"ls {FOLDER}/backups").split()
        assert [name for name in made if name.endswith(".quad")] == made[:1] and made[1:] == ["quad-pictures"], made
        return re.search(r"NextElapseUSecRealtime=(.*)", timer)[1]

    def stop(self):
        """systemd and compose/local tell the same, whoever stops the site, and a killed supervisor comes back."""
        said = self.inside(f"{LOCAL} status", user="quad")
        assert said.count("RUNNING") == len(json.loads((HERE / "catalogue.json").read_text())["programs"]), said
        self.inside("kill -KILL $(systemctl show -p MainPID --value quad.service)")
        wait_until(lambda: not self.answers(), "the site is gone", 30)
        wait_until(self.answers, "the site answers after its supervisor was killed", READY_LIMIT)
        self.inside("systemctl stop quad.service")
        assert "not running" in self.inside(f"{LOCAL} status", user="quad", status=3)
        self.inside("systemctl is-active quad.service", status=3)
        self.inside("systemctl start quad.service")
        wait_until(self.answers, "the site answers", READY_LIMIT)
        self.inside(f"{LOCAL} stop", user="quad")
        wait_until(lambda: self.state("is-active", "quad.service") == "inactive", "systemd sees that the site was stopped", 30)
        return "they agree"

    def remove(self):
        self.inside("systemctl start quad.service")
        wait_until(self.answers, "the site answers", READY_LIMIT)
        self.inside(f"{LOCAL} service remove")
        assert not self.answers(), "the site runs"
        assert self.inside("ls /etc/systemd/system").count("quad") == 0, "units are left"
        return "no unit left, data kept"

    def close(self):
        docker("rm", "-f", "-v", NAME, check=False)
        docker("image", "rm", "-f", IMAGE, check=False)
