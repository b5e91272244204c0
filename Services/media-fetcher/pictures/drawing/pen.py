"""Shapes as SVG text: each function returns a piece of a picture, and pieces are joined in order.

A paint is a color ("#rrggbb") or what `fade` and `glow` return. Lengths are pixels of the finished picture.
"""

import hashlib
import math
import random

WIDTH, HEIGHT = 1600, 1200

# Gradients and clips by their name; `document` takes along the ones that a picture mentions.
_definitions = {}

# The pictures by their id.
SCENES = {}


def scene(draw):
    """Marks a function as a picture; its name is the picture's id."""
    SCENES[draw.__name__.replace("_", "-")] = draw
    return draw


def number(value):
    """At most one digit after the point: the same text on each computer."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def mix(one, other, part):
    """The color between two, from `one` at 0 to `other` at 1."""
    pairs = zip(_channels(one), _channels(other))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _channels(color):
    return [int(color[at:at + 2], 16) for at in (1, 3, 5)]


def dark(color, part=0.2):
    """The same color in the shade, which is a little violet."""
    tint = [round(channel * share) for channel, share in zip(_channels(color), (0.40, 0.26, 0.46))]
    return mix(color, "#" + "".join(f"{channel:02x}" for channel in tint), min(1, part * 1.3))


def light(color, part=0.25):
    """The same color in warm light."""
    return mix(color, "#fff6e0", part)


def _define(text):
    name = "d" + hashlib.sha256(text.encode()).hexdigest()[:10]
    _definitions[name] = text.replace("NAME", name)
    return name


def fade(start, end, turn=90, middle=None):
    """A paint that changes from `start` to `end`: downward unless turned, 0 is to the right."""
    along = (math.cos(math.radians(turn)) / 2, math.sin(math.radians(turn)) / 2)
    ends = [f"{0.5 + side * way:.3f}" for side in (-1, 1) for way in along]
    stops = [(0, start), *([(0.5, middle)] if middle else []), (1, end)]
    steps = "".join(f'<stop offset="{at}" stop-color="{color}"/>' for at, color in stops)
    x1, y1, x2, y2 = ends
    name = _define(f'<linearGradient id="NAME" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{steps}</linearGradient>')
    return f"url(#{name})"


def glow(color, strength=1.0):
    """A paint that is strongest in the middle and nothing at the edge."""
    steps = "".join(
        f'<stop offset="{at}" stop-color="{color}" stop-opacity="{strength * part:.3f}"/>'
        for at, part in ((0, 1), (0.35, 0.62), (0.7, 0.18), (1, 0)))
    return f'url(#{_define(f"""<radialGradient id="NAME">{steps}</radialGradient>""")})'


def _attributes(fill, more):
    more = {"fill": fill, **more}
    return "".join(
        f' {name.replace("_", "-")}="{number(value) if isinstance(value, (int, float)) and value > 1 else value}"'
        for name, value in more.items() if value is not None)


def rect(x, y, width, height, fill, r=0, **more):
    """A rectangle with corners of radius `r`."""
    corner = f' rx="{number(r)}"' if r else ""
    return (f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{corner}'
            f'{_attributes(fill, more)}/>')


def circle(x, y, r, fill, **more):
    """A disc around a point."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{_attributes(fill, more)}/>'


def oval(x, y, rx, ry, fill, turn=0, **more):
    """An ellipse around a point."""
    if turn:
        more["transform"] = f"rotate({number(turn)} {number(x)} {number(y)})"
    return (f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
            f'{_attributes(fill, more)}/>')


def shape(d, fill, **more):
    """A shape by SVG's path commands."""
    return f'<path d="{d}"{_attributes(fill, more)}/>'


def polygon(points, fill, **more):
    """A shape with straight edges; `r` rounds its corners."""
    r = more.pop("r", 0)
    if r:
        more |= {"stroke": fill, "stroke_width": 2 * r, "stroke_linejoin": "round"}
    return shape("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z", fill, **more)


def _bends(points, is_closed):
    count = len(points)
    spans = range(count if is_closed else count - 1)
    at = (lambda i: points[i % count]) if is_closed else (lambda i: points[min(max(i, 0), count - 1)])
    text = f"M{number(points[0][0])} {number(points[0][1])}"
    for i in spans:
        before, here, there, after = at(i - 1), at(i), at(i + 1), at(i + 2)
        handles = [(here[k] + (there[k] - before[k]) / 6, there[k] - (after[k] - here[k]) / 6) for k in (0, 1)]
        text += "C" + " ".join(number(v) for v in (
            handles[0][0], handles[1][0], handles[0][1], handles[1][1], there[0], there[1]))
    return text


def smooth(points, fill, **more):
    """A soft shape through points."""
    return shape(_bends(points, True) + "Z", fill, **more)


def line(points, color, width, **more):
    """A line with round ends and corners."""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return stroke(d, color, width, **more)


def curve(points, color, width, **more):
    """A soft line through points."""
    return stroke(_bends(points, False), color, width, **more)


def stroke(d, color, width, **more):
    """A line by SVG's path commands."""
    more = {"stroke": color, "stroke_width": width, "stroke_linecap": "round", "stroke_linejoin": "round"} | more
    return shape(d, "none", **more)


def ring(x, y, r, color, width, **more):
    """The line around a disc."""
    return circle(x, y, r, "none", stroke=color, stroke_width=width, **more)


def group(*pieces, move=(0, 0), scale=1.0, turn=0.0, opacity=None):
    """Pieces together: turned and scaled around 0,0 and then moved. A pair scales in two directions."""
    across, down = scale if isinstance(scale, tuple) else (scale, scale)
    steps = f"translate({number(move[0])} {number(move[1])})"
    if turn:
        steps += f" rotate({turn:.1f})"
    if (across, down) != (1, 1):
        steps += f" scale({across:.3f} {down:.3f})"
    fading = f' opacity="{opacity}"' if opacity is not None else ""
    return f'<g transform="{steps}"{fading}>{join(pieces)}</g>'


def join(pieces):
    """Nested pieces as one text."""
    return "".join(piece if isinstance(piece, str) else join(piece) for piece in pieces)


def within(outline, *pieces):
    """Pieces, of which only the part within an outline shows."""
    name = _define(f'<clipPath id="NAME">{outline}</clipPath>')
    return f'<g clip-path="url(#{name})">{join(pieces)}</g>'


def lit(outline, *shades):
    """A shape with its light and shade, which don't leave it."""
    return outline + within(outline, *shades)


def shadow(x, y, rx, ry, strength=0.35):
    """The soft shadow on the ground."""
    return oval(x, y, rx, ry, glow("#1d2148", strength))


def spread(seed, count, left, top, right, bottom):
    """Points with some distance between them, the same for the same seed."""
    chance = random.Random(seed)
    points = []
    while len(points) < count:
        tries = [(chance.uniform(left, right), chance.uniform(top, bottom)) for _ in range(8)]
        points.append(max(tries, key=lambda p: min((math.dist(p, q) for q in points), default=1)))
    return points


def around(x, y, r, count, start=-90.0):
    """Points on a circle, from the top to the right."""
    steps = (math.radians(start + 360 * i / count) for i in range(count))
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in steps]


def star(x, y, r, fill, inner=0.45, points=5, turn=-90.0, **more):
    """A star; `inner` is how deep it is cut."""
    outer, deep = around(x, y, r, points, turn), around(x, y, r * inner, points, turn + 180 / points)
    return polygon([p for pair in zip(outer, deep) for p in pair], fill, **more)


def document(*pieces):
    """A whole picture."""
    body = join(pieces)
    needed, looked = [], body
    while looked:
        found = [name for name in _definitions if f"#{name})" in looked and name not in needed]
        needed += found
        looked = "".join(_definitions[name] for name in found)
    definitions = "".join(_definitions[name] for name in sorted(needed))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{definitions}</defs>{body}</svg>')
