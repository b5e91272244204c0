"""Every record in an SQLite file and in its write-ahead log, also of pages that were replaced since: the data that
a thief of the disk finds. Written from the file format's description; overflow pages are left out, so what a test
looks for has to be short."""

import struct

LEAF_TABLE, LEAF_INDEX, INTERIOR_INDEX = 0x0D, 0x0A, 0x02


def records(path):
    """Lists of values, one a record, of each b-tree page in the file or in the log."""
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith("-wal"):
        pages = wal_pages(data)
    elif data[:16] == b"SQLite format 3\0":
        size = struct.unpack(">H", data[16:18])[0]
        size = 65536 if size == 1 else size
        pages = [(data[at : at + size], 100 if at == 0 else 0) for at in range(0, len(data), size)]
    else:
        pages = []
    for page, start in pages:
        yield from page_records(page, start)


def wal_pages(data):
    # A log that a stop emptied holds zeros.
    if len(data) < 32 or not any(data[:32]):
        return
    size = struct.unpack(">I", data[8:12])[0]
    for at in range(32, len(data) - 24 - size + 1, 24 + size):
        number = struct.unpack(">I", data[at : at + 4])[0]
        yield data[at + 24 : at + 24 + size], 100 if number == 1 else 0


def page_records(page, start):
    kind = page[start] if len(page) > start else 0
    if kind not in (LEAF_TABLE, LEAF_INDEX, INTERIOR_INDEX):
        return
    count = struct.unpack(">H", page[start + 3 : start + 5])[0]
    pointers = start + (12 if kind == INTERIOR_INDEX else 8)
    for index in range(count):
        at = struct.unpack(">H", page[pointers + 2 * index : pointers + 2 * index + 2])[0]
        if kind == INTERIOR_INDEX:
            at += 4
        length, at = varint(page, at)
        if kind == LEAF_TABLE:
            _, at = varint(page, at)
        try:
            yield values(page[at : at + length])
        except (IndexError, struct.error):
            continue  # a page of another kind that happens to begin with the same byte


def values(payload):
    header, at = varint(payload, 0)
    types = []
    while at < header:
        type_, at = varint(payload, at)
        types.append(type_)
    at = header
    found = []
    for type_ in types:
        if 1 <= type_ <= 6:
            size = (1, 2, 3, 4, 6, 8)[type_ - 1]
            found.append(int.from_bytes(payload[at : at + size], "big", signed=True))
        elif type_ == 7:
            size = 8
            found.append(struct.unpack(">d", payload[at : at + 8])[0])
        elif type_ >= 12:
            size = (type_ - 12) // 2
            found.append(payload[at : at + size])
        else:
            size = 0
            found.append({8: 0, 9: 1}.get(type_))
        at += size
    return found


def varint(data, at):
    value = 0
    for index in range(9):
        byte = data[at]
        at += 1
        if index == 8:
            return value << 8 | byte, at
        value = value << 7 | byte & 127
        if byte < 128:
            return value, at
