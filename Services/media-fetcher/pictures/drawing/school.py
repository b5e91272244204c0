"""What happens at school."""

from drawing.pen import *
from drawing.scenery import *


def pencil(x, y, length, color, turn):
    """A pencil, its tip at x, y and pointing down unless turned."""
    return group(
        rect(-30, -length, 60, length - 90, color), rect(8, -length, 22, length - 90, dark(color, .2)),
        rect(-30, -length, 18, length - 90, light(color, .3)),
        polygon([(-30, -90), (30, -90), (0, 0)], "#f2cfa0"), polygon([(-10, -30), (10, -30), (0, 0)], INK),
        rect(-32, -length - 50, 64, 54, STONE, 6), rect(-32, -length - 110, 64, 70, PINK, 20), move=(x, y),
        turn=turn)


def volume(x, y, width, height, color, band=None, lean=0):
    """A book that stands on y, seen from its back."""
    return group(lit(rect(0, -height, width, height, color, 6), rect(width * .72, -height, width, height,
                dark(color, .18)),
                     [rect(0, -height * at, width, 16, band or light(color, .4)) for at in (.88, .2)]),
                 move=(x, y), turn=lean)


def laptop(x, y, width, screen):
    """An open laptop that stands on y, with what is on its screen from 0, 0 to 600, 380."""
    s = width / 700
    return group(rect(-340, -440, 680, 440, INK, 28), within(rect(-312, -412, 624, 380, WHITE, 10),
            group(*screen, move=(-312, -412))),
                 shape("M-420 0L420 0L410 40Q406 50 390 50L-390 50Q-406 50 -410 40Z", STONE),
                 rect(-90, 0, 180, 18, SLATE, 9), move=(x, y), scale=s)


@scene
def exam():
    rows = [rect(-260, y, w, 16, STONE, 8, opacity=.7) for y, w in ((-230, 360), (-170, 300), (20, 520),
            (80, 470), (140, 520), (290, 400), (350, 460))]
    checks = [stroke(f"M{-262} {y}l26 28l52 -64", GREEN, 18) for y in (-60, 230)]
    return [
        backdrop("#3f9a94", "#2b7a80"), halo(800, 520, 860, "#c9f2df", .5),
        group(rect(-340, -420, 680, 920, INK, 20, opacity=.18), move=(830, 630), turn=4),
        group(rect(-340, -440, 680, 920, "#e6ebf2", 20), move=(780, 600), turn=-5),
        group(rect(-340, -440, 680, 920, WHITE, 20), rect(-260, -370, 250, 30, NAVY, 15), rows,
            [rect(-160, y - 8, w, 16, STONE, 8, opacity=.7) for y, w in ((-70, 400), (220, 340))], checks,
              ring(170, -270, 140, CORAL, 18), stroke("M90 -200L140 -350L190 -200M108 -250L172 -250", RED, 26),
              stroke("M240 -310L240 -230M200 -270L280 -270", RED, 24), move=(800, 610), turn=3),
        pencil(1080, 940, 560, YELLOW, 38), group(rect(-90, -50, 180, 100, PINK, 20),
            rect(-90, -50, 90, 100, BLUE, 20), move=(380, 960), turn=-24),
    ]


@scene
def graduation():
    return [
        backdrop("#2c4f94", "#f3b98a", middle="#7f8fc4"), halo(800, 520, 800, "#ffe9b8", .6),
        confetti("grad", 46, (YELLOW, CORAL, WHITE, "#8fd6ee"), 40, 1080), shadow(820, 1060, 520, 50, .45),
        shape("M520 560L520 800C600 880 1000 880 1080 800L1080 560Z", INK),
        shape("M800 600L1080 560L1080 800C1020 856 900 872 800 868Z", "#151a38"),
        polygon([(800, 270), (1290, 500), (800, 730), (310, 500)], "#37406f", r=10),
        polygon([(800, 730), (1290, 500), (1290, 520), (800, 756), (310, 520), (310, 500)], INK, r=6),
        polygon([(800, 270), (1290, 500), (800, 500)], "#414b80", opacity=.7),
        stroke("M800 500Q1060 500 1150 580L1160 760", YELLOW, 16), circle(800, 500, 26, YELLOW),
        circle(1160, 770, 30, YELLOW), shape("M1136 780L1184 780L1206 930L1114 930Z", AMBER),
        [line([(1132 + i * 18, 800), (1124 + i * 24, 926)], YELLOW, 7) for i in range(4)],
        group(lit(rect(-330, -58, 660, 116, CREAM, 20), rect(-340, 16, 680, 60, "#e3cfa6")),
            oval(330, 0, 26, 58, "#f3dfb8"), ring(330, 0, 14, "#c9ac77", 8), rect(-50, -64, 70, 128, RED),
            polygon([(-40, 50), (-80, 170), (-30, 150), (-8, 180), (10, 50)], dark(RED, .15)),
            circle(-16, 6, 50, CORAL), star(-16, 6, 26, WHITE), move=(720, 985), turn=-8),
    ]


@scene
def library():
    colors = (CORAL, TEAL, YELLOW, NAVY, BERRY, "#5f9f6a", VIOLET, AMBER)

    def shelf(y, seed):
        books, x = [], 20
        i = seed
        while x < 1560:
            width, height = 46 + (i * 37) % 40, 190 + (i * 53) % 90
            books.append(volume(x, y, width, height, colors[(i * 5 + seed) % 8]))
            x += width + 4
            i += 1
        return [books, rect(0, y, 1600, 36, WOOD), rect(0, y + 26, 1600, 16, BROWN)]
    return [
        backdrop("#5d3a33", "#4a2c2c"), shelf(310, 1), shelf(660, 4), halo(800, 640, 820, "#ffdf9a", .5),
        rect(0, 980, 1600, 220, fade("#d99a5f", "#a86a3c")), rect(0, 980, 1600, 12, "#f0bd84"),
        shadow(800, 1080, 520, 50, .8),
        [group(lit(rect(-w / 2, -84, w, 84, color, 12), rect(-w / 2 + 30, -66, w, 48, CREAM),
                    rect(-w / 2, -84, w, 14, light(color, .3))), move=(x, y))
                        for x, y, w, color in ((800, 1070, 660, CORAL), (830, 986, 580, TEAL),
                            (780, 902, 620, NAVY))],
        group(lit(shape("M0 40C-90 -50 -260 -70 -400 -20L-400 -300C-260 -350 -90 -330 0 -250Z", CREAM),
                rect(-90, -400, 100, 500, "#e2cfa8", opacity=.6)),
            lit(shape("M0 40C90 -50 260 -70 400 -20L400 -300C260 -350 90 -330 0 -250Z", WHITE),
                rect(0, -400, 70, 500, "#d9c7a2", opacity=.7)),
              [curve([(s * 60, -230 + i * 54), (s * 200, -276 + i * 54), (s * 350, -262 + i * 54)], STONE, 11)
                  for s in (-1, 1) for i in range(4)],
              shape("M-420 0C-270 -50 -90 -20 0 60C90 -20 270 -50 420 0L420 30C270 -10 90 20 0 90"
                    "C-90 20 -270 -10 -420 30Z", BERRY), move=(800, 740)),
    ]


@scene
def science():
    bubbles = [circle(x, y, r, WHITE, opacity=.75) for x, y, r in ((770, 640, 18), (830, 560, 14),
            (790, 480, 11), (810, 380, 16), (850, 320, 22), (770, 270, 26))]

    def tube(x, color):
        return [lit(shape(f"M{x - 36} 520L{x + 36} 520L{x + 36} 850A36 36 0 0 1 {x - 36} 850Z", "#e2f4f7"),
                rect(x - 40, 660, 80, 240, color), rect(x + 12, 500, 40, 400, INK, opacity=.1),
                rect(x - 26, 530, 10, 300, WHITE, opacity=.7)), rect(x - 46, 500, 92, 28, "#c3dfe8", 14)]
    return [
        room("#8fb8e0", "#f0e2cc", 960), halo(800, 520, 700, WHITE, .6),
        [group(ring(0, 0, 150, WHITE, 8, opacity=.5), move=(280, 330), scale=(1, .38), turn=t)
            for t in (0, 60, 120)], circle(280, 330, 22, CORAL),
        [circle(x, y, r, c) for x, y, r, c in ((1330, 260, 50, CORAL), (1430, 340, 38, YELLOW),
                (1240, 350, 38, TEAL))], line([(1240, 350), (1330, 260), (1430, 340)], WHITE, 14, opacity=.8),
        [circle(x, y, r, c) for x, y, r, c in ((1330, 260, 50, CORAL), (1430, 340, 38, YELLOW),
                (1240, 350, 38, TEAL))], shadow(800, 1030, 620, 50, .5),
        tube(280, VIOLET), tube(390, CORAL), rect(220, 620, 230, 40, WOOD, 10),
        rect(220, 960, 230, 50, WOOD, 10), rect(226, 640, 24, 340, BROWN), rect(420, 640, 24, 340, BROWN),
        lit(shape("M730 330L730 560L500 940C470 1000 500 1030 560 1030L1040 1030C1100 1030 1130 1000 1100 940"
                  "L870 560L870 330Z", "#e2f4f7"),
              shape("M400 800Q520 760 640 800T880 800T1200 790L1200 1100L400 1100Z", "#4fc48a"),
              shape("M400 800Q520 760 640 800T880 800T1200 790L1200 830L400 840Z", "#8be0b4"),
              shape("M870 300L870 560L1150 1040L1000 1040L820 580L820 300Z", INK, opacity=.1),
            [circle(x, y, r, "#c8f5de", opacity=.8) for x, y, r in ((640, 900, 26), (760, 940, 34),
                    (900, 880, 22), (960, 960, 28), (700, 850, 14), (830, 860, 16))]),
        rect(706, 300, 188, 44, "#c3dfe8", 22), stroke("M750 380L750 570L590 840", WHITE, 14, opacity=.8),
        bubbles,
        lit(circle(1280, 880, 140, "#e2f4f7"), rect(1100, 880, 400, 200, CORAL),
            rect(1100, 880, 400, 24, light(CORAL, .4)), circle(1350, 920, 160, INK, opacity=.07)),
        lit(rect(1240, 620, 80, 150, "#e2f4f7"), rect(1290, 600, 40, 200, INK, opacity=.1)),
        rect(1222, 600, 116, 32, "#c3dfe8", 16), gloss(1220, 820, 18, 40, 30, .8),
    ]


@scene
def art():
    return [
        room("#f5c6a5", "#b5724c", 1000), halo(800, 480, 760, WHITE, .5),
        line([(800, 130), (800, 300)], WOOD, 36), line([(640, 900), (520, 1130)], WOOD, 38),
        line([(960, 900), (1080, 1130)], WOOD, 38), line([(800, 900), (800, 1080)], BROWN, 34),
        shadow(800, 1130, 420, 30, .5),
        rect(390, 220, 820, 620, INK, 10, opacity=.14), rect(400, 210, 800, 610, WHITE, 10),
        within(rect(430, 240, 740, 550, WHITE), rect(430, 240, 740, 550, "#8fd3ec"),
            circle(960, 400, 80, YELLOW), polygon([(430, 700), (640, 420), (860, 700)], VIOLET),
            polygon([(640, 420), (690, 700), (860, 700)], PLUM), polygon([(700, 700), (900, 500), (1120, 700)],
                "#9b7fd0"), rect(400, 660, 800, 200, GREEN),
            shape("M430 740Q700 640 900 720T1200 690L1200 800L430 800Z", LEAF),
            stroke("M760 800Q840 740 780 700", SKY, 44)), rect(460, 820, 680, 50, WOOD, 10),
        rect(460, 852, 680, 18, BROWN, 8),
        group(oval(20, 30, 300, 180, INK, opacity=.2),
            lit(shape("M-300 20C-300 -140 -120 -210 60 -190C240 -170 320 -60 290 40C270 110 190 70 140 100"
                      "C90 140 130 190 40 190C-140 200 -300 150 -300 20Z", "#e3b27c"),
                  shape("M-320 60C-280 240 200 230 300 40L320 260L-320 260Z", dark("#e3b27c", .12))),
              circle(90, 20, 36, "#9c6a4a"), [oval(x, y, 46, 38, color)
                  for x, y, color in ((-200, 10, CORAL), (-140, -90, YELLOW), (-20, -120, "#5fae6a"),
                      (110, -110, BLUE),
                      (-120, 100, VIOLET), (210, -40, WHITE))], move=(480, 960), scale=.9),
        group(rect(-16, -340, 32, 300, CORAL, 12), rect(-20, -60, 40, 60, STONE),
            shape("M-26 0L26 0C30 60 10 90 0 120C-10 90 -30 60 -26 0Z", BLUE), move=(1130, 900), turn=40),
    ]


@scene
def piano():
    keys = [rect(300 + i * 100, 690, 94, 330, fade(WHITE, "#e9e2d6"), 12)
        for i in range(10)] + [rect(300 + i * 100 - 34, 690, 64, 200, INK, 8)
        for i in (1, 2, 4, 5, 6, 8, 9)] + [rect(300 + i * 100 - 22, 690, 40, 180, "#3c456f", 6)
        for i in (1, 2, 4, 5, 6, 8, 9)]

    def note(x, y, s, color, pair=False):
        return group(oval(0, 0, 52, 38, color, -20), line([(44, -10), (44, -230)], color, 16),
            [oval(190, -30, 52, 38, color, -20), line([(234, -40), (234, -260)], color, 16),
                line([(44, -224), (234, -254)], color, 40)] if pair
            else shape("M44 -240C60 -170 140 -170 120 -80C110 -130 70 -130 44 -150Z", color), move=(x, y),
            scale=s)
    staff = [curve([(-20, 330 + i * 44), (400, 250 + i * 44), (800, 370 + i * 44), (1200, 440 + i * 44),
                (1640, 330 + i * 44)], WHITE, 7, opacity=.45) for i in range(5)]
    return [
        backdrop("#6b3f8f", "#f0977a", middle="#b35c8d"), halo(800, 450, 800, "#ffdcae", .5), staff,
        note(330, 420, 1.0, YELLOW), note(620, 460, 1.05, WHITE, True), note(1070, 520, 1.0, YELLOW),
        note(1280, 430, .9, WHITE, True),
        shadow(800, 1110, 700, 50, .8), rect(190, 610, 1220, 470, "#2a2450", 30),
        rect(190, 610, 1220, 60, "#3b3370", 30), rect(250, 660, 1100, 36, CORAL), keys,
        rect(190, 1020, 1220, 70, "#2a2450", 24), rect(190, 690, 108, 340, "#332b60"),
        rect(1300, 690, 110, 340, "#332b60"),
    ]


@scene
def choir():
    def singer(x, y, size, skin, hair, top, style):
        s = size / 200
        return [bust(x, y, size, skin, hair, top, style), group(oval(0, -56, 20, 26, "#7a2436"),
                oval(-28, -110, 8, 10, INK), oval(28, -110, 8, 10, INK),
                stroke("M-44 -134Q-28 -144 -14 -136M14 -136Q28 -144 44 -134", INK, 6),
                                                                polygon([(-150, 150), (0, 186), (0, 320),
                                        (-150, 284)], CREAM, r=5),
                                polygon([(150, 150), (0, 186), (0, 320), (150, 284)], WHITE, r=5),
                                [line([(-126, 190 + i * 40), (-24, 214 + i * 40)], STONE, 9) for i in range(2)],
                                [line([(126, 190 + i * 40), (24, 214 + i * 40)], STONE, 9) for i in range(2)],
                                                                circle(-150, 250, 24, skin),
                                        circle(150, 250, 24, skin), move=(x, y), scale=s)]
    robe = "#a5304f"

    def note(x, y, s, turn):
        return group(oval(0, 0, 40, 30, YELLOW, -20), line([(34, -6), (34, -180)], YELLOW, 14),
            shape("M34 -186C50 -130 110 -130 96 -60C86 -100 56 -100 34 -116Z", YELLOW), move=(x, y), scale=s,
            turn=turn)
    return [
        backdrop("#27406f", "#c98a6a", middle="#5b6796"), halo(800, 500, 820, "#ffe2ae", .6),
        [[rect(x - 80, 120, 160, 700, "#ffd98a", 80, opacity=.35)] for x in (220, 800, 1380)],
        note(430, 260, 1, -8), note(700, 180, .9, 6), note(980, 230, 1.1, -4), note(1220, 300, .9, 8),
        singer(450, 640, 200, SKINS[1], INK, robe, 0), singer(800, 600, 200, SKINS[0], "#b5622f", robe, 1),
        singer(1150, 640, 200, SKINS[2], NIGHT, robe, 3),
        singer(250, 870, 240, SKINS[3], BROWN, robe, 2), singer(620, 880, 240, SKINS[2], INK, robe, 0),
        singer(985, 880, 240, SKINS[1], "#2b5f6b", robe, 4), singer(1350, 870, 240, SKINS[0], GOLD, robe, 1),
    ]


@scene
def hackathon():
    code = [rect(0, 0, 640, 400, "#1d2450")] + [rect(x, y, w, 20, c, 10)
        for x, y, w, c in ((40, 40, 90, CORAL), (150, 40, 170, SKY), (80, 90, 130, YELLOW), (230, 90, 100, WHITE),
            (80, 140, 220, "#8be0b4"), (120, 190, 90, CORAL), (230, 190, 150, SKY), (120, 240, 180, YELLOW),
            (80, 290, 110, WHITE), (40, 340, 70, CORAL))]
    return [
        room("#6f8fd0", "#5a4a86", 940), halo(800, 500, 760, "#bfe6ff", .5),
        [stroke(f"M{x} {y}l-60 60l60 60M{x + 130} {y}l60 60l-60 60", WHITE, 18, opacity=.35)
            for x, y in ((210, 220), (1280, 180))], [star(x, y, r, WHITE, .2, 4, opacity=.7)
    for x, y, r in ((470, 160, 34), (1180, 470, 28), (330, 520, 26))], shadow(800, 1040, 640, 50, .7),
        laptop(600, 980, 760, code),
        group(line([(0, -560), (0, -470)], SLATE, 18), circle(0, -580, 34, CORAL),
            rect(-226, -380, 50, 110, CORAL, 20), rect(176, -380, 50, 110, CORAL, 20),
            lit(rect(-190, -470, 380, 280, WHITE, 80), rect(90, -500, 200, 400, "#d3dbea")),
            rect(-146, -420, 292, 180, INK, 60), circle(-64, -340, 34, "#7fe3f0"),
            circle(64, -340, 34, "#7fe3f0"), stroke("M-40 -278Q0 -250 40 -278", "#7fe3f0", 12),
            rect(-50, -200, 100, 50, SLATE),
              lit(rect(-160, -160, 320, 250, WHITE, 60), rect(70, -180, 200, 300, "#d3dbea")),
              heart(0, -40, 90, CORAL), stroke("M-160 -90Q-280 -60 -270 40", SLATE, 40),
              stroke("M160 -90Q290 -160 260 -270", SLATE, 40), circle(-270, 50, 36, CORAL),
              circle(258, -280, 36, CORAL), rect(-110, 84, 80, 70, SLATE, 10), rect(30, 84, 80, 70, SLATE, 10),
              rect(-130, 130, 120, 46, CORAL, 22), rect(10, 130, 120, 46, CORAL, 22), move=(1160, 850),
              scale=.98),
    ]


@scene
def first_day():
    body = (
        "M500 620C500 440 620 360 800 360C980 360 1100 440 1100 620L1120 1000"
        "C1120 1050 1090 1070 1040 1070L560 1070C510 1070 480 1050 480 1000Z")
    return [
        room("#a6d8e8", "#f2b46c", 980), halo(800, 560, 740, WHITE, .6),
        rect(180, 160, 330, 240, "#3f7d68", 10), stroke("M180 160H510V400H180Z", WOOD, 18),
        stroke("M230 330l60 -120l60 120M250 290h80", WHITE, 9), stroke("M400 230h60v80h-60z", WHITE, 9),
        circle(1330, 280, 110, WHITE), ring(1330, 280, 110, CORAL, 18),
        line([(1330, 280), (1330, 205)], INK, 12), line([(1330, 280), (1280, 300)], INK, 12),
        shadow(800, 1076, 500, 46, .6),
        pencil(560, 560, 260, CORAL, 172), group(rect(-40, -170, 80, 340, "#7fc8e8", 6),
            [line([(-40, -150 + i * 30), (-10 - (i % 2) * 14, -150 + i * 30)], INK, 5) for i in range(10)],
            move=(1040, 430), turn=16),
        stroke("M690 390L690 290Q690 240 740 240L860 240Q910 240 910 290L910 390", INK, 34),
        rect(400, 700, 130, 330, dark(TEAL, .25), 50), rect(1070, 700, 130, 330, dark(TEAL, .35), 50),
        lit(shape(body, TEAL), shape("M960 300C1060 600 1060 900 980 1100L1200 1100L1200 300Z", dark(TEAL, .2)),
            stroke("M500 590C620 540 980 540 1100 590", dark(TEAL, .4), 16)),
        lit(rect(560, 720, 480, 300, CORAL, 50), rect(890, 700, 200, 360, dark(CORAL, .18)),
            rect(560, 720, 480, 100, light(CORAL, .12))), line([(600, 820), (1000, 820)], dark(CORAL, .4), 12),
        rect(780, 810, 40, 80, YELLOW, 14), rect(730, 420, 140, 90, YELLOW, 20), star(800, 465, 32, WHITE),
        group(circle(0, 0, 78, RED), circle(50, 0, 74, dark(RED, .08)),
            stroke("M20 -60Q20 -110 50 -130", BARK, 12), leafage(30, -90, 70, GREEN, 70),
            gloss(-34, -30, 14, 22, 30), move=(1290, 1010)), group(rect(0, -44, 260, 44, NAVY, 8),
            rect(20, -88, 230, 44, YELLOW, 8), rect(10, -132, 220, 44, CORAL, 8), move=(190, 1080)),
    ]
