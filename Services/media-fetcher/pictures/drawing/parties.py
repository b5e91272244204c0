"""Birthdays and what people celebrate with each other."""

from drawing.pen import *
from drawing.scenery import *

PARTY = (CORAL, YELLOW, TEAL, LILAC, WHITE)


@scene
def birthday_cake():
    def tier(x, y, width, height, color, icing):
        drops = "".join(f"q{width / 16:.1f} {70 if i % 2 else 40} {width / 8:.1f} 0" for i in range(8))
        return [
            lit(rect(x - width / 2, y, width, height, color, 26),
                rect(x + width * .22, y, width * .3, height, dark(color, .14)),
                rect(x - width * .44, y, width * .05, height, WHITE, opacity=.3)),
            shape(f"M{x - width / 2} {y + 44}L{x - width / 2} {y + 20}Q{x - width / 2} {y - 14} "
                  f"{x - width / 2 + 36} {y - 14}L{x + width / 2 - 36} {y - 14}Q{x + width / 2} {y - 14} "
                  f"{x + width / 2} {y + 20}L{x + width / 2} {y + 44}", icing),
            shape(f"M{x - width / 2} {y + 42}{drops}Z", icing),
        ]
    candles = []
    for i, color in enumerate((TEAL, YELLOW, VIOLET, YELLOW, TEAL)):
        x = 640 + i * 80
        candles += [halo(x, 356, 95, YELLOW, .8), rect(x - 13, 400, 26, 110, color, 6),
                    line([(x - 12, 470), (x + 12, 440)], WHITE, 9, opacity=.8),
                    line([(x, 402), (x, 384)], INK, 5), flame(x, 392, 74)]
    dots = [circle(x, y, 12, color) for (x, y), color in zip(
        spread("cake", 16, 520, 830, 1080, 950), (YELLOW, TEAL, WHITE, VIOLET) * 4)]
    return [
        room("#f9a68d", "#7b3f63", 940), bunting(70, (YELLOW, WHITE, TEAL, CORAL)),
        confetti("cake-air", 26, PARTY, 240, 760, 60, 1540, 15), shadow(800, 1066, 560, 60, .6),
        oval(800, 1040, 500, 46, WHITE), oval(800, 1032, 500, 42, MIST),
        oval(800, 1026, 440, 32, STONE, opacity=.5),
        candles, tier(800, 740, 680, 290, PINK, WHITE), dots, tier(800, 510, 440, 232, CREAM, CORAL),
        [heart(x, 660, 60, CORAL) for x in (670, 800, 930)],
    ]


@scene
def balloons():
    def balloon(x, y, r, color):
        body = (f"M{x} {y + r * 1.25}C{x - r * .5} {y + r * 1.1} {x - r} {y + r * .5} {x - r} {y - r * .1}"
                f"C{x - r} {y - r * 1.35} {x + r} {y - r * 1.35} {x + r} {y - r * .1}"
                f"C{x + r} {y + r * .5} {x + r * .5} {y + r * 1.1} {x} {y + r * 1.25}Z")
        return [
            polygon([(x, y + r * 1.2), (x - 22, y + r * 1.25 + 28), (x + 22, y + r * 1.25 + 28)],
                dark(color, .25), r=4),
            lit(shape(body, color), oval(x + r * .55, y + r * .1, r * .75, r * 1.4, dark(color, .18), 20),
                oval(x + r * .2, y - r * .1, r * .85, r * 1.25, color, 14),
                gloss(x - r * .45, y - r * .5, r * .15, r * .3, 25, .6))]
    bunch = [(800, 330, 150, YELLOW), (560, 420, 150, TEAL), (1040, 420, 150, CORAL), (690, 560, 155, BERRY),
             (920, 570, 155, VIOLET)]
    return [
        backdrop("#6fbfe6", "#fde7cf"), halo(800, 420, 800, WHITE, .6), cloud(270, 330, 380, opacity=.8),
        cloud(1400, 560, 330, opacity=.8), cloud(260, 880, 300, opacity=.6), hills(1110, 30, LEAF, "b1"),
        hills(1150, 20, GREEN, "b2"),
        [curve([(x, y + r * 1.3), ((x + 800) / 2 + 18, 860), (800, 1000)], INK, 5, opacity=.6)
            for x, y, r, _ in bunch],
        [balloon(*one) for one in bunch],
        shape("M800 990C740 940 690 960 716 1000C730 1024 780 1014 800 996C820 1014 870 1024 884 1000"
              "C910 960 860 940 "
              "800 990Z", RED), line([(800, 1000), (772, 1080)], RED, 14),
          line([(800, 1000), (830, 1084)], RED, 14),
        circle(800, 996, 20, dark(RED, .25)),
    ]


def parcel(x, y, width, height, color, band, bow=1.0):
    """A present that stands on y, with its bow on top."""
    top = y - height
    lid = min(90, height * .24)
    loop = "M0 0C-70 -150 -190 -120 -160 -40C-140 6 -60 10 0 0Z"
    return [
        lit(rect(x - width / 2, top, width, height, color, 10),
            rect(x + width * .2, top, width, height, dark(color, .16)),
            rect(x - width * .09, top, width * .18, height, band),
            rect(x - width / 2, top, width, lid + 26, dark(color, .3), opacity=.5)),
        lit(rect(x - width * .54, top, width * 1.08, lid, light(color, .12), 10),
            rect(x + width * .2, top, width, lid, dark(color, .1)), rect(x - width * .09, top, width * .18, lid,
                band)),
        group(shape(loop, band), shape("M-20 -10C-70 -96 -140 -90 -130 -50C-116 -20 -60 -6 -20 -10Z",
                dark(band, .3)),
              group(shape(loop, dark(band, .08)),
                    shape("M-20 -10C-70 -96 -140 -90 -130 -50C-116 -20 -60 -6 -20 -10Z", dark(band, .35)),
                    scale=(-1, 1)),
              rect(-30, -46, 60, 56, dark(band, .18), 18), move=(x, top), scale=bow),
    ]


@scene
def presents():
    return [
        room("#8fd0c4", "#f4c58b", 900), confetti("gifts", 26, (WHITE, YELLOW, CORAL, TEAL), 80, 520),
        shadow(800, 1020, 680, 70, .5), parcel(1080, 980, 330, 420, VIOLET, YELLOW, .9),
        parcel(560, 990, 400, 360, CORAL, WHITE, 1.0), parcel(830, 1030, 360, 260, "#ffd166", BERRY, .95),
    ]


@scene
def wedding():
    def gold(x, y, r):
        return [ring(x, y, r, "#d9952f", 62), ring(x - 3, y - 4, r + 3, "#f7c95f", 40),
            ring(x - 6, y - 8, r + 10, "#ffe9ad", 9)]
    petals = [oval(x, y, 24, 13, color, turn) for (x, y), color, turn in zip(
        spread("petals", 22, 60, 80, 1540, 1140), (WHITE, PINK, "#fbd3d3") * 8, range(0, 900, 37))]
    facets = [[(-120, -70), (-60, -130), (60, -130), (120, -70), (0, 80)], [(-120, -70), (-50, -70), (0, 80)],
              [(50, -70), (120, -70), (0, 80)], [(-50, -70), (0, -130), (50, -70)]]
    return [
        backdrop("#f3a9b0", "#fde4d3"), halo(800, 600, 900, WHITE, .8), petals,
        shadow(800, 1010, 560, 60, .3), gold(620, 720, 240), gold(950, 740, 240),
        within(rect(600, 440, 330, 290, WHITE), gold(620, 720, 240)),
        group(polygon(facets[0], "#bfe8f5", r=4), polygon(facets[1], "#8fcbe6"), polygon(facets[2], "#6aaed6"),
              polygon(facets[3], WHITE), polygon([(-50, -70), (50, -70), (0, 80)], "#d8f3fa"),
              rect(-66, 56, 132, 34, "#d9952f", 14), move=(580, 400), scale=1.15, turn=-9),
        star(420, 240, 46, WHITE, .18, 4), star(740, 250, 34, WHITE, .18, 4),
        star(1190, 470, 40, WHITE, .18, 4),
    ]


@scene
def valentine():
    return [
        backdrop("#e9577a", "#fbb7a6"), halo(800, 560, 800, "#ffe3d2", .7),
        [heart(x, y, 40 + 50 * (i % 3), (WHITE, "#ffd3cf", "#d63c63")[i % 3], (-20, 15, -5)[i % 3])
         for i, (x, y) in enumerate(spread("hearts", 24, 80, 80, 1520, 1120))
         if abs(x - 800) + abs(y - 590) > 470],
        shadow(800, 1020, 380, 50, .3), heart(1010, 520, 480, "#ffc2b8", 18),
        heart(690, 620, 640, "#d92f57", -10),
    ]


@scene
def dance_party():
    beams = [polygon([(800, 330), (x - 130, 1200), (x + 130, 1200)], color, opacity=.28)
             for x, color in ((100, PINK), (480, YELLOW), (820, "#7fe3f0"), (1180, LILAC), (1540, CORAL))]
    tiles = []
    for row in range(9):
        for column in range(9):
            color = mix("#f7e9ff", "#6a4fc0", ((row * 5 + column * 7) % 9) / 8 * .6 + column / 8 * .4)
            tiles.append(rect(800 - 230 + column * 52, 132 + row * 52, 46, 46, color, 5))

    def dancer(x, color, skin, hair, way, high):
        y = 1240
        return group(
            limb([(-44, -400), (-150, -500), (-120, -640 - high)], skin, 44),
            limb([(44, -400), (150, -470), (190, -610 + high)], skin, 44),
            shape("M-84 -420C-70 -450 70 -450 84 -420L70 -180L110 40L-110 40L-70 -180Z", color),
            shape("M20 -450C110 -440 80 -200 110 40L30 40Z", dark(color, .2)),
            rect(-22, -470, 44, 60, dark(skin, .15)), circle(0, -520, 68, skin), smile(0, -512, 68),
            shape("M-72 -510C-90 -620 90 -620 74 -510C50 -570 -10 -580 -72 -510Z", hair), move=(x, y),
            scale=(way, 1))
    return [
        backdrop("#2a1a52", "#8a2f7a"), beams, halo(800, 340, 520, "#ffd9ff", .6),
        rect(792, 0, 16, 120, STONE), circle(800, 350, 232, "#4b3596"),
        within(circle(800, 350, 226, WHITE), tiles),
        gloss(715, 255, 60, 40, -30, .7), [star(x, y, r, WHITE, .15, 4) for x, y, r in
                                          ((690, 240, 70), (930, 420, 52), (560, 160, 34), (1090, 250, 40))],
        confetti("disco", 26, (YELLOW, PINK, "#7fe3f0", WHITE), 60, 700),
        dancer(380, TEAL, SKINS[1], INK, 1, 60), dancer(1210, YELLOW, SKINS[0], BROWN, -1, 40),
        dancer(800, CORAL, SKINS[2], NIGHT, 1, -20),
    ]


@scene
def baby():
    def wheel(x):
        return [ring(x, 1000, 92, INK, 24), ring(x, 1000, 92, STONE, 5)] + [
            line([(x, 1000), p], SLATE, 8) for p in around(x, 1000, 84, 8)] + [circle(x, 1000, 24, YELLOW)]
    hood = "M800 640L800 300C620 300 466 450 460 640Z"
    seat = "M420 630L1160 630C1160 800 1040 890 900 890L680 890C540 890 420 800 420 630Z"
    folds = [shape(f"M800 640L{x} {y}L{x2} {y2}Z", "#4fa9a6") for x, y, x2, y2 in
             ((690, 280, 560, 330), (460, 420, 400, 560))]
    return [
        backdrop("#bfe3ee", "#fdebd2"), halo(800, 560, 780, WHITE, .7), cloud(300, 290, 320),
        cloud(1330, 230, 280),
        star(1200, 430, 40, YELLOW), star(1090, 230, 30, WHITE), star(370, 520, 30, YELLOW),
        hills(1060, 20, LEAF, "baby", 2), shadow(800, 1096, 460, 44, .4),
        curve([(1140, 650), (1240, 560), (1290, 440)], INK, 26), line([(1262, 440), (1330, 432)], BROWN, 40),
        line([(640, 880), (990, 1000)], SLATE, 24), line([(960, 880), (610, 1000)], SLATE, 24),
        group(
            oval(0, 0, 124, 112, SKINS[0]), shape("M-10 -104C10 -150 60 -140 40 -92Z", BROWN),
            circle(-40, -8, 11, INK),
            circle(48, -8, 11, INK), stroke("M-20 26Q6 52 32 26", dark(CORAL, .2), 9),
            circle(-72, 24, 18, PINK),
            circle(82, 24, 18, PINK), move=(930, 556)),
        lit(shape(hood, "#3b8f92"), *folds),
        lit(shape(seat, CORAL), shape("M420 630L1160 630L1160 680L420 680Z", WHITE),
                                                 shape("M980 600C1000 740 960 840 860 900L1200 900L1200 600Z",
                                        dark(CORAL, .15))),
        [heart(x, 780, 56, WHITE) for x in (600, 760, 920)], wheel(600), wheel(1000),
    ]
