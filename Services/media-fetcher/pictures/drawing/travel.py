"""Ways to get somewhere."""

from drawing.pen import *
from drawing.scenery import *


def tire(x, y, r):
    """A wheel of something with an engine."""
    return [circle(x, y, r, INK), circle(x, y, r * .62, SLATE), circle(x, y, r * .55, MIST),
        circle(x, y, r * .2, SLATE)]


def pane(x, y, width, height, r=18):
    """A window that mirrors the sky."""
    body = rect(x, y, width, height, "#bfe6f2", r)
    return lit(body, polygon([(x + width * .1, y + height), (x + width * .5, y), (x + width * .75, y),
                (x + width * .35, y + height)],
                             WHITE, opacity=.5), rect(x, y, width, height * .12, INK, opacity=.12))


@scene
def train():
    ties = [polygon([(800 - w, y), (800 + w, y), (800 + w * 1.06, y + w * .1), (800 - w * 1.06, y + w * .1)],
            BROWN)
            for y, w in ((1010, 330), (1065, 400), (1125, 480), (1190, 580))]
    rails = [polygon([(800 + s * 190, 960), (800 + s * 205, 960), (800 + s * 400, 1200), (800 + s * 360, 1200)],
            SLATE) for s in (-1, 1)]
    body = (
        "M500 900L500 430C500 250 640 190 800 190C960 190 1100 250 1100 430L1100 900"
        "C1100 960 1060 990 1020 990L580 990C540 990 500 960 500 900Z")
    return [
        backdrop("#7cc7e8", "#fdeccb"), halo(800, 500, 800, WHITE, .6), cloud(250, 260, 340),
        cloud(1370, 200, 300),
        peak(300, 900, 800, 420, "#7f95c9", WHITE), peak(1330, 900, 760, 360, "#8ea3d2", WHITE),
        hills(860, 40, LEAF, "tr"), hills(950, 24, GREEN, "tr2"),
        [pine(x, y, h) for x, y, h in ((120, 960, 230), (270, 990, 280), (1330, 980, 270), (1480, 960, 220))],
        polygon([(560, 960), (1040, 960), (1500, 1200), (100, 1200)], "#cfae84"), ties, rails,
        shadow(800, 1000, 380, 40, .7),
        lit(shape(body, CORAL), rect(500, 640, 600, 110, WHITE), rect(500, 750, 600, 26, "#c4473f"),
            shape("M1000 150C1060 400 1060 800 1000 1000L1200 1000L1200 150Z", dark(CORAL, .2), opacity=.75)),
        lit(shape("M570 590L570 440C570 330 660 290 800 290C940 290 1030 330 1030 440L1030 590Z", "#29426f"),
            polygon([(590, 600), (740, 270), (830, 270), (680, 600)], "#4d74a8")),
        rect(792, 290, 16, 300, CORAL),
        circle(800, 240, 22, YELLOW),
        [[halo(x, 850, 110, YELLOW, .7), circle(x, 850, 46, INK), circle(x, 850, 36, "#fff0b0")]
            for x in (600, 1000)],
        rect(700, 820, 200, 60, "#29426f", 14), rect(716, 836, 168, 28, YELLOW, 8),
        shape("M520 930L1080 930L1020 1010L580 1010Z", INK),
        rect(730, 950, 140, 40, SLATE, 8),
    ]


@scene
def airplane():
    wing = shape("M760 640L1010 640L700 960L600 960Z", STONE)
    return [
        backdrop("#3f8ed6", "#ffd9ad", middle="#9bd0ee"), disc(1230, 850, 170, "#ffe29a"),
        cloud(280, 330, 360, opacity=.8), cloud(1360, 300, 300, opacity=.7),
        [line([(x, y), (x + 190, y + 38)], WHITE, 8, opacity=.6)
            for x, y in ((60, 640), (40, 740), (120, 830))],
        group(
            shape("M900 520L1010 520L800 270L726 270Z", "#cfd9ea"), shape("M360 560L250 330L370 330L520 540Z",
                CORAL),
            shape("M300 352L340 452L420 452L376 352Z", YELLOW),
            lit(shape("M330 620C330 560 420 530 560 520L1090 510C1230 510 1330 560 1330 610"
                      "C1330 660 1220 690 1090 690L560 690C430 690 330 670 330 620Z", WHITE),
                rect(300, 610, 1100, 30, CORAL), rect(300, 640, 1100, 100, "#cdd8ea")),
            shape("M1190 545C1230 550 1262 562 1282 580L1170 580L1170 556Z", INK),
            [rect(x, 552, 36, 44, BLUE, 14) for x in range(560, 1110, 68)],
            shape("M350 640L450 640L330 760L270 760Z", STONE), rect(760, 740, 150, 78, SLATE, 34),
            circle(900, 779, 39, INK), wing,
            shape("M760 640L1010 640L940 712L730 700Z", "#c3cde0"), move=(-20, 10), turn=-6),
        cloud(240, 1180, 560), cloud(980, 1240, 720), cloud(1450, 1190, 420), cloud(620, 1270, 560),
        cloud(1400, 1250, 600),
    ]


@scene
def bus():
    return [
        backdrop("#8fd0e8", "#fdeed0"), halo(800, 500, 800, WHITE, .6), cloud(280, 250, 340),
        cloud(1300, 190, 320),
        [rect(x, y, w, 700, color) for x, y, w, color in ((40, 480, 190, "#b9cfe3"), (230, 400, 160, "#a7c2dc"),
                (1210, 430, 170, "#b9cfe3"), (1380, 520, 190, "#a7c2dc"))],
        hills(890, 26, LEAF, "bus"), tree(180, 960, 320), tree(1450, 960, 350, "#579f57"),
        rect(0, 950, 1600, 250, "#5c6585"), rect(0, 950, 1600, 14, "#8089a8"),
        [rect(x, 1090, 150, 16, YELLOW, 6) for x in range(40, 1600, 260)],
        shadow(800, 1010, 580, 40, .8),
        lit(rect(290, 400, 1020, 540, YELLOW, 60), rect(290, 760, 1020, 30, AMBER),
            rect(290, 860, 1020, 100, "#e89a35"), rect(290, 400, 1020, 60, "#ffe08a")),
        [pane(x, 490, 170, 190) for x in (340, 530, 720)], pane(910, 490, 150, 420, 14),
        rect(979, 490, 12, 420, AMBER), pane(1090, 490, 200, 250),
        rect(1280, 800, 46, 70, WHITE, 16), rect(286, 800, 30, 70, RED, 12), rect(280, 900, 1050, 36, INK, 14),
        [[circle(x, 940, 104, "#d98f2c"), tire(x, 946, 88)] for x in (520, 1120)],
        rect(600, 800, 200, 16, INK, 8, opacity=.7),
        line([(1300, 540), (1350, 530), (1350, 590)], INK, 14), rect(1334, 570, 32, 70, INK, 10),
    ]


@scene
def road_trip():
    return [
        backdrop("#f08a68", "#ffe3a8", middle="#fdb981"), disc(800, 560, 230, "#fff0bd"),
        peak(240, 900, 900, 430, "#a8587a"), peak(1380, 900, 960, 480, "#95507a"),
        hills(850, 40, "#d9885f", "rt"), hills(930, 26, "#b96a52", "rt2"),
        [[rect(x - 22 * s, 930 - 260 * s, 44 * s, 260 * s, PINE, 22 * s),
                stroke(f"M{x} {930 - 90 * s}L{x - 90 * s} {930 - 90 * s}L{x - 90 * s} {930 - 180 * s}", PINE,
                    34 * s),
          stroke(f"M{x} {930 - 130 * s}L{x + 80 * s} {930 - 130 * s}L{x + 80 * s} {930 - 210 * s}", PINE,
              34 * s)] for x, s in ((190, 1), (1450, 1.2))],
        rect(0, 930, 1600, 270, "#5a5478"), [rect(x, 1090, 150, 16, YELLOW, 6) for x in range(40, 1600, 260)],
        shadow(800, 1000, 540, 40, .8),
        rect(560, 430, 420, 18, INK, 8), rect(590, 330, 190, 104, BROWN, 16), rect(620, 330, 16, 104, GOLD),
        rect(730, 330, 16, 104, GOLD),
        rect(790, 356, 150, 78, CORAL, 14), rect(600, 276, 240, 56, TEAL, 28), circle(840, 304, 28, dark(TEAL)),
        line([(700, 270), (700, 440)], INK, 7),
        lit(shape("M300 800C300 740 340 700 430 690L540 480C556 450 580 440 620 440L930 440"
                  "C980 440 1010 456 1040 490L1180 660C1270 680 1320 720 1320 800L1320 900L300 900Z", SEA),
            rect(300, 830, 1100, 100, dark(SEA, .22)), rect(290, 690, 1100, 14, light(SEA, .5))),
        lit(shape("M520 670L606 510C612 498 622 492 640 492L770 492L770 670Z", "#d5f0f5"),
            polygon([(560, 690), (680, 480), (740, 480), (620, 690)], WHITE, opacity=.7)),
        lit(shape("M806 492L920 492C950 492 974 504 996 528L1110 670L806 670Z", "#d5f0f5"),
            polygon([(840, 690), (960, 480), (1000, 480), (890, 690)], WHITE, opacity=.7)),
        rect(700, 730, 70, 16, INK, 8), circle(1290, 760, 32, "#fff0b0"), rect(300, 740, 30, 70, RED, 12),
        rect(270, 860, 1080, 40, MIST, 20),
        [[circle(x, 900, 116, dark(SEA, .4)), tire(x, 910, 98)] for x in (510, 1110)],
    ]


@scene
def ship():
    return [
        backdrop("#79c6e6", "#fde8c4"), disc(1180, 330, 120, "#ffe08a"), cloud(280, 300, 380),
        cloud(1390, 560, 300, opacity=.8), rect(0, 800, 1600, 400, SEA),
        [stroke(f"M{x} {y}c-30 -70 70 -90 40 -160", WHITE, 54, opacity=.55)
            for x, y in ((690, 330), (900, 330))],
        rect(640, 340, 110, 190, CORAL, 10), rect(640, 380, 110, 36, WHITE),
        rect(716, 340, 34, 190, INK, opacity=.14),
        rect(850, 340, 110, 190, CORAL, 10), rect(850, 380, 110, 36, WHITE),
        rect(926, 340, 34, 190, INK, opacity=.14),
        lit(rect(520, 500, 560, 130, WHITE, 20), rect(950, 500, 140, 130, MIST)),
        lit(rect(420, 610, 780, 130, WHITE, 20), rect(1040, 610, 200, 130, MIST)),
        [rect(x, 535, 54, 50, BLUE, 12) for x in range(566, 1040, 82)],
        [rect(x, 645, 54, 50, BLUE, 12) for x in range(466, 1160, 82)],
        lit(shape("M240 720L1380 720C1340 880 1290 980 1190 1010L430 1010C330 980 270 860 240 720Z", NAVY),
            rect(200, 720, 1300, 44, CORAL), rect(200, 940, 1300, 90, dark(CORAL, .2)),
            shape("M1100 700C1180 800 1180 900 1100 1010L1400 1010L1400 700Z", INK, opacity=.2)),
        [circle(x, 840, 30, "#bfe6f2") for x in range(420, 1240, 120)],
        line([(300, 720), (300, 560)], INK, 10), polygon([(306, 560), (400, 590), (306, 620)], YELLOW),
        shape("M-40 990q80 -60 160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0V1260H-40Z",
            "#2f93a8"),
        shape("M-100 1070q80 -60 160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0t160 0V1260H-40Z",
            "#257d95"),
        [line([(x, y), (x + 120, y)], WHITE, 8, opacity=.5) for x, y in ((160, 930), (1340, 900), (300, 1130),
                (900, 1150), (1250, 1120))],
    ]


@scene
def vacation():
    palm = [group(shape("M0 0C90 -120 250 -140 360 0C250 -70 120 -50 0 0Z", color), move=(1240, 330), turn=turn,
            scale=(1, flip))
            for turn, color, flip in ((-165, "#2f7f5c", -1), (-120, PINE, -1), (-65, "#3c9468", 1),
                (-20, PINE, 1), (25, "#2f7f5c", 1), (155, "#3c9468", -1))]
    return [
        backdrop("#ff9f7a", "#ffe9b8", middle="#ffc78f"), disc(640, 470, 250, "#fff0bd"),
        sea(760, SEA, "vac", 12, 980), rect(0, 950, 1600, 250, SAND),
        hills(965, 12, SAND, "vac", 2), stroke("M1330 1010C1310 760 1290 560 1240 330", BROWN, 48),
        [stroke(f"M{1292 + i * 4} {940 - 110 * (4 - i)}l40 -8", BARK, 8) for i in range(5)],
        palm, circle(1230, 350, 30, BARK), circle(1268, 360, 28, BARK), shadow(740, 1080, 460, 46, .6),
        stroke("M640 470L640 380Q640 350 670 350L850 350Q880 350 880 380L880 470", INK, 30),
        lit(rect(420, 460, 680, 590, CORAL, 70), rect(930, 440, 220, 640, dark(CORAL, .18)),
            rect(520, 460, 60, 600, BROWN), rect(900, 460, 60, 600, BROWN),
            rect(536, 460, 10, 600, WOOD), rect(916, 460, 10, 600, WOOD)),
        [rect(x, 620, 80, 60, GOLD, 12) for x in (510, 890)], [rect(x, y, 90, 90, dark(CORAL, .35), 30)
            for x, y in ((420, 460), (1010, 460), (420, 960), (1010, 960))],
        circle(690, 620, 66, TEAL), polygon([(640, 650), (684, 580), (706, 616), (722, 600), (748, 650)],
            WHITE),
        rect(720, 740, 140, 110, YELLOW, 16), circle(790, 795, 34, CORAL), star(660, 850, 70, "#7fd3e6"),
        rect(640, 950, 120, 70, WHITE, 12), heart(700, 984, 44, RED),
        [circle(x, 1058, 24, INK) for x in (520, 1000)],
    ]


@scene
def rocket():
    return [
        backdrop("#1a1a4e", "#b4508f", middle="#4b2b83"), stars("space", 70, 10, 1190),
        halo(800, 620, 800, "#ff9fd0", .35),
        ball(310, 330, 130, "#f0b45f"), group(ring(0, 0, 190, "#ffe0a6", 20), move=(310, 330), scale=(1, .3),
            turn=-18),
        within(rect(150, 180, 320, 150, WHITE), ball(310, 330, 130, "#f0b45f")),
        ball(1330, 840, 190, "#5b8fd9"), [circle(x, y, r, "#4a78c0")
            for x, y, r in ((1290, 780, 36), (1380, 880, 48), (1270, 900, 24))],
        circle(1260, 220, 70, "#ffe9c0"), [circle(x, y, r, "#e7cfa2")
            for x, y, r in ((1240, 200, 14), (1280, 240, 18))],
        group(
            shape("M-90 330C-140 470 -60 560 0 700C60 560 140 470 90 330Z", AMBER),
            shape("M-50 330C-80 430 -30 500 0 590C30 500 80 430 50 330Z", YELLOW),
            shape("M-24 330C-36 390 -10 430 0 480C10 430 36 390 24 330Z", WHITE),
            shape("M-130 60C-250 130 -260 270 -230 360L-110 280Z", CORAL),
            shape("M130 60C250 130 260 270 230 360L110 280Z", dark(CORAL, .2)),
            lit(shape("M0 -440C130 -330 180 -150 170 40C166 160 140 250 110 310L-110 310"
                      "C-140 250 -166 160 -170 40C-180 -150 -130 -330 0 -440Z", WHITE),
                shape("M40 -460C110 -200 110 100 40 330L260 330L260 -460Z", "#cfd6ea"),
                shape("M-200 -230L200 -230L200 -500L-200 -500Z", CORAL),
                shape("M36 -460C60 -380 76 -300 82 -230L240 -230L240 -460Z", dark(CORAL, .2)),
                rect(-200, 250, 400, 80, NAVY)),
            circle(0, -70, 92, NAVY), lit(circle(0, -70, 70, "#8fd6ee"),
                polygon([(-60, 0), (0, -140), (34, -140), (-26, 0)], WHITE, opacity=.6)),
            circle(0, 130, 44, NAVY), circle(0, 130, 30, "#8fd6ee"),
            move=(790, 560), turn=24, scale=.98),
    ]
