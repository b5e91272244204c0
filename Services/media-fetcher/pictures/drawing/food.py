"""What people eat together."""

from drawing.pen import *
from drawing.scenery import *


@scene
def dinner():
    return [
        backdrop("#7a2f4f", "#3f1f45"), halo(800, 480, 820, "#ffb070", .55),
        [circle(x, y, r, "#ffd08a", opacity=.18) for x, y, r in ((180, 220, 70), (420, 130, 50),
                (1220, 180, 80), (1450, 300, 60), (1050, 90, 40))],
        rect(0, 860, 1600, 340, fade(WHITE, "#e3cfd0")), rect(0, 860, 1600, 14, "#ffffff"),
        shadow(800, 1010, 500, 60, .45),
        rect(300, 420, 36, 440, CREAM, 10), rect(320, 420, 16, 440, INK, opacity=.1),
        halo(318, 350, 200, YELLOW, .8), flame(318, 412, 100), rect(270, 840, 96, 40, GOLD, 10),
        oval(318, 884, 90, 18, dark(GOLD, .2)),
        oval(800, 990, 470, 62, "#c6c9d6"), oval(800, 978, 470, 56, "#eef0f5"),
        oval(800, 972, 400, 42, "#d5d8e2"),
        lit(shape("M420 960C420 700 590 540 800 540C1010 540 1180 700 1180 960Z", "#c9cfdd"),
            shape("M980 540C1130 680 1140 860 1080 960L1220 960L1220 540Z", "#98a1b8"),
            shape("M480 900C500 740 600 630 700 590C610 680 560 800 560 900Z", WHITE, opacity=.85)),
        rect(400, 944, 800, 30, "#aab2c6", 15), rect(786, 500, 28, 50, "#98a1b8"),
        circle(800, 476, 42, "#dfe3ec"), gloss(786, 462, 12, 8, -30),
        lit(shape("M1240 520L1440 520C1450 660 1420 740 1340 740C1260 740 1230 660 1240 520Z", WHITE,
                opacity=.35), rect(1200, 590, 300, 200, "#a9dcf0"), rect(1380, 500, 100, 300, INK, opacity=.1),
            rect(1262, 530, 14, 150, WHITE, opacity=.7)), line([(1340, 740), (1340, 930)], MIST, 14),
        oval(1340, 938, 80, 16, MIST), [stroke(f"M{x} {y}c-30 -50 40 -70 10 -130", WHITE, 14, opacity=.5)
            for x, y in ((680, 420), (920, 430))],
    ]


@scene
def pizza():
    def pepperoni(x, y):
        return [circle(x, y, 58, "#c2402f"), circle(x, y, 48, "#d9553d"), circle(x - 16, y - 10, 7, "#f08a66"),
            circle(x + 18, y + 12, 8, "#f08a66")]
    whole = [circle(0, 0, 440, "#c9803f"), circle(0, 0, 428, "#e2a257"), circle(0, 0, 372, "#d5482f"),
        circle(0, 0, 362, "#ffd46b"), [oval(x, y, 50, 34, "#fff0b3", turn)
            for x, y, turn in ((-160, -200, 20), (120, 180, -30), (-240, 60, 50), (60, -60, 0), (200, -180, 40),
                (-60, 250, 10))],
             [pepperoni(x, y) for x, y in ((-200, -120), (0, -230), (-60, -20), (-230, 120), (-40, 190),
                     (170, 90), (190, -120), (100, 280))], [leafage(x, y, 92, "#4f9a4f", t)
                         for x, y, t in ((-110, -180, 40), (70, 60, -60), (-150, 20, 120), (60, 180, 20),
                             (100, -210, 160))],
             [ring(x, y, 20, "#3a3455", 14) for x, y in ((-120, 110), (90, -90), (-270, -10), (240, 0),
                     (10, 300))]]
    return [
        backdrop("#e9845b", "#d3643f"),
        [polygon([(x, 0), (x + 130, 0), (x + 130, 1200), (x, 1200)], WHITE, opacity=.07)
            for x in range(0, 1600, 260)],
        [polygon([(0, y), (1600, y), (1600, y + 130), (0, y + 130)], WHITE, opacity=.07)
            for y in range(0, 1200, 260)], circle(820, 640, 520, INK, opacity=.2),
        circle(800, 610, 520, "#c58a52"), circle(800, 610, 500, "#dba56b"),
        [ring(800, 610, r, "#c58a52", 6, opacity=.5) for r in (470, 300, 120)],
        group(whole, move=(790, 620)), line([(790, 620), (790, 180)], "#b9722f", 10),
        line([(790, 620), (1100, 310)], "#b9722f", 10), line([(790, 620), (480, 930)], "#b9722f", 10),
        line([(790, 620), (1100, 930)], "#b9722f", 10), line([(790, 620), (480, 310)], "#b9722f", 10),
        line([(790, 620), (790, 1060)], "#b9722f", 10), line([(790, 620), (350, 620)], "#b9722f", 10),
        line([(790, 620), (1230, 620)], "#b9722f", 10),
        [leafage(x, y, 110, GREEN, t) for x, y, t in ((180, 260, 30), (200, 270, -50), (1400, 1040, 60),
                (1400, 1030, 150))], group(circle(0, 0, 80, RED), star(0, -10, 40, GREEN, .3),
            gloss(-34, -30, 14, 22, 30), move=(1420, 190)), group(circle(0, 0, 64, RED),
            star(0, -10, 32, GREEN, .3), move=(190, 1010)),
    ]


@scene
def barbecue():
    def sausage(x, y, turn):
        return group(rect(-100, -28, 200, 56, "#b2532f", 28), rect(-84, -20, 160, 14, "#dc8a5a", 7),
            [line([(px, -10), (px + 14, 20)], BARK, 8) for px in (-50, 0, 50)], move=(x, y), turn=turn)
    return [
        backdrop("#7cc6e4", "#fdeec8"), cloud(280, 220, 320), disc(1330, 240, 110, "#ffe27a"),
        hills(820, 50, "#cbe391", "bbq"), tree(170, 920, 400), tree(1450, 920, 360, "#579f57"),
        hills(920, 26, LEAF, "bbq2"), shadow(800, 1130, 420, 40, .6),
        [stroke(f"M{x} 470c-50 -80 60 -120 10 -230", WHITE, 30, opacity=.55) for x in (560, 760, 980)],
        line([(620, 800), (500, 1120)], SLATE, 30), line([(980, 800), (1100, 1120)], SLATE, 30),
        line([(800, 800), (800, 1120)], dark(SLATE, .2), 30), line([(560, 980), (1040, 980)], SLATE, 18),
        circle(1100, 1110, 56, INK), circle(1100, 1110, 24, MIST),
        lit(shape("M380 560L1220 560C1220 740 1080 850 800 850C520 850 380 740 380 560Z", CORAL),
            shape("M1020 540C1060 680 1000 800 880 860L1240 860L1240 540Z", dark(CORAL, .2)),
            rect(380, 560, 860, 30, INK, opacity=.16)), rect(350, 530, 900, 40, INK, 20),
        rect(1240, 620, 110, 26, BROWN, 13),
        [sausage(x, y, t) for x, y, t in ((560, 500, -4), (800, 500, 3))],
        lit(shape("M930 500C930 440 1000 420 1060 430C1140 430 1160 480 1140 520L940 524Z", "#9c4a33"),
            shape("M960 490Q1040 440 1120 490", "#c97a58")), rect(350, 530, 900, 18, SLATE, 9),
        group(line([(0, 0), (0, -320)], BROWN, 26), line([(0, 0), (0, 120)], STONE, 18),
            line([(-34, 120), (34, 120)], STONE, 18), line([(-34, 120), (-34, 210)], STONE, 16),
            line([(34, 120), (34, 210)], STONE, 16), move=(330, 760), turn=200),
    ]


@scene
def coffee():
    return [
        room("#f0c39a", "#8c5638", 900), halo(760, 480, 760, WHITE, .5),
        [circle(x, y, r, WHITE, opacity=.2) for x, y, r in ((240, 240, 80), (1370, 200, 100), (1180, 380, 40))],
        shadow(760, 1030, 560, 60, .7), oval(760, 1000, 480, 66, WHITE), oval(760, 992, 470, 60, "#e9ded2"),
        oval(760, 986, 330, 36, "#cdbdae"),
        stroke("M1060 660Q1270 620 1230 780Q1190 900 1000 880", WHITE, 56),
        stroke("M1060 676Q1250 640 1212 780Q1180 880 1010 870", "#d8cabd", 14),
        lit(shape("M430 580L1090 580C1090 820 1010 980 860 990L660 990C510 980 430 820 430 580Z", WHITE),
            shape("M940 560C980 740 940 900 840 1000L1120 1000L1120 560Z", "#d8cabd"),
            rect(420, 740, 700, 60, CORAL), rect(420, 820, 700, 18, TEAL)), oval(760, 580, 330, 64, "#f4ece3"),
        oval(760, 586, 300, 50, "#7a4a2c"), oval(760, 592, 270, 38, "#a56a3e"),
        group(heart(0, 0, 200, "#f6dcb8"), move=(760, 592), scale=(1, .32)),
        [stroke(f"M{x} 470c-60 -90 70 -140 10 -{h}", WHITE, 26, opacity=.75)
            for x, h in ((640, 250), (760, 310), (880, 250))],
        group(lit(shape("M-230 60C-260 -40 -160 -150 0 -150C160 -150 260 -40 230 60C180 40 150 10 120 0"
                        "C60 30 -60 30 -120 0C-150 10 -180 40 -230 60Z", "#d9953f"),
                    [stroke(f"M{x} -170Q{x * 1.25} -60 {x * .8} 40", "#b06e28", 14)
                        for x in (-150, -60, 60, 150)],
                    shape("M60 -160C140 -100 160 -20 130 60L280 80L280 -160Z", dark("#d9953f", .15))),
                move=(1290, 1040), turn=8, scale=.9), [oval(x, y, 30, 20, "#5a3425", t)
                    for x, y, t in ((230, 1020, 20), (290, 1070, -30), (190, 1090, 60))],
    ]


@scene
def picnic():
    tiles = [polygon([(800 + (i - 6) * a, y), (800 + (i - 5) * a, y), (800 + (i - 5) * b, y2),
                (800 + (i - 6) * b, y2)], (WHITE, CORAL, "#f7b3a5")[0 if (i + r) % 2 else 1 if i % 2 else 2])
        for r, (y, y2, a, b) in enumerate(((860, 920, 104, 118), (920, 995, 118, 136), (995, 1090, 136, 158),
                (1090, 1210, 158, 186))) for i in range(12)]
    return [
        backdrop("#84cfec", "#f3f6d3"), cloud(300, 220, 340), disc(1300, 230, 110, "#ffe27a"),
        hills(700, 50, "#cbe391", "pic"), tree(200, 800, 520), tree(1450, 800, 420, "#579f57"),
        rect(0, 790, 1600, 410, fade(LEAF, GREEN)), tiles, shadow(760, 980, 480, 50, .6),
        stroke("M460 620C460 260 1060 260 1060 620", BROWN, 40), stroke("M460 620C460 280 1060 280 1060 620",
            WOOD, 16), group(rect(-40, -300, 80, 320, "#f3c54f", 30), rect(-22, -410, 44, 130, "#f3c54f", 10),
            rect(-26, -430, 52, 50, RED, 10), rect(-40, -200, 80, 110, CREAM), move=(640, 640), turn=-10),
        group(rect(-50, -300, 100, 340, "#d9953f", 50),
            [line([(-26, -240 + i * 70), (26, -210 + i * 70)], "#f2c98a", 14) for i in range(4)],
            move=(900, 640), turn=14),
        lit(shape("M390 600L1130 600L1070 970L450 970Z", WOOD),
            [line([(360, 640 + i * 60), (1160, 640 + i * 60)], BROWN, 12) for i in range(6)],
            [line([(420 + i * 80, 580), (440 + i * 74, 980)], "#e2ab70", 14) for i in range(9)],
            shape("M980 580L920 990L1160 990L1160 580Z", BARK, opacity=.25)),
        rect(370, 570, 780, 56, BROWN, 20), lit(shape("M560 560L960 560L900 760L760 690L620 770Z", WHITE),
            [rect(x, 540, 30, 300, CORAL, opacity=.8) for x in range(570, 960, 70)],
            [rect(540, y, 460, 26, CORAL, opacity=.5) for y in (590, 650, 710)]),
        group(circle(0, 0, 74, RED), line([(0, -60), (10, -100)], BARK, 12), leafage(6, -76, 60, GREEN, 60),
            gloss(-30, -30, 12, 20, 30), move=(1220, 980)),
        group(lit(shape("M-170 40L170 40L0 -150Z", "#f7d9a0"), shape("M-190 20L190 20L190 60L-190 60Z",
                    "#c9803f"), rect(-150, -10, 300, 18, GREEN), rect(-130, -40, 260, 22, RED)),
            move=(330, 1050), turn=-6),
    ]


@scene
def breakfast():
    return [
        backdrop("#f9d58b", "#f3b25f"), halo(760, 560, 860, WHITE, .5),
        [line([(x, 0), (x, 1200)], WHITE, 10, opacity=.25) for x in range(40, 1640, 130)],
        [line([(0, y), (1600, y)], WHITE, 10, opacity=.25) for y in range(40, 1240, 130)],
        circle(770, 650, 440, INK, opacity=.16), circle(750, 620, 440, "#5fb3bd"),
        circle(750, 620, 426, "#79c6cd"), circle(750, 620, 344, "#5aadb8"), circle(750, 620, 334, "#8fd3d8"),
        group(lit(shape("M-130 -140C-190 -150 -190 -230 -110 -230L110 -230C190 -230 190 -150 130 -140L130 110"
                        "C130 130 120 140 100 140L-100 140C-120 140 -130 130 -130 110Z", "#e9bd79"), ""),
                stroke("M-130 -140C-190 -150 -190 -230 -110 -230L110 -230C190 -230 190 -150 130 -140L130 110"
                       "C130 130 120 140 100 140L-100 140C-120 140 -130 130 -130 110Z", "#b9742f", 22),
                   rect(-50, -90, 100, 80, YELLOW, 14), move=(940, 540), turn=16),
        smooth([(480, 560), (560, 440), (680, 420), (780, 500), (830, 620), (780, 760), (640, 800), (520, 750),
                (460, 660)], "#dbe4e8"),
        smooth([(490, 550), (570, 440), (680, 416), (776, 496), (820, 616), (770, 750), (640, 786), (524, 736),
                (470, 650)], WHITE), circle(650, 610, 112, AMBER), circle(644, 602, 104, YELLOW),
        gloss(606, 560, 30, 18, -35, .8),
        [curve([(640 + i * 10, 850 + i * 52), (740, 820 + i * 52), (830, 870 + i * 52),
                    (940 - i * 20, 820 + i * 52)], c, 34) for i, c in ((0, "#c2402f"), (1, "#d9553d"))],
        [curve([(640 + i * 10, 850 + i * 52), (740, 820 + i * 52), (830, 870 + i * 52),
                    (940 - i * 20, 820 + i * 52)], "#f6c9b0", 10) for i in (0, 1)],
        [leafage(x, y, 80, GREEN, t) for x, y, t in ((990, 800, 10), (1010, 810, 70))],
        line([(230, 330), (230, 960)], SLATE, 34), [line([(x, 250), (x, 400)], SLATE, 20)
            for x in (190, 230, 270)], line([(190, 400), (270, 400)], SLATE, 30),
        rect(1246, 250, 60, 380, STONE, 30), line([(1276, 600), (1276, 960)], SLATE, 36),
        group(circle(14, 20, 150, INK, opacity=.16), circle(0, 0, 150, WHITE), circle(0, 0, 122, AMBER),
            circle(0, 0, 104, "#ffb545"), gloss(-40, -40, 26, 14, -40), move=(1440, 210)),
    ]


@scene
def ice_cream():
    waffle = "M560 640L1040 640L800 1130Z"
    return [
        backdrop("#8edbe0", "#fde0cf"), halo(800, 480, 800, WHITE, .7),
        [circle(x, y, r, WHITE, opacity=.35) for x, y, r in ((230, 260, 90), (1400, 210, 120), (1320, 880, 70),
                (280, 880, 110), (1480, 600, 50))], confetti("ice", 26, (CORAL, YELLOW, VIOLET, WHITE), 60,
            1140, size=20),
        lit(polygon([(560, 640), (1040, 640), (800, 1130)], "#e2a257", r=12),
            [line([(500 + i * 80, 600), (860 + i * 80, 1160)], "#b9742f", 10) for i in range(-4, 8)],
            [line([(1100 - i * 80, 600), (740 - i * 80, 1160)], "#b9742f", 10) for i in range(-4, 8)],
            polygon([(900, 600), (800, 1140), (1100, 1140), (1100, 600)], BARK, opacity=.18)),
        [lit(circle(x, y, r, color), oval(x + r * .6, y + r * .3, r * .7, r, dark(color, .13), 20),
                gloss(x - r * .4, y - r * .45, r * .2, r * .12, -40))
                    for x, y, r, color in ((650, 500, 178, "#f7a6b4"), (950, 500, 178, "#a9dcc3"),
                        (800, 330, 184, CREAM))],
        [shape(f"M{x - r} {y}q{r * .25} {d} {r * .5} 10q{r * .25} {d * 1.4} {r * .5} 0"
               f"q{r * .25} {d} {r * .5} -4q{r * .25} {d * 1.3} {r * .5} -6L{x + r} {y - 60}L{x - r} {y - 60}Z",
               color) for x, y, r, d, color in ((660, 610, 150, 90, "#f7a6b4"),
               (945, 610, 150, 80, "#98d0b5"))],
       [rect(-9, -26, 18, 52, c, 9, transform=f"translate({x} {y}) rotate({t})")
           for x, y, t, c in ((700, 280, 30, CORAL), (790, 240, -40, TEAL), (880, 300, 10, VIOLET),
               (760, 340, 70, YELLOW),
               (860, 400, -20, CORAL), (720, 400, 10, BLUE))],
        circle(820, 140, 56, RED), gloss(800, 120, 14, 10, -40), stroke("M824 96Q840 30 910 20", PINE, 12),
        group(polygon([(-34, 0), (34, 0), (44, -330), (-44, -330)], "#c9803f"),
            rect(-44, -330, 88, 26, "#a5622c", 8), move=(1040, 440), turn=32),
    ]
