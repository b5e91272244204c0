"""URLs that lead inside, if they lead anywhere: every forbidden range in every spelling, and what stands around it.

`ANSWERS` are the names that they use, for a name server of the test's own. `Hostile.answers` is True where a URL
that looks inward rightly ends at a public address.
"""

import ipaddress
import itertools
from typing import NamedTuple

PUBLIC = "93.184.215.14"
PUBLIC6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
# The only addresses that a guarded request may open a connection to.
PERMITTED = {PUBLIC, PUBLIC6}

# One address of each forbidden range.
INNER4 = {
    "0.0.0.0/8": "0.1.2.3", "10.0.0.0/8": "10.1.2.3", "100.64.0.0/10": "100.127.2.3", "127.0.0.0/8": "127.1.2.3",
    "169.254.0.0/16": "169.254.169.254", "172.16.0.0/12": "172.31.2.3", "192.0.0.0/24": "192.0.0.8",
    "192.0.2.0/24": "192.0.2.3", "192.88.99.0/24": "192.88.99.3", "192.168.0.0/16": "192.168.2.3",
    "198.18.0.0/15": "198.19.2.3", "198.51.100.0/24": "198.51.100.3", "203.0.113.0/24": "203.0.113.3",
    "224.0.0.0/4": "239.1.2.3", "240.0.0.0/4": "250.1.2.3", "255.255.255.255/32": "255.255.255.255",
}
INNER6 = {
    "::/128": "::", "::1/128": "::1", "::ffff:0:0/96": "::ffff:10.1.2.3", "::/96": "::10.1.2.3",
    "64:ff9b::/96": "64:ff9b::10.1.2.3", "64:ff9b:1::/48": "64:ff9b:1::10.1.2.3", "100::/64": "100::1",
    "2001::/32": "2001:0:a01:203::1", "2001:2::/48": "2001:2::1", "2001:10::/28": "2001:10::1",
    "2001:20::/28": "2001:20::1", "2001:db8::/32": "2001:db8::1", "2002::/16": "2002:a01:203::1",
    "3fff::/20": "3fff:0:1::1", "4000::/3": "4000::1", "5f00::/16": "5f00::1", "fc00::/8": "fc00::1",
    "fd00::/8": "fd00:ec2::254", "fe80::/10": "fe80::1", "fec0::/10": "fec0::1", "ff00::/8": "ff02::1",
}
# TCP itself does not go there, whoever asks; for a link-local address it wants to know the link.
UNREACHABLE = {"224.0.0.0/4", "255.255.255.255/32", "ff00::/8"}


class Hostile(NamedTuple):
    url: str
    answers: bool = False
    is_followed: bool = False


def full_width(text):
    return "".join(chr(ord(sign) + 0xFEE0) if sign.isdigit() else sign for sign in text)


def circled(text):
    return "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(sign)] if sign.isdigit() else sign for sign in text)


def spellings4(text):
    """The host of a URL in which some reader finds this IPv4 address."""
    parts = [int(part) for part in text.split(".")]
    number = int(ipaddress.IPv4Address(text))
    high, low = number >> 16, number & 0xFFFF
    a, b, _, d = parts
    return [
        text, str(number), hex(number), f"0X{number:X}", f"0{number:o}", ".".join(hex(part) for part in parts),
        ".".join(f"0{part:o}" for part in parts), ".".join(f"000{part:o}" for part in parts),
        f"{a}.{number & 0xFFFFFF}", f"{a}.{b}.{low}", f"{hex(a)}.0{b:o}.{low}", f"{a}.{hex(b)}.{low >> 8}.0{d:o}",
        text + ".", text + "..", f"{a + 256}.{b}.{low >> 8}.{d}", str(number + (1 << 32)),
        "".join(f"%{ord(sign):02x}" for sign in text), text.replace(".", "%2e"), full_width(text), circled(text),
        text.replace(".", "。"), text.replace(".", "．"), text.replace(".", "｡"),
        f"[::ffff:{text}]", f"[::ffff:{high:x}:{low:x}]", f"[0:0:0:0:0:FFFF:{high:X}:{low:X}]", f"[::{text}]",
        f"[::ffff:0:{text}]", f"[2002:{high:x}:{low:x}::1]", f"[64:ff9b::{text}]", f"[64:ff9b:1::{high:x}:{low:x}]",
        f"[2001:0:{high:x}:{low:x}::1]", f"[2001::{high ^ 0xFFFF:x}:{low ^ 0xFFFF:x}]", f"[fe80::5efe:{text}]",
    ]


def spellings6(text):
    address = ipaddress.IPv6Address(text)
    return [
        f"[{text}]", f"[{address.exploded}]", f"[{address.exploded.upper()}]", f"[{text}%25lo]", f"[{text}%lo]", text,
    ]


SIGNS = [
    # Who is the host here depends on who reads.
    "http://{out}@{into}/", "http://{out}:80@{into}:80/", "http://{into}\\@{out}/", "http://{out}\\@{into}/",
    "http://{into}:80\\@{out}:80/", "http://a:b@{out}@{into}/", "http://{out}%40{into}/", "http://@{into}/",
    "http://:@{into}/", "http:@{into}/", "http:/{into}/", "http:///{into}/", "http:////{into}/", "http:{into}/",
    "http:\\\\{into}\\", "http://{into}%2f@{out}/", "http://{into}%00.{out}/", "http://{into}\0.{out}/",
    "http://{into}%0d%0a/", "http://{into}\r\nHost: {out}/", "http://{into}\r\n\r\nGET / HTTP/1.1/",
    "http://{out}\r\nHost: {into}/", "http://{into}\t/", "http:// {into}/", " http://{into}/", "\thttp://{into}/",
    "http://{into} .{out}/", "http://{into};.{out}/", "http://[{into}]/", "http://[{into}/", "http://{into}]/",
    "http://{{{into}}}/", "http://<{into}>/", "//{into}/", "{into}", "{into}:80/", "HtTp://{into}/", "http://{into}",
    "http://{into}?x", "http://{into}#x", "http://{into}:/", "https://{into}/", "https://{into}:80/",
    "http://{into}:443/", "http://{into}/\r\nX: y", "http://{into}\u200b/", "http://\u202e{into}/",
    "http://{into}\xad/", "http://-{into}/", "http://%{into}/", "url:http://{into}/",
    "view-source:http://{into}/", "http://http://{into}/",
]
HARMLESS = ["http://{out}/?@{into}/", "http://{out}/#@{into}/", "http://{out}#@{into}/", "http://{out}?@{into}/"]
SCHEMES = [
    "file", "ftp", "ftps", "gopher", "dict", "ldap", "ldaps", "tftp", "smb", "scp", "sftp", "telnet", "imap", "pop3",
    "smtp", "rtsp", "rtmp", "mqtt", "ws", "wss", "unix", "http+unix", "h2c", "socks5", "about", "data", "blob", "jar",
]
PORTS = [
    "0", "1", "22", "25", "81", "5501", "6379", "8080", "8443", "65535", "65536", "4294967376", "+80", "-80", "0x50",
    "80:22", " 80", "80%0a", "８０",
]


class Names:
    """Names to look up, each with the lists of addresses that it has in turn."""

    def __init__(self):
        self.answers = {}
        self.count = itertools.count()

    def add(self, *turns):
        name = f"n{next(self.count)}.names.example"
        self.answers[name] = turns
        return name


NAMES = Names()
ANSWERS = NAMES.answers
ANSWERS["public.example"] = ([PUBLIC],)
ANSWERS["public6.example"] = ([PUBLIC6],)
ANSWERS["inner.example"] = (["10.1.2.3"],)


def names():
    for inner in [*INNER4.values(), *INNER6.values()]:
        yield Hostile(f"http://{NAMES.add([inner])}/")
        # One of several: whoever connects may take the public one.
        yield Hostile(f"http://{NAMES.add([PUBLIC, inner, PUBLIC6])}/", answers=True)
        yield Hostile(f"http://{NAMES.add([inner, PUBLIC])}./", answers=True)
        # Another at each question.
        turning = f"http://{NAMES.add([PUBLIC], [inner])}/"
        yield from [Hostile(turning, answers=True)] * 3
    turning = f"http://{NAMES.add([PUBLIC, PUBLIC6], ['127.0.0.1', '::1'])}/"
    yield from [Hostile(turning, answers=True)] * 6
    alias = NAMES.add("inner.example")
    yield Hostile(f"http://{alias}/")
    yield Hostile(f"http://{alias.upper()}/")
    for name in ["localhost", "LOCALHOST", "localhost.", "x.localhost", "ⓛocalhost", "fetcher", "%6cocalhost"]:
        yield Hostile(f"http://{name}/")


# Where a public page sends on; the test's server looks the place up by its number.
PLACES = [
    "http://127.1/", "https://127.1/", "https://127.0.0.1/", "https://10.1.2.3/", "https://0x0a010203/", "https://0/",
    "https://[::1]/", "https://[::ffff:10.1.2.3]/", "https://[fd00::1]/", "https://169.254.169.254/latest/meta-data/",
    "https://localhost/", "https://inner.example/", "https://x.localhost/", "file:///etc/passwd", "file:/etc/passwd",
    "gopher://10.1.2.3:6379/_x", "ftp://127.0.0.1/", "//127.0.0.1/", "//localhost/", "///10.1.2.3/", "\\\\10.1.2.3\\",
    "http://inner.example/", "https://u:p@10.1.2.3/", "https://u@public.example/",
    "https://10.1.2.3\\@public.example/",
    "https://public.example\\@10.1.2.3/", "https://public.example:22/", "https://10.1.2.3:8080/", "https:10.1.2.3",
    "https:/10.1.2.3/", "https://１０.1.2.3/", "https://10。1。2。3/", "javascript:alert(1)", "data:text/html,x",
    " https://10.1.2.3/", "https://10.1.2.3 .public.example/", "https://%31%30.1.2.3/", "http://public.example/",
]


def redirects():
    for number in range(len(PLACES)):
        for scheme in ("http", "https"):
            yield Hostile(f"{scheme}://public.example/to/{number}", is_followed=True)
    # Four steps; a fifth would lead inside.
    yield Hostile("https://public.example/hop/4", is_followed=True)
    yield Hostile("https://public.example/hop/3/in", is_followed=True)
    yield Hostile("https://public.example/hop/2/in", is_followed=True)
    yield Hostile("https://public.example/hop/3", answers=True, is_followed=True)
    # The name turns inward between the page and its redirect.
    for inner in ["127.0.0.1", "10.1.2.3", "::1"]:
        yield Hostile(f"https://{NAMES.add([PUBLIC], [inner])}/again", is_followed=True)


def corpus():
    urls = [Hostile(f"http://{host}/") for inner in INNER4.values() for host in spellings4(inner)]
    urls += [Hostile(f"http://{host}/") for inner in INNER6.values() for host in spellings6(inner)]
    for into in ["127.0.0.1", "10.1.2.3", "localhost"]:
        # The target of a curly or other odd spelling may be a name that nobody has.
        urls += [Hostile(form.format(into=into, out="public.example")) for form in SIGNS]
        urls += [Hostile(form.format(into=into, out="public.example"), answers=True) for form in HARMLESS]
        urls += [Hostile(f"http://{into}:{port}/") for port in PORTS]
    for scheme in SCHEMES:
        urls += [Hostile(f"{scheme}://{into}/etc/passwd") for into in ["127.0.0.1", "10.1.2.3:80", ""]]
    urls += [Hostile(f"http://public.example:{port}/") for port in PORTS]
    urls += ["", "/", "http://", "https://", "http://:80/", "http://?", "http://.", "http://../", "http://a" * 3000]
    urls += [*names(), *redirects()]
    return [Hostile(url) if isinstance(url, str) else url for url in urls]
