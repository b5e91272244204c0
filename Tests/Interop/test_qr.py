"""Our QR codes as another implementation reads them: zxing-cpp."""

import subprocess

import pytest
import zxingcpp
from quad_site import BIN

SCALE = 4
QUIET = 4


def picture(rows):
    """Grey pixels, a module SCALE wide, with the quiet zone around."""
    width = len(rows[0]) + 2 * QUIET
    blank = "0" * width
    framed = [blank] * QUIET + ["0" * QUIET + row + "0" * QUIET for row in rows] + [blank] * QUIET
    pixels = bytearray()
    for row in framed:
        line = b"".join((b"\x00" if module == "1" else b"\xff") * SCALE for module in row)
        pixels += line * SCALE
    return memoryview(bytes(pixels)).cast("B", (len(framed) * SCALE, width * SCALE))


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "https://quad.example/check-in?code=482913&spot=018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7",
        "Zimmer 12, Änderung für Åse: 部屋 🛏",
        "x" * 800,
    ],
)
def test_another_reader_reads_the_text(text):
    written = subprocess.run([f"{BIN}/qr-writer", text], check=True, capture_output=True, text=True).stdout
    found = zxingcpp.read_barcodes(picture(written.splitlines()))
    assert [(code.format, code.text) for code in found] == [(zxingcpp.BarcodeFormat.QRCode, text)]
    assert found[0].ec_level == "M"
