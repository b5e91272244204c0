"""Push services on this machine, over TLS, each of which answers after a while.

  push_hosts.py HOST,HOST,… PORT LATENCY_MS CERTIFICATE KEY

Prints a line of JSON for each line of input: how many pushes came, when the first and the last, and how many connections.
"""

import asyncio
import json
import ssl
import sys
import time

counts = {"pushes": 0, "connections": 0, "first": 0.0, "last": 0.0}


def serve(latency):
    async def answer(reader, writer):
        counts["connections"] += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(length)
                now = time.time()
                counts["first"] = counts["first"] or now
                counts["last"] = now
                counts["pushes"] += 1
                await asyncio.sleep(latency)
                writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()
    return answer


async def main():
    hosts, port, latency, certificate, key = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    for host in hosts.split(","):
        await asyncio.start_server(serve(int(latency) / 1000), host, int(port), ssl=context, backlog=1024)
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(counts), flush=True)


asyncio.run(main())
