"""A server of map tiles for tests, reached by TLS."""

import http.server
import ssl
import struct
import threading
import zlib
from pathlib import Path

from mail_server import make_certificate


def picture(shade):
    """A PNG of 256 by 256 pixels of one shade of gray, with a darker edge to see each tile."""
    row = bytes([0, shade // 2]) + bytes([shade]) * 255
    rows = bytes([0]) + bytes([shade // 2]) * 256 + row * 255

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = part(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")


class TileServer:
    """`with TileServer(folder) as tiles:` answers requests below `tiles.origin`, and keeps their paths and headers in
    `tiles.asked`. While `tiles.is_away`, it answers 503."""

    def __init__(self, folder):
        self.asked, self.is_away = [], False
        body = picture(0xD8)
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                server.asked.append((self.path, dict(self.headers)))
                self.send_response(503 if server.is_away else 200)
                self.send_header("Content-Type", "image/png")
                self.end_headers()
                if not server.is_away:
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(make_certificate(folder), Path(folder) / "key.pem")
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.origin = f"https://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
