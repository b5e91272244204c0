"""What stands in many pictures: the palette, skies, ground, plants, light and people."""

import math
import random

from drawing.pen import (HEIGHT, WIDTH, around, circle, curve, dark, fade, glow, group, light, line, lit, mix, oval,
                         polygon, rect, shadow, shape, smooth, spread, star, stroke)

INK, NIGHT, NAVY = "#232a4d", "#1b2350", "#2c3f7a"
TEAL, MINT, SEA = "#2b8a8a", "#a9dcc3", "#3aa7b5"
CREAM, SAND, PEACH = "#fff3dc", "#f4d6a0", "#ffbf94"
CORAL, RED, BERRY = "#f2705c", "#d8443c", "#a93058"
PLUM, VIOLET, LILAC, PINK = "#553069", "#7d5fb8", "#cdb8ea", "#f7a6b4"
SKY, BLUE, DEEP = "#a5d8ee", "#4a8fd3", "#2a5296"
YELLOW, AMBER, GOLD = "#ffcf57", "#f59f3a", "#e5ac3c"
BROWN, BARK, WOOD = "#8c5638", "#5a3527", "#c98a54"
LEAF, GREEN, PINE = "#a9cf68", "#63a757", "#2f6f55"
WHITE, MIST, STONE, SLATE = "#fffaf0", "#dfe5ee", "#aab4c8", "#6b7899"
SKINS = ("#f6c9a5", "#d99a6c", "#8f5a3c", "#efb78e")


def backdrop(top, bottom, middle=None):
    """The whole picture in one paint that changes downward."""
    return rect(0, 0, WIDTH, HEIGHT, fade(top, bottom, middle=middle))


def halo(x, y, r, color, strength=0.8):
    """Light around a point."""
    return circle(x, y, r, glow(color, strength))


def disc(x, y, r, color, rings=2, strength=0.22):
    """A sun or moon with soft rings."""
    return [circle(x, y, r * (1 + 0.38 * i), color, opacity=strength) for i in range(rings, 0, -1)] + [
        circle(x, y, r, color)]


def cloud(x, y, size, fill=WHITE, opacity=1.0):
    """A cloud with a flat underside, about `size` wide."""
    s = size / 400
    return group(
        rect(-200, -60, 400, 90, fill, 45), circle(-70, -70, 85, fill), circle(60, -95, 105, fill),
        circle(130, -40, 60, fill), move=(x, y), scale=s, opacity=opacity)


def hills(y, rise, fill, seed, waves=3, bottom=HEIGHT):
    """A range of soft hills across the picture; `y` is their mean height."""
    chance = random.Random(seed)
    count = waves * 2 + 1
    points = [(WIDTH * i / (count - 1), y + (rise if i % 2 else -rise) * chance.uniform(0.45, 1))
              for i in range(count)]
    ends = [(-120, y)] + points + [(WIDTH + 120, y)]
    d = f"M-120 {bottom}L-120 {y:.1f}"
    for (x0, y0), (x1, y1) in zip(ends, ends[1:]):
        half = (x1 - x0) / 2
        d += f"C{x0 + half:.1f} {y0:.1f} {x1 - half:.1f} {y1:.1f} {x1:.1f} {y1:.1f}"
    return shape(d + f"L{WIDTH + 120} {bottom}Z", fill)


def peak(x, y, width, height, color, snow=None):
    """A mountain on the ground at `y`, its right side in the shade."""
    top, left, right = (x, y - height), (x - width / 2, y), (x + width / 2, y)
    bend = [top, (x + width * .04, y - height * .72), (x - width * .05, y - height * .42), (x + width * .03, y)]
    pieces = [polygon(bend + [right], dark(color, .22))]
    if snow:
        cap = y - height * .64
        steps = [(x - width * .2, cap), (x - width * .1, cap - 30), (x - width * .05, cap + 34),
                 (x + width * .03, cap - 14), (x + width * .09, cap + 26), (x + width * .2, cap - 20)]
        pieces += [polygon([top, (x - width * .3, cap)] + steps + [(x + width * .3, cap)], snow),
                   polygon([top, bend[1]] + steps[3:] + [(x + width * .3, cap)], dark(snow, .16))]
    return lit(polygon([top, left, right], color), *pieces)


def pine(x, y, height, color=PINE, snow=None):
    """A conifer with its foot at x, y."""
    pieces = [rect(x - height * .03, y - height * .15, height * .06, height * .15, BARK)]
    for low, high, wide in ((.1, .52, .27), (.32, .76, .21), (.55, 1, .15)):
        tier = [(x, y - height * high), (x - height * wide, y - height * low), (x + height * wide, y - height * low)]
        pieces.append(lit(polygon(tier, color),
                          polygon([tier[0], (x + height * .02, y - height * low), tier[2]], dark(color, .2)),
                          snow and polygon([tier[0], (x - height * wide * .5, y - height * (low + high) / 2),
                                            (x, y - height * ((low + high) / 2 + .03)),
                                            (x + height * wide * .5, y - height * (low + high) / 2)], snow) or ""))
    return pieces


def tree(x, y, height, color=GREEN, trunk=BROWN):
    """A round tree with its foot at x, y."""
    crown = [(x - height * .32, y - height * .5), (x - height * .24, y - height * .82), (x, y - height),
             (x + height * .25, y - height * .82), (x + height * .33, y - height * .5), (x, y - height * .36)]
    return [
        shape(f"M{x - height * .05:.1f} {y:.1f}L{x - height * .03:.1f} {y - height * .5:.1f}"
              f"L{x + height * .03:.1f} {y - height * .5:.1f}L{x + height * .05:.1f} {y:.1f}Z", trunk),
        lit(smooth(crown, color),
            oval(x + height * .2, y - height * .5, height * .28, height * .42, dark(color, .16)),
            oval(x - height * .14, y - height * .78, height * .12, height * .1, light(color, .3), opacity=.7)),
    ]


def stars(seed, count, top=0, bottom=700, color=WHITE, left=0, right=WIDTH):
    """Small lights in the sky."""
    chance = random.Random(seed)
    return [circle(x, y, chance.choice((3, 4, 6)), color, opacity=chance.choice((.5, .75, .95)))
            for x, y in spread(seed, count, left, top, right, bottom)]


def confetti(seed, count, colors, top=60, bottom=1100, left=40, right=1560, size=17.0):
    """Paper snips in the air."""
    chance = random.Random(seed)
    pieces = []
    for x, y in spread(seed, count, left, top, right, bottom):
        color, turn = chance.choice(colors), chance.uniform(0, 180)
        kind = chance.randrange(3)
        pieces.append(circle(x, y, size * .55, color) if kind == 0 else group(
            rect(-size * .5, -size * .9, size, size * 1.8, color, 4) if kind == 1
            else curve([(-size, 0), (-size * .3, -size * .5), (size * .3, size * .5), (size, 0)], color, size * .45),
            move=(x, y), turn=turn))
    return pieces


def bunting(y, colors, sag=90, flags=11, left=-40, right=1640, size=74):
    """A garland of flags from wall to wall."""
    def at(t):
        return left + (right - left) * t, y + sag * 4 * t * (1 - t)
    rope = [at(i / 20) for i in range(21)]
    pieces = []
    for i in range(flags):
        (x0, y0), (x1, y1) = at((i + .14) / flags), at((i + .86) / flags)
        tip = ((x0 + x1) / 2 - (y1 - y0) * .8, (y0 + y1) / 2 + size * 1.25)
        color = colors[i % len(colors)]
        pieces += [polygon([(x0, y0), (x1, y1), tip], color),
                   polygon([((x0 + x1) / 2, (y0 + y1) / 2), (x1, y1), tip], dark(color, .12))]
    return [curve(rope, INK, 6, opacity=.55)] + pieces


def steam(x, y, height, color=WHITE, opacity=.7, width=16):
    """A wisp that rises from x, y."""
    return curve([(x, y), (x - height * .14, y - height * .28), (x + height * .12, y - height * .6),
                  (x - height * .03, y - height)], color, width, opacity=opacity)


def rays(x, y, r, count, color, opacity=.12, start=0.0):
    """Broad beams from a point."""
    ends = around(x, y, r, count * 2, start)
    return [polygon([(x, y), ends[2 * i], ends[2 * i + 1]], color, opacity=opacity) for i in range(count)]


def leafage(x, y, size, color, turn=0.0):
    """One leaf, its stalk at x, y, pointing up unless turned."""
    return group(
        lit(shape("M0 0C-60 -40 -50 -130 0 -180C50 -130 60 -40 0 0Z", color),
            shape("M0 0L0 -180C50 -130 60 -40 0 0Z", dark(color, .16))),
        line([(0, 30), (0, -120)], dark(color, .3), 5), move=(x, y), scale=size / 180, turn=turn)


def gloss(x, y, rx, ry, turn=0.0, opacity=.45):
    """The spot where something round shines."""
    return oval(x, y, rx, ry, WHITE, turn, opacity=opacity)


def ball(x, y, r, color, shade=.2):
    """A sphere in light from the upper left."""
    edge = f"M{x + r * .75:.1f} {y - r:.1f}A{r * 1.15:.1f} {r * 1.15:.1f} 0 0 1 {x - r:.1f} {y + r * .8:.1f}"
    corners = ((x - r, y + r * 1.2), (x + r * 1.2, y + r * 1.2), (x + r * 1.2, y - r))
    edge += "".join(f"L{px:.1f} {py:.1f}" for px, py in corners) + "Z"
    return lit(circle(x, y, r, color), shape(edge, dark(color, shade)),
               gloss(x - r * .38, y - r * .42, r * .2, r * .13, -40))


def heart(x, y, size, color, turn=0.0):
    """A heart, `size` wide, its middle at x, y."""
    body = "M0 90C-120 10 -110 -80 -50 -85C-20 -87 0 -65 0 -50C0 -65 20 -87 50 -85C110 -80 120 10 0 90Z"
    return group(lit(shape(body, color), shape("M40 -100C150 -60 120 40 -30 110L160 120L160 -100Z", dark(color, .14)),
                     gloss(-52, -48, 16, 11, -40)), move=(x, y), scale=size / 200, turn=turn)


def flame(x, y, height, outer=AMBER, inner=YELLOW):
    """A flame that stands on x, y."""
    return group(
        shape("M0 0C-46 -4 -52 -52 -22 -84C-14 -94 -6 -118 0 -140C10 -108 50 -76 44 -36C40 -12 22 0 0 0Z", outer),
        shape("M0 -2C-24 -6 -26 -36 -8 -56C-2 -64 0 -72 2 -84C10 -62 26 -50 24 -28C22 -10 12 -2 0 -2Z", inner),
        move=(x, y), scale=height / 140)


def bust(x, y, size, skin, hair, top, style=0):
    """A person from the chest up; the chin is at x, y. Styles: 0 short, 1 long, 2 bun, 3 curls, 4 scarf."""
    s = size / 200
    behind = {1: rect(-86, -190, 172, 250, hair, 80), 2: circle(0, -222, 42, hair),
              3: [circle(px, py, 46, hair) for px, py in around(0, -110, 82, 9)],
              4: shape("M-92 -110C-92 -230 92 -230 92 -110L104 60L-104 60Z", hair)}.get(style, "")
    face = oval(0, -96, 68, 82, skin)
    front = {4: stroke("M-68 -80C-70 -190 70 -190 68 -80C66 -10 30 6 0 6C-30 6 -66 -10 -68 -80", hair, 38)}.get(
        style, shape("M-76 -84C-92 -210 92 -210 76 -84C66 -128 20 -142 -20 -140C-52 -138 -70 -112 -76 -84Z", hair))
    return group(
        behind,
        lit(shape("M-150 220C-150 70 -90 40 -34 34L34 34C90 40 150 70 150 220Z", top),
            shape("M40 20C70 80 70 150 60 230L170 230L150 40Z", dark(top, .15))),
        shape("M-30 -40L30 -40L34 36C20 62 -20 62 -34 36Z", dark(skin, .12)),
        lit(face, shape("M34 -190C70 -120 60 -40 10 0L90 0L90 -190Z", dark(skin, .08))), front,
        move=(x, y), scale=s)


def smile(x, y, r):
    """Eyes and a smile on a head of radius `r`."""
    return [circle(x - r * .36, y, r * .1, INK), circle(x + r * .36, y, r * .1, INK),
            stroke(f"M{x - r * .26:.1f} {y + r * .36:.1f}q{r * .26:.1f} {r * .26:.1f} {r * .52:.1f} 0", INK, r * .1)]


def limb(points, color, width):
    """An arm or a leg: a bent line with round ends."""
    return line(points, color, width)


def sea(y, color, seed=1, lines=14, bottom=HEIGHT):
    """Water to the lower edge with light on its waves."""
    chance = random.Random(seed)
    pieces = [rect(0, y, WIDTH, bottom - y, fade(light(color, .3), dark(color, .2)))]
    for px, py in spread(seed, lines, 60, y + 30, 1540, bottom - 30):
        wide = chance.uniform(40, 110)
        pieces.append(line([(px - wide, py), (px + wide, py)], WHITE, 6, opacity=.35))
    return pieces


def room(wall, floor, y=880):
    """A wall and a floor or table top with its edge."""
    return [rect(0, 0, WIDTH, HEIGHT, fade(light(wall, .22), dark(wall, .06))), halo(800, 480, 760, WHITE, .35),
            rect(0, y, WIDTH, HEIGHT - y, fade(light(floor, .1), dark(floor, .14))),
            rect(0, y, WIDTH, 10, light(floor, .4), opacity=.7)]


