"""Small damage to valid bytes, from a seeded source, so that a failure can be repeated."""

import json

NUMBERS = (0, 1, -1, 2**31, 2**63 - 1, -(2**63), 2**64, 1.5, 1e308, -0.0)
TEXTS = (
    "", " ", "\0", "\u202e", "'; DROP TABLE person;--", "../../etc/passwd", "%00", "é" * 300, "👩‍👩‍👧‍👦" * 60, "a" * 20_000,
    "true", "null", "1e999", "2026-02-30T25:61:61Z", "00000000-0000-0000-0000-000000000000",
)


def mutate(data, chance):
    """One to four small changes of the bytes."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(7)
        if kind == 0 and data:
            data[place % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 1 and data:
            data[place % len(data)] = chance.choice((0, 0x7F, 0x80, 0xFF, 0x22, 0x5C, 0x7B, chance.randrange(256)))
        elif kind == 2:
            del data[place:]
        elif kind == 3:
            del data[place : place + chance.randint(1, 16)]
        elif kind == 4:
            data[place:place] = chance.randbytes(chance.randint(1, 32))
        elif kind == 5:
            part = data[place : place + chance.randint(1, 64)]
            data[place:place] = part * chance.randint(1, 4)
        else:
            other = chance.randrange(len(data) + 1)
            data[place : place + 8] = data[other : other + 8]
    return bytes(data)


def strange(chance):
    """A JSON value that nobody expects."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.choice(NUMBERS)
    if kind == 1:
        return chance.choice(TEXTS)
    if kind == 2:
        return chance.choice((None, True, False, [], {}))
    if kind == 3:
        return [strange(chance) for _ in range(chance.randrange(4))]
    if kind == 4:
        return {chance.choice(TEXTS)[:40]: strange(chance)}
    deep = []
    for _ in range(chance.choice((10, 500, 5000))):
        deep = [deep]
    return deep


def mutate_json(value, chance):
    """The value with one member gone, doubled, renamed or strange."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(sorted(value))
        changed = dict(value)
        kind = chance.randrange(5)
        if kind == 0:
            del changed[name]
        elif kind == 1:
            changed[name + chance.choice(TEXTS)[:10]] = changed.pop(name)
        elif kind == 2:
            changed[chance.choice(TEXTS)[:40]] = strange(chance)
        else:
            changed[name] = mutate_json(value[name], chance)
        return changed
    return strange(chance)


def written(value):
    """JSON of it; too deep for Python's own writer is written by hand."""
    try:
        return json.dumps(value).encode()
    except RecursionError:
        return b"[" * 5000 + b"]" * 5000
