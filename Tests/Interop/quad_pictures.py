"""Pictures as people send them, and as attackers do, made at test time; and what became of them."""

import os
import struct
import subprocess
import zlib
from dataclasses import dataclass
from pathlib import Path

from quad_launch import BIN

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 255, 255)
# The corners from the upper left, clockwise.
CORNERS = (RED, GREEN, BLUE, WHITE)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, raw: bytes, color=2, bits=8, extra=b"") -> bytes:
    """A PNG of these scan lines, each of which begins with its filter."""
    head = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", zlib.compress(raw, 1))
            + chunk(b"IEND", b""))


def flat_png(pixel: bytes, color: int, bits=8, side=32, extra=b"") -> bytes:
    return png(side, side, (b"\0" + pixel * side) * side, color, bits, extra)


def cornered_png(width=96, height=64) -> bytes:
    def half(left, right):
        return (b"\0" + bytes(left) * (width // 2) + bytes(right) * (width // 2)) * (height // 2)
    return png(width, height, half(RED, GREEN) + half(WHITE, BLUE))


def gif(frames: int, colors=(RED, BLUE), side=16, stated=None) -> bytes:
    """Frames of one color each: the first has the first one, the others the second."""
    def pixels(index):
        number, count = 0, 0
        codes = [code for _ in range(side * side) for code in (4, index)] + [5]
        for code in codes:
            number |= code << count
            count += 3
        data = number.to_bytes((count + 7) // 8, "little")
        return b"".join(bytes([len(data[at:at + 255])]) + data[at:at + 255] for at in range(0, len(data), 255)) + b"\0"

    def frame(index):
        return (b"\x21\xf9\x04\0\x05\0\0\0\x2c" + struct.pack("<HHHHB", 0, 0, side, side, 0) + b"\x02" + pixels(index))

    first, other = frame(0), frame(1)
    palette = bytes(colors[0]) + bytes(colors[1])
    size = struct.pack("<HH", stated or side, stated or side)
    return b"GIF89a" + size + b"\x80\0\0" + palette + first + other * (frames - 1) + b";"


def turned(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF segment that says how to turn it."""
    tiff = b"MM\0\x2a\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x112, 3, 1, orientation, 0) + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def vips(*words) -> str:
    done = subprocess.run(["vips", *map(str, words)], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def pixel(file: Path, x: int, y: int) -> list[int]:
    return [round(float(word)) for word in vips("getpoint", file, x, y).split()]


def near(found, expected, tolerance=24) -> bool:
    return len(found) == len(expected) and all(abs(one - other) <= tolerance for one, other in zip(found, expected))


def write_seeds(folder: Path) -> None:
    """A small picture in each form that is read, for fuzzing."""
    corners, alpha = folder / "corners.png", folder / "alpha.png"
    corners.write_bytes(cornered_png(48, 32))
    alpha.write_bytes(flat_png(bytes((*RED, 128)), 6))
    (folder / "palette.png").write_bytes(
        flat_png(b"\1", 3, extra=chunk(b"PLTE", bytes(BLUE + GREEN)) + chunk(b"tRNS", b"\xff\x80")))
    (folder / "sixteen.png").write_bytes(flat_png(struct.pack(">HHHH", 0, 0, 0xFFFF, 0x8000), 6, bits=16))
    (folder / "frames.gif").write_bytes(gif(3))
    vips("copy", corners, f"{folder}/interlaced.png[interlace]")
    vips("copy", corners, f"{folder}/baseline.jpg")
    vips("copy", corners, f"{folder}/progressive.jpg[interlace,subsample_mode=off]")
    (folder / "turned.jpg").write_bytes(turned((folder / "baseline.jpg").read_bytes(), 6))
    vips("icc_export", corners, f"{folder}/inks.jpg[strip]", "--output-profile", "cmyk")
    vips("icc_export", corners, folder / "profile.jpg", "--output-profile", "p3")
    vips("copy", corners, f"{folder}/lossy.webp")
    vips("copy", alpha, f"{folder}/alpha.webp")
    vips("copy", corners, f"{folder}/lossless.webp[lossless]")
    vips("copy", f"{folder}/frames.gif[n=-1]", f"{folder}/frames.webp[lossless]")
    vips("heifsave", corners, folder / "still.heic", "--compression", "hevc")


@dataclass
class Made:
    """The end of a picture-maker: its line, the processor's seconds, and the memory of the larger process in MiB."""

    status: int
    line: str
    seconds: float
    memory: float


def make(*words, **environment) -> Made:
    process = subprocess.Popen(
        [f"{BIN}/picture-maker", *map(str, words)], stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    with process.stdout as output:
        line = output.read().strip()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Made(process.returncode, line, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
