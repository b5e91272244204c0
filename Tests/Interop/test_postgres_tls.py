"""A program reaches PostgreSQL by TLS: it believes the certificate of the right host and authority, and no other."""

import subprocess
from pathlib import Path

import pytest
from postgres_server import Cluster
from quad_ports import hold_port, release_port
from quad_site import Site, wait_until

CURVE = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def openssl(*words):
    done = subprocess.run(["openssl", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def authority(folder, name):
    openssl("req", "-x509", *CURVE, "-days", "2", "-subj", f"/CN={name}", "-keyout", f"{folder}/{name}.key",
            "-out", f"{folder}/{name}.pem")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two authorities, and a certificate for localhost of the first."""
    folder = tmp_path_factory.mktemp("tls")
    authority(folder, "school")
    authority(folder, "stranger")
    openssl("req", *CURVE, "-subj", "/CN=db", "-keyout", f"{folder}/db.key", "-out", f"{folder}/db.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-days", "2", "-in", f"{folder}/db.csr", "-CA", f"{folder}/school.pem", "-CAkey",
            f"{folder}/school.key", "-CAcreateserial", "-extfile", f"{folder}/names", "-out", f"{folder}/db.pem")
    return folder


@pytest.fixture(scope="module")
def server(folder):
    port = hold_port()
    try:
        with Cluster(port=port) as server:
            for name in ("db.key", "db.pem"):
                path = Path(server.folder, name)
                path.write_bytes((folder / name).read_bytes())
                path.chmod(0o600)
                server.give(path)
            server.psql("CREATE DATABASE campus;")
            server.turn_on_tls(f"{server.folder}/db.pem", f"{server.folder}/db.key")
            yield server
    finally:
        release_port(port)


@pytest.fixture
def start(folder, server):
    """Starts a program of a site whose database is at that host, believed for that authority."""
    sites = []

    def start(host, authority, tls="on"):
        place = f"postgres://{host}:{server.port}/campus?sslmode=verify-full&sslrootcert={folder}/{authority}.pem"
        sites.append(Site(programs=(), settings={"QUAD_STORE": place}))
        server.prepare(sites[-1].keys, "campus")
        server.psql(f"ALTER SYSTEM SET ssl = {tls}; SELECT pg_reload_conf();")
        wait_until(lambda: server.psql("SHOW ssl;").stdout.strip() == tls, f"TLS is {tls}")
        sites[-1].start("auth")
        return sites[-1]

    yield start
    for site in sites:
        site.close()


def test_the_right_certificate_is_believed_and_the_password_travels_by_tls(start, server):
    site = start("localhost", "school")
    wait_until(lambda: '"ready"' in site.log("auth"), "auth is ready")
    sql = "SELECT count(*), bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'auth';"
    count, by_tls = server.psql(sql).stdout.strip().split("|")
    assert int(count) >= 1 and by_tls == "t"


@pytest.mark.parametrize("host, authority, tls, code, advice", [
    ("127.0.0.1", "school", "on", "postgres_certificate", "Correct the host in QUAD_STORE"),
    ("localhost", "stranger", "on", "postgres_certificate", "sslrootcert=FILE"),
    ("localhost", "nobody", "on", "postgres_certificate", "sslrootcert=FILE"),
    ("localhost", "school", "off", "postgres_no_tls", "Turn on ssl on the server"),
], ids=["another host", "unknown authority", "no file", "plain server"])
def test_anything_else_is_refused_with_what_to_do(start, server, host, authority, tls, code, advice):
    site = start(host, authority, tls)
    assert site.processes.pop("auth").wait(10) == 78
    said = site.log("auth")
    assert code in said and advice in said, said
    assert server.psql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'auth';").stdout.strip() == "0"
