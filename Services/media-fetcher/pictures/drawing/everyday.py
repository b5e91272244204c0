"""Errands, home and work."""

from drawing.pen import *
from drawing.scenery import *


def carton(x, y, width, height, color="#d9a566", tape=CREAM):
    """A cardboard box that stands on y."""
    top = y - height
    return [lit(rect(x - width / 2, top, width, height, color, 6), rect(x + width * .24, top, width, height,
                dark(color, .14)), rect(x - width * .09, top, width * .18, height * .42, tape, opacity=.85),
            rect(x - width / 2, top, width, 12, dark(color, .25), opacity=.6)),
            stroke(f"M{x + width * .3:.0f} {y - 70}v-40m-16 16l16 -18l16 18", BARK, 8, opacity=.7)]


@scene
def moving():
    return [
        room("#a9d6d2", "#c98a5f", 960), halo(800, 520, 740, WHITE, .5), rect(250, 160, 300, 360, WHITE, 12),
        rect(274, 184, 252, 312, "#8fd0ee"), rect(394, 184, 12, 312, WHITE), rect(274, 334, 252, 12, WHITE),
        rect(1150, 190, 220, 160, GOLD, 6), rect(1170, 210, 180, 120, CREAM),
        polygon([(1180, 330), (1250, 240), (1330, 330)], TEAL), shadow(800, 1090, 620, 50, .7),
        stroke("M1270 1040L1270 560", SLATE, 18), polygon([(1180, 590), (1220, 420), (1320, 420), (1360, 590)],
            YELLOW, r=8), halo(1270, 620, 220, YELLOW, .5), oval(1270, 1050, 90, 20, SLATE),
        carton(610, 1080, 420, 340), carton(1010, 1080, 340, 270, "#c9935a"),
        group(polygon([(-170, 0), (0, 0), (-30, -90), (-210, -70)], "#e2b37a"),
            polygon([(170, 0), (0, 0), (40, -80), (220, -60)], dark("#e2b37a", .12)), move=(660, 490)),
        group([leafage(0, 0, h, c, t) for h, c, t in ((210, PINE, -50), (230, GREEN, 46), (260, GREEN, -18),
                    (260, "#4c9150", 16), (280, LEAF, 0))], move=(1010, 730)),
        lit(polygon([(930, 700), (1090, 700), (1066, 814), (954, 814)], CORAL),
            rect(1030, 690, 100, 140, dark(CORAL, .15))), rect(920, 690, 180, 34, CORAL, 10),
        group(circle(0, -50, 74, BROWN), circle(-60, -110, 30, BROWN), circle(60, -110, 30, BROWN),
            oval(0, -30, 34, 26, "#e2b98a"), circle(0, -44, 11, INK), circle(-28, -70, 9, INK),
            circle(28, -70, 9, INK), move=(640, 480)),
        carton(660, 740, 340, 250, "#e2b37a"),
    ]


@scene
def new_home():
    def key(x, y, s, color, turn):
        return group(ring(0, 0, 110, color, 54), ring(0, 0, 126, light(color, .45), 10),
            rect(-30, 120, 60, 420, color, 12), rect(6, 120, 24, 420, dark(color, .18), 8),
            rect(24, 400, 90, 44, color, 8), rect(24, 480, 70, 44, color, 8), move=(x, y), scale=s, turn=turn)
    return [
        backdrop("#f6b98a", "#fde6c3"), halo(800, 560, 820, WHITE, .6),
        [[polygon([(x - 190 * s, 1200 - 360 * s), (x, 1200 - 560 * s), (x + 190 * s, 1200 - 360 * s)], c, r=8),
                rect(x - 160 * s, 1200 - 370 * s, 320 * s, 370 * s, light(c, .5)),
                rect(x - 50 * s, 1200 - 190 * s, 100 * s, 190 * s, BROWN, 8),
                rect(x - 120 * s, 1200 - 320 * s, 80 * s, 80 * s, "#bfe6f2", 6),
                rect(x + 40 * s, 1200 - 320 * s, 80 * s, 80 * s, "#bfe6f2", 6)]
                    for x, s, c in ((240, 1.0, TEAL), (1380, 1.1, VIOLET))], shadow(800, 1120, 420, 40, .3),
        key(770, 400, 1.18, "#e5ac3c", 16), key(830, 400, 1.1, "#9aa6c2", -20), ring(800, 290, 130, SLATE, 24),
        ring(800, 290, 136, MIST, 6), stroke("M860 400Q980 470 1010 540", CORAL, 20),
        group(polygon([(-130, 0), (0, -120), (130, 0)], CORAL, r=10), rect(-100, -10, 200, 170, WHITE, 12),
            rect(-28, 60, 56, 100, TEAL, 8), heart(0, 20, 50, CORAL), ring(0, -96, 18, GOLD, 10),
            move=(1040, 660), turn=-12),
    ]


@scene
def doctor():
    return [
        room("#9fdccf", "#5fa8a8", 980), halo(800, 540, 780, WHITE, .7),
        [[rect(x - 14 * s, y - 44 * s, 28 * s, 88 * s, WHITE, 6), rect(x - 44 * s, y - 14 * s, 88 * s, 28 * s,
                    WHITE, 6)] for x, y, s in ((240, 260, 1), (1390, 330, 1.3), (1280, 800, .8),
                (260, 800, .9))], shadow(800, 1060, 560, 50, .5),
        group(rect(-310, -420, 620, 860, INK, 30, opacity=.16), rect(-320, -440, 620, 860, BROWN, 34),
            rect(-280, -380, 540, 760, WHITE, 14), rect(-130, -480, 240, 100, STONE, 26),
            circle(-10, -446, 22, BROWN), heart(-10, -160, 260, CORAL),
            stroke("M-250 -150H-110L-70 -220L-20 -90L30 -180L60 -150H230", WHITE, 18),
            stroke("M-250 -150H-150M140 -150H230", CORAL, 18),
            [[rect(-230, y, 36, 36, TEAL, 8), rect(-170, y + 8, w, 20, STONE, 10)]
                for y, w in ((50, 340), (130, 280), (210, 320), (290, 200))], move=(770, 610), turn=-4),
        stroke("M920 330C900 620 1000 700 1100 700C1230 700 1300 620 1280 330", NAVY, 34),
        line([(920, 330), (960, 270)], STONE, 28), line([(1280, 330), (1240, 270)], STONE, 28),
        stroke("M1100 700C1100 900 1060 960 960 960", NAVY, 34), circle(930, 960, 84, STONE),
        circle(930, 960, 60, MIST), circle(930, 960, 34, SLATE),
    ]


@scene
def dentist():
    tooth = (
        "M0 -210C60 -290 240 -290 270 -110C290 20 210 80 190 200C176 290 160 380 110 380"
        "C50 380 60 180 0 180C-60 180 -50 380 -110 380C-160 380 -176 290 -190 200C-210 80 -290 20 -270 -110"
        "C-240 -290 -60 -290 0 -210Z")
    return [
        backdrop("#5fb8dc", "#d8f3f2"), halo(760, 560, 780, WHITE, .7),
        [circle(x, y, r, WHITE, opacity=.5) for x, y, r in ((220, 240, 60), (330, 380, 30), (1380, 260, 70),
                (1290, 900, 46), (260, 900, 56), (1450, 700, 30))], shadow(760, 1070, 360, 44, .35),
        group(lit(shape(tooth, WHITE), shape("M160 -300C260 -100 180 100 100 400L320 400L320 -300Z",
                    "#cfe0ee")), stroke("M-210 -130Q-190 -210 -120 -220", "#bfe6f2", 26),
            circle(-80, -20, 24, INK), circle(90, -20, 24, INK), stroke("M-70 60Q5 130 80 60", INK, 18),
            circle(-140, 50, 30, PINK), circle(150, 50, 30, PINK), move=(740, 620), scale=1.12),
        group(rect(-44, -60, 88, 720, CORAL, 44), rect(4, -60, 40, 720, dark(CORAL, .15), 20),
            rect(-30, 260, 60, 200, WHITE, 30, opacity=.4), rect(-50, -330, 100, 290, CORAL, 30),
            [rect(-160, -320 + i * 56, 130, 40, (WHITE, "#a9dcf0")[i % 2], 10) for i in range(5)],
            shape("M-170 -340C-230 -330 -200 -280 -220 -260C-260 -230 -190 -200 -210 -160"
                  "C-200 -110 -160 -140 -150 -150L-150 -340Z", "#8be0d0"), move=(1160, 560), turn=14),
          [star(x, y, r, WHITE, .2, 4) for x, y, r in ((420, 330, 50), (500, 220, 30), (1010, 260, 36))],
    ]


@scene
def haircut():
    return [
        backdrop("#3f7f92", "#f2c6a0", middle="#8fb8b4"), halo(800, 580, 800, WHITE, .55),
        lit(rect(240, 280, 150, 560, WHITE, 20),
            [polygon([(230, 380 + i * 120), (400, 280 + i * 120), (400, 330 + i * 120), (230, 430 + i * 120)],
                    (RED, BLUE)[i % 2]) for i in range(-2, 6)], rect(340, 260, 80, 600, INK, opacity=.12)),
        rect(215, 230, 200, 70, SLATE, 20), rect(215, 820, 200, 70, SLATE, 20), circle(315, 210, 56, STONE),
        shadow(860, 1080, 500, 44, .5),
        group(rect(-60, -420, 180, 840, INK, 24, opacity=.14), rect(-70, -430, 180, 840, "#e8a55a", 30),
            [rect(60, -400 + i * 50, 130, 28, "#e8a55a", 14) for i in range(17)],
            rect(-70, -430, 60, 840, light("#e8a55a", .3), 30), move=(1180, 640), turn=14),
        group(shape("M-30 60L-70 -470C-40 -500 10 -470 30 -420L50 40Z", MIST),
            shape("M0 -480C20 -460 30 -440 30 -420L50 40L10 50Z", STONE), ring(-150, 300, 118, CORAL, 50),
            line([(0, 20), (-100, 200)], CORAL, 56), move=(830, 600), turn=20),
        group(shape("M30 60L70 -470C40 -500 -10 -470 -30 -420L-50 40Z", "#eef2f7"),
            shape("M0 -480C-20 -460 -30 -440 -30 -420L-50 40L-10 50Z", STONE), ring(150, 300, 118, CORAL, 50),
            line([(0, 20), (100, 200)], CORAL, 56), move=(790, 600), turn=-20), circle(808, 610, 34, SLATE),
        circle(808, 610, 14, MIST),
        [curve([(x, y), (x + 30, y - 40), (x + 70, y - 20), (x + 90, y - 70)], BROWN, 16)
            for x, y in ((520, 1060), (980, 1100), (1120, 1060), (650, 1110))],
    ]


@scene
def savings():
    pig, shade = "#f7a6b4", "#d97f94"
    def coin(x, y, r=70):
        return [circle(x, y, r, "#d9952f"), circle(x, y - 4, r - 6, YELLOW),
            ring(x, y - 4, r * .64, "#d9952f", 8), star(x, y - 4, r * .4, "#d9952f")]
    return [
        room("#8fd6c4", "#4fa08f", 960), halo(780, 560, 780, WHITE, .55), shadow(780, 1070, 560, 50, .6),
        [rect(x, 900, 100, 160, shade, 30) for x in (560, 900)], [rect(x, 910, 110, 160, pig, 30)
            for x in (640, 980)], stroke("M420 700C340 700 330 620 390 620C440 620 420 690 370 660", pig, 24),
        lit(smooth([(420, 720), (480, 520), (680, 420), (900, 430), (1080, 520), (1150, 700), (1090, 880),
                    (900, 970), (660, 970), (480, 890)], pig),
            shape("M420 820Q760 980 1160 740L1160 1000L420 1000Z", shade, opacity=.6),
            gloss(600, 560, 60, 30, -30)),
        lit(polygon([(900, 470), (930, 310), (1040, 430)], pig, r=24),
            polygon([(930, 450), (946, 350), (1010, 430)], shade, r=10)), oval(1160, 700, 84, 100, shade),
        oval(1176, 700, 72, 90, light(pig, .2)), oval(1160, 690, 13, 22, dark(shade, .3)),
        oval(1200, 690, 13, 22, dark(shade, .3)), circle(1040, 600, 28, INK), circle(1030, 590, 9, WHITE),
        circle(980, 700, 44, CORAL, opacity=.35), rect(650, 428, 200, 28, dark(shade, .35), 14),
        coin(750, 300, 96),
        [[rect(x - 76, 1060 - 34 * i - 34, 152, 38, YELLOW if i % 2 else AMBER, 16) for i in range(n)]
            for x, n in ((300, 4), (1310, 6))], star(600, 250, 32, WHITE, .2, 4), star(900, 220, 40, WHITE, .2, 4),
    ]


@scene
def election():
    return [
        backdrop("#4a7fc4", "#e7eef8"), halo(800, 560, 800, WHITE, .6), bunting(60, (RED, WHITE, DEEP), 90),
        [star(x, y, r, WHITE, opacity=.6) for x, y, r in ((220, 420, 40), (1390, 380, 50), (300, 700, 28),
                (1330, 660, 30))], rect(0, 1020, 1600, 180, fade("#3c5f9c", "#2a4578")),
        shadow(800, 1070, 500, 50, .7),
        group(rect(-190, -330, 380, 430, WHITE, 14), rect(100, -330, 90, 430, "#dfe5ee", 14),
            [[rect(-140, y, 64, 64, "none", 10, stroke=NAVY, stroke_width=12),
                    rect(-50, y + 22, 190, 22, STONE, 11)] for y in (-270, -170, -70)],
            stroke("M-130 -142l24 28l52 -70", RED, 22), move=(800, 500), turn=-6),
        lit(rect(400, 560, 800, 500, DEEP, 24), rect(980, 560, 300, 500, dark(DEEP, .25)),
            rect(400, 940, 800, 40, WHITE, opacity=.25)), rect(370, 530, 860, 90, NAVY, 24),
        rect(560, 552, 480, 34, INK, 17), polygon([(612, 569), (990, 569), (990, 552), (612, 552)], WHITE),
        circle(800, 790, 120, WHITE), stroke("M736 794l46 52l86 -110", CORAL, 36),
    ]


@scene
def shopping():
    def bag(x, y, width, height, color, mark):
        top = y - height
        return [stroke(f"M{x - width * .22} {top + 10}C{x - width * .22} {top - 150}"
                       f" {x + width * .22} {top - 150} {x + width * .22} {top + 10}", dark(color, .35), 18),
                   lit(polygon([(x - width / 2 + 14, top), (x + width / 2 - 14, top), (x + width / 2, y),
                               (x - width / 2, y)], color),
                       polygon([(x + width * .24, top), (x + width * .3, y), (x + width, y), (x + width, top)],
                           dark(color, .16)), rect(x - width, top, width * 2, 26, light(color, .25))), mark]
    return [
        room("#f7c3b5", "#a9648a", 950), halo(800, 520, 760, WHITE, .55),
        rect(160, 250, 1280, 20, WHITE, 8, opacity=.6),
        [[stroke(f"M{x} 260v40M{x} 300l-90 50h180z", SLATE, 8, opacity=.6),
                shape(f"M{x - 50} 320L{x - 110} 370L{x - 80} 420L{x - 60} 404V560H{x + 60}V404L{x + 80} 420"
                      f"L{x + 110} 370L{x + 50} 320Q{x} 360 {x - 50} 320Z", c, opacity=.75)]
                          for x, c in ((260, TEAL), (520, YELLOW), (1080, "#8fb8e0"), (1340, CORAL))],
          shadow(800, 1080, 620, 50, .7),
        bag(1080, 1040, 380, 480, TEAL, star(1050, 830, 80, WHITE)), bag(520, 1050, 380, 420, YELLOW,
            heart(500, 870, 140, CORAL)), bag(800, 1080, 440, 560, CORAL,
            [circle(780, 830, 92, WHITE), circle(780, 830, 60, CORAL)]),
        group(rect(0, 0, 190, 110, WHITE, 18), circle(34, 55, 16, CORAL), stroke("M80 76L150 34", CORAL, 14),
            circle(90, 40, 12, CORAL), circle(142, 74, 12, CORAL), move=(1240, 880), turn=24),
    ]


@scene
def sleepover():
    return [
        backdrop("#1f2758", "#5a4a94"), rect(430, 110, 740, 470, WHITE, 16),
        rect(456, 136, 688, 418, fade("#16204f", "#4f4a9a")), stars("sleep", 26, 150, 520, CREAM, 470, 1130),
        shape("M900 190A140 140 0 1 0 1010 410A116 116 0 1 1 900 190Z", "#ffe9b0"),
        rect(790, 136, 20, 418, WHITE), shape("M400 80L560 80C550 260 520 420 400 600Z", CORAL),
        shape("M1200 80L1040 80C1050 260 1080 420 1200 600Z", CORAL),
        [[line([(x, 0), (x, y)], WHITE, 4, opacity=.4), star(x, y, 34, YELLOW)]
            for x, y in ((130, 260), (290, 160), (1330, 180), (1470, 280))],
        rect(0, 980, 1600, 220, "#4a3474"), rect(150, 560, 1300, 200, WOOD, 60),
        rect(180, 590, 1240, 160, BROWN, 40), rect(170, 720, 1260, 380, WHITE, 40),
        [[rect(x, 640, 420, 200, c, 80), rect(x + 20, 650, 380, 60, WHITE, 30, opacity=.4)]
            for x, c in ((300, "#dfe5ff"), (880, "#dfe5ff"))],
        [[behind, circle(x, 730, 96, skin), front, stroke(f"M{x - 56} 740q20 18 40 0M{x + 16} 740q20 18 40 0",
                    INK, 9), stroke(f"M{x - 22} 780q22 18 44 0", INK, 8),
                circle(x - 62, 772, 16, CORAL, opacity=.5), circle(x + 62, 772, 16, CORAL, opacity=.5)]
                    for x, skin, behind, front in (
            (510, SKINS[2], [circle(510 + dx, 680 + dy, 58, INK)
                for dx, dy in ((-90, 0), (-60, -60), (0, -84), (60, -60), (90, 0))],
                shape("M420 710C430 620 590 620 600 710C560 670 460 670 420 710Z", INK)),
            (1090, SKINS[0], rect(980, 630, 220, 240, GOLD, 90),
                shape("M996 720C990 610 1190 610 1184 720C1150 660 1060 660 996 720Z", GOLD)))],
        lit(shape("M140 860Q470 800 800 860T1460 860L1480 1200L120 1200Z", VIOLET),
            shape("M140 860Q470 800 800 860T1460 860L1460 920Q1130 860 800 920T140 920Z", LILAC),
            [star(x, y, 40, YELLOW, turn=x) for x, y in spread("quilt", 13, 200, 980, 1400, 1170)]),
        group(circle(0, -90, 76, BROWN), circle(-60, -150, 32, BROWN), circle(60, -150, 32, BROWN),
            circle(-60, -150, 16, "#e2b98a"), circle(60, -150, 16, "#e2b98a"), oval(0, -66, 36, 28, "#e2b98a"),
            circle(0, -80, 12, INK), circle(-30, -106, 10, INK), circle(30, -106, 10, INK),
            oval(0, 40, 74, 90, BROWN), oval(0, 50, 44, 54, "#e2b98a"), move=(800, 840)),
        [stroke(f"M{x} {y}h{s}l-{s} {s}h{s}", WHITE, 12) for x, y, s in ((650, 600, 36), (710, 540, 46))],
    ]


@scene
def job_interview():
    return [
        room("#b9cfe6", "#8a5a44", 860), rect(480, 110, 640, 380, WHITE, 12),
        rect(504, 134, 592, 332, fade("#8fd0ee", "#d8effa")), within(rect(504, 134, 592, 332, WHITE),
            [rect(x, y, w, 400, c) for x, y, w, c in ((520, 300, 90, "#8fa8cf"), (630, 240, 110, "#7d97c4"),
                    (760, 330, 80, "#8fa8cf"), (860, 220, 100, "#7d97c4"), (980, 310, 100, "#8fa8cf"))]),
        rect(790, 134, 20, 332, WHITE),
        group([leafage(0, 0, h, c, t) for h, c, t in ((260, PINE, -46), (280, GREEN, 40), (320, GREEN, -16),
                    (330, "#4c9150", 14))], move=(150, 760)),
        polygon([(80, 740), (220, 740), (200, 880), (100, 880)], CORAL),
        bust(440, 560, 320, SKINS[2], INK, NAVY, 0), polygon([(384, 620), (496, 620), (440, 760)], WHITE),
        polygon([(424, 630), (456, 630), (466, 740), (440, 780), (414, 740)], CORAL),
        bust(1160, 560, 320, SKINS[0], "#7a3b26", TEAL, 1), polygon([(1104, 620), (1216, 620), (1160, 740)],
            WHITE),
        [[circle(x - 44, 420, 12, INK), circle(x + 44, 420, 12, INK), stroke(f"M{x - 34} 480q34 34 68 0", INK,
                    10)] for x in (440, 1160)], limb([(560, 790), (640, 850), (780, 800)], NAVY, 84),
        limb([(1040, 790), (960, 850), (840, 800)], dark(TEAL, .1), 84), rect(740, 764, 120, 74, SKINS[2], 36),
        rect(796, 756, 90, 74, SKINS[0], 34),
        [line([(806, 776 + i * 18), (846, 780 + i * 18)], dark(SKINS[0], .2), 6) for i in range(3)],
        rect(0, 900, 1600, 300, fade("#b97a52", "#8a5638")), rect(0, 900, 1600, 14, "#dba27a"),
        polygon([(640, 950), (860, 950), (890, 1080), (620, 1080)], WHITE),
        [line([(670 - i * 4, 980 + i * 26), (810 + i * 4, 980 + i * 26)], STONE, 9) for i in range(3)],
        line([(930, 1060), (1010, 970)], CORAL, 16), group(rect(-36, -90, 72, 90, WHITE, 12),
            stroke("M36 -70q40 10 0 46", WHITE, 14), move=(1200, 1040)),
    ]


@scene
def deadline():
    return [
        backdrop("#3c3a7a", "#f3a27a", middle="#8f5f92"), halo(800, 600, 800, "#ffe2b0", .6),
        shadow(800, 1110, 420, 44, .7), rect(470, 130, 660, 90, WOOD, 30), rect(470, 180, 660, 40, BROWN, 20),
        rect(470, 1010, 660, 90, WOOD, 30), rect(470, 1060, 660, 40, BROWN, 20),
        [rect(x, 210, 44, 810, BROWN, 10) for x in (510, 1046)], [rect(x + 6, 210, 12, 810, WOOD)
            for x in (510, 1046)],
        lit(shape("M590 220L1010 220C1010 430 900 520 840 600C840 620 840 620 840 630"
                  "C900 700 1010 800 1010 1010L590 1010C590 800 700 700 760 630C760 620 760 620 760 600"
                  "C700 520 590 430 590 220Z", "#e6f5f8", opacity=.9),
              shape("M560 370Q700 340 800 400Q900 440 1040 380L850 610L750 610Z", YELLOW),
              shape("M560 1040L560 960C640 940 740 850 800 800C860 850 960 940 1040 960L1040 1040Z", YELLOW),
              shape("M800 800C860 850 960 940 1040 960L1040 1040L860 1040Z", AMBER, opacity=.6),
              rect(793, 590, 14, 240, AMBER),
              shape("M920 200C930 460 860 540 850 610C860 700 960 800 950 1030L1060 1030L1060 200Z", INK,
                  opacity=.1)), stroke("M640 260C640 400 690 470 730 520", WHITE, 18, opacity=.9),
          stroke("M640 960C650 860 700 780 740 740", WHITE, 14, opacity=.7),
        [group(ring(0, 0, 70, WHITE, 12, opacity=.35), line([(0, 0), (0, -44)], WHITE, 10, opacity=.4),
                line([(0, 0), (30, 14)], WHITE, 10, opacity=.4), move=p, scale=s)
                    for p, s in (((260, 360), 1.3), ((1360, 300), 1.0), ((1330, 820), 1.4), ((290, 850), .9))],
    ]
