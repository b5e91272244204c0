"""Pictures for tests, made without a library, and the ways to upload and use one."""

import struct
import zlib


def png(width=64, height=48, color=(200, 40, 90), said=None, alpha=None):
    """A PNG of one color, with a diagonal so that no crop of it equals another. Its header may say another size, and
    its pixels may be translucent."""
    more = () if alpha is None else (alpha,)
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(
        b"\0" + b"".join(bytes(((x * 255 // width, y * 255 // height, color[2]) if x == y else color) + more)
                         for x in range(width))
        for y in range(height))
    head = struct.pack(">IIBBBBB", *(said or (width, height)), 8, 2 if alpha is None else 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def upload(site, token, picture=None, media_type="image/png"):
    """Uploads a picture and returns the reply's JSON: `object`, `width`, `height`."""
    answer = site.request(
        "POST", "/v1/uploads", png() if picture is None else picture, token=token, headers={"Content-Type": media_type},
        timeout=60)
    assert answer.status == 201, answer.body
    return answer.json
