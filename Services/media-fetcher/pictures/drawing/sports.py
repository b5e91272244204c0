"""Sports and games."""

from drawing.pen import *
from drawing.scenery import *


@scene
def soccer():
    dark_patches = [polygon(around(0, 0, 92, 5), INK, r=6)] + [
        group(polygon([(-70, -214), (70, -214), (100, -300), (-100, -300)], INK), turn=turn)
        for turn in range(0, 360, 72)]
    seams = [group(line([(0, -92), (0, -210)], SLATE, 9), line([(-70, -214), (-140, -150)], SLATE, 9),
            line([(70, -214), (140, -150)], SLATE, 9), turn=turn) for turn in range(0, 360, 72)]
    return [
        backdrop("#6dbde6", "#eef7df"), cloud(270, 160, 300), cloud(1330, 180, 320),
        rect(0, 560, 1600, 640, GREEN),
        [polygon([(a, 560), (a + 130, 560), (b + 330, 1200), (b, 1200)], "#58994d")
            for a, b in ((-60, -700), (220, -120), (500, 460), (780, 1040), (1060, 1620))],
        [line([(x, 200), (x + (800 - x) * .1, 600)], WHITE, 4, opacity=.6) for x in range(260, 1360, 60)],
        [line([(250, y), (1350, y)], WHITE, 4, opacity=.6) for y in range(230, 620, 56)],
        line([(230, 640), (230, 190), (1370, 190), (1370, 640)], WHITE, 30),
        line([(0, 650), (1600, 650)], WHITE, 14, opacity=.9), line([(60, 860), (1540, 860)], WHITE, 16,
            opacity=.5),
        shadow(830, 1110, 380, 50, .8),
        group(lit(circle(0, 0, 300, WHITE), dark_patches, seams,
                shape("M220 -300A345 345 0 0 1 -300 240L-300 320L320 320L320 -320Z", INK, opacity=.14)),
            move=(800, 810), turn=14),
    ]


@scene
def basketball():
    return [
        backdrop("#3b3472", "#8a4a78"), halo(800, 400, 800, "#ffcf9a", .5),
        [rect(x, 0, 120, 900, "#ffffff", opacity=.03) for x in range(40, 1600, 240)],
        rect(0, 960, 1600, 240, fade("#d38a4e", "#a8613a")),
        [line([(0, y), (1600, y)], "#8f5230", 5, opacity=.5) for y in (1010, 1080, 1160)],
        rect(784, 0, 32, 200, SLATE),
        group(
            rect(440, 90, 720, 470, WHITE, 24), stroke("M470 120L1130 120L1130 530L470 530Z", CORAL, 14),
            stroke("M660 270L940 270L940 480L660 480Z", CORAL, 14), rect(720, 520, 160, 50, SLATE, 8),
            stroke("M620 580L700 830M680 590L640 690L760 830M760 590L690 720M980 580L900 830M920 590"
                   "L960 690L840 830M840 590L910 720M760 590L800 700L700 830M840 590L800 700L900 830"
                   "M690 720L800 830L910 720M700 830L900 830", WHITE, 9),
            oval(800, 576, 190, 30, "none", stroke=CORAL, stroke_width=26),
            group(lit(circle(0, 0, 205, "#f08a3c"),
                      stroke("M-210 0L210 0M0 -210L0 210M-150 -160Q-40 0 -150 160M150 -160Q40 0 150 160", INK, 12),
                      shape("M150 -210A235 235 0 0 1 -210 160L-210 220L220 220L220 -220Z", INK, opacity=.16)),
                  gloss(-90, -100, 34, 20, -40), move=(1010, 330), turn=18),
            [curve([(1270 + i * 40, 800 + i * 10), (1250 + i * 30, 620 + i * 6), (1190 + i * 30, 480)], WHITE, 9,
                   opacity=.5) for i in (0, 1)],
            move=(0, 100)),
    ]


@scene
def running():
    skin = SKINS[2]
    return [
        backdrop("#79c4e8", "#fdf0d0"), cloud(280, 200, 320), cloud(1340, 260, 300),
        hills(610, 24, LEAF, "run"), rect(0, 640, 1600, 560, fade("#e0654f", "#c64a3f")),
        [line([(-40, y), (1640, y + 30)], WHITE, w, opacity=.85)
            for y, w in ((690, 8), (790, 11), (930, 15), (1120, 20))],
        [rect(x, 200, 34, 500, NAVY, 8) for x in (1180, 1520)],
        [rect(1180 + 47 * i, 200 + 47 * j, 47, 47, INK if (i + j) % 2 else WHITE) for i in range(8)
            for j in range(3)], shadow(760, 1090, 380, 40, .7),
        limb([(640, 480), (520, 600), (420, 540)], dark(skin, .12), 60),
        limb([(720, 740), (560, 850), (380, 810)], dark(skin, .12), 84),
        line([(380, 810), (330, 740)], WHITE, 60),
        limb([(770, 740), (930, 820), (890, 1030)], skin, 90), line([(880, 1050), (970, 1056)], WHITE, 60),
        shape("M650 660L850 660C900 720 920 780 900 830L770 800L720 790L640 830C600 780 610 720 650 660Z",
            NAVY),
        lit(shape("M650 420C720 390 820 400 850 450L860 690L640 690C620 600 610 480 650 420Z", YELLOW),
            shape("M800 380C860 500 850 620 800 700L900 700L900 380Z", dark(YELLOW, .18)),
            rect(690, 500, 120, 110, WHITE, 8)), star(750, 556, 36, CORAL),
        limb([(820, 470), (900, 610), (1020, 540)], skin, 60), rect(750, 360, 60, 90, dark(skin, .15), 20),
        circle(800, 290, 94, skin), smile(826, 306, 80),
        shape("M704 300C680 160 900 150 896 260C850 230 800 240 760 280C750 300 720 320 704 300Z", INK),
        shape("M704 240Q800 190 896 250L894 276Q800 220 706 270Z", CORAL),
        stroke("M880 590Q1040 660 1190 610M640 620Q500 700 380 690", CORAL, 18),
        [line([(x, y), (x + 150, y)], WHITE, 10, opacity=.6) for x, y in ((120, 520), (60, 620), (150, 900))],
    ]


@scene
def swimming():
    def rope(y):
        return [rect(x, y - 17, 52, 34, CORAL if (x // 60) % 2 else WHITE, 14) for x in range(-20, 1620, 60)]
    skin = SKINS[0]
    return [
        backdrop("#4fc0d8", "#2489b8"), [rect(0, y, 1600, 26, "#1f7bab", opacity=.4) for y in (130, 590, 1050)],
        [curve([(x, y), (x + 60, y - 16), (x + 120, y + 10), (x + 190, y - 10)], WHITE, 8, opacity=.35)
            for x, y in spread("pool", 26, 20, 30, 1400, 1180)], rope(330), rope(880),
        oval(560, 640, 380, 120, WHITE, opacity=.3), [oval(x, y, w, w * .4, WHITE, opacity=.75)
            for x, y, w in ((250, 640, 90), (180, 600, 60), (330, 690, 60), (120, 660, 44), (1240, 500, 50),
                (1290, 530, 30), (1190, 480, 30))],
        limb([(620, 600), (400, 590), (280, 620)], skin, 64), limb([(620, 660), (420, 680), (290, 660)],
            dark(skin, .1), 64), limb([(900, 720), (800, 820), (660, 830)], dark(skin, .12), 62),
        lit(smooth([(560, 580), (760, 540), (930, 540), (990, 620), (930, 710), (760, 710), (560, 680)], skin),
            shape("M500 500L700 500Q740 630 700 760L500 760Z", CORAL),
            shape("M500 690Q800 660 1000 690L1000 760L500 760Z", INK, opacity=.1)),
        limb([(930, 560), (1070, 440), (1230, 490)], skin, 64), oval(1268, 500, 44, 30, skin, 14),
        circle(1060, 640, 96, skin),
        shape("M966 650C960 520 1110 500 1150 590C1110 600 1080 690 1100 734C1030 750 970 720 966 650Z",
            YELLOW), shape("M1030 560L1150 600L1156 640L1100 650Z", NAVY),
        oval(1126, 622, 26, 18, "#bfe6f2", 20), stroke("M980 690Q1060 780 1180 720", WHITE, 22, opacity=.9),
    ]


@scene
def cycling():
    def wheel(x):
        return [[line([(x, 820), p], STONE, 5) for p in around(x, 820, 190, 14)], ring(x, 820, 200, INK, 30),
            ring(x, 820, 180, MIST, 8), circle(x, 820, 30, SLATE)]
    return [
        backdrop("#8fd3ec", "#fdf1d0"), disc(1250, 260, 120, "#ffe27a"), cloud(300, 260, 360),
        hills(760, 60, "#cbe391", "cy"), hills(880, 40, LEAF, "cy2"), tree(160, 900, 340), tree(1470, 900, 300),
        hills(1000, 10, GREEN, "cy3"), rect(0, 1020, 1600, 180, "#d9c29a"), shadow(800, 1040, 560, 30, .7),
        wheel(470), wheel(1130), line([(470, 820), (640, 500)], dark(CORAL, .15), 26),
        line([(470, 820), (770, 830)], dark(CORAL, .15), 26),
        line([(770, 830), (640, 500), (1020, 500), (770, 830)], CORAL, 34),
        line([(1130, 820), (1010, 460), (990, 390)], CORAL, 32), line([(640, 500), (616, 430)], SLATE, 22),
        stroke("M520 410Q620 370 730 410Q690 446 620 440Q550 440 520 410Z", INK, 18, fill_opacity=1),
        shape("M520 410Q620 370 730 410Q690 446 620 440Q550 440 520 410Z", INK),
        stroke("M990 390L1090 360Q1150 370 1130 430", INK, 24), circle(770, 830, 70, SLATE),
        ring(770, 830, 52, MIST, 10), line([(770, 830), (820, 930)], INK, 20), rect(780, 924, 90, 24, INK, 10),
        line([(770, 830), (720, 730)], INK, 20), rect(680, 712, 80, 24, INK, 10),
        lit(rect(1080, 470, 190, 140, WOOD, 20), [line([(1080 + i * 38, 470), (1080 + i * 38, 620)], BROWN, 8)
                for i in range(1, 5)], line([(1070, 540), (1290, 540)], BROWN, 8)),
        [[circle(x, y, 34, c), circle(x, y, 12, WHITE)] for x, y, c in ((1120, 450, PINK), (1180, 430, YELLOW),
                (1236, 452, VIOLET))],
    ]


@scene
def chess():
    squares = [polygon([(800 + (i - 4) * 150 * near, y), (800 + (i - 3) * 150 * near, y),
                (800 + (i - 3) * 150 * far, y2), (800 + (i - 4) * 150 * far, y2)],
            ("#f3dcb2", "#8a5a44")[(i + row) % 2])
               for row, (y, y2, near, far) in enumerate(((800, 870, .85, .98), (870, 955, .98, 1.14),
                       (955, 1060, 1.14, 1.34), (1060, 1200, 1.34, 1.6))) for i in range(8)]

    def piece(x, y, s, color, *top):
        shade = dark(color, .22)
        return group(shadow(20, 4, 190, 30, .7),
            lit(shape("M-150 0C-150 -60 -110 -70 -90 -90C-60 -160 -50 -240 -50 -330L50 -330"
                      "C50 -240 60 -160 90 -90C110 -70 150 -60 150 0Z", color),
                  shape("M20 -340C30 -200 50 -60 40 20L200 20L200 -340Z", shade)),
              rect(-100, -372, 200, 46, color, 22), rect(20, -372, 80, 46, shade, 22), *top, move=(x, y),
              scale=s)

    def king(color):
        shade = dark(color, .22)
        return [lit(shape("M-70 -372C-130 -500 -120 -560 -100 -590C-50 -560 50 -560 100 -590"
                          "C120 -560 130 -500 70 -372Z", color),
                      shape("M20 -600C50 -500 40 -440 20 -360L160 -360L160 -600Z", shade)),
                  rect(-18, -720, 36, 140, color, 8), rect(-56, -682, 112, 36, color, 8)]

    def knight(color):
        shade = dark(color, .22)
        return [lit(shape("M-90 -372C-100 -470 -60 -520 -30 -550C-80 -540 -120 -500 -170 -490"
                          "C-190 -540 -160 -590 -110 -640C-90 -690 -40 -720 10 -720L20 -770L60 -710"
                          "C140 -660 150 -520 90 -372Z", color),
                      shape("M60 -720C100 -600 90 -480 40 -372L200 -372L200 -760Z", shade)),
                  circle(-40, -640, 14, INK)]
    return [
        backdrop("#2f5d73", "#9fc9b9"), halo(800, 450, 760, "#fff0c9", .6), rect(0, 800, 1600, 400, BROWN),
        squares, piece(360, 940, .62, "#3a3455", circle(0, -440, 96, "#3a3455"), gloss(-34, -470, 18, 12)),
        piece(1270, 960, .7, CREAM, circle(0, -440, 96, CREAM)),
        piece(1010, 1000, .98, "#3a3455", knight("#3a3455")), piece(620, 1040, 1.12, CREAM, king(CREAM)),
    ]


@scene
def football():
    return [
        backdrop("#2a3f78", "#f08d6a", middle="#8a5a8f"),
        [[rect(x, 120, 18, 460, INK), rect(x - 90, 90, 200, 90, "#3c4677", 12),
                [circle(x - 60 + i * 48, 134, 19, "#fff3c0") for i in range(4)],
                halo(x + 10, 134, 260, "#fff3c0", .6)] for x in (190, 1390)], rect(0, 560, 1600, 70, "#3b3a66"),
        [circle(x, y, 10, color) for (x, y), color in zip(spread("fans", 90, 0, 562, 1600, 628),
                (CORAL, YELLOW, WHITE, SKY) * 23)],
        rect(0, 630, 1600, 570, fade("#4f9a55", "#3b7f4b")),
        [line([(x, 630), (800 + (x - 800) * 2.6, 1200)], WHITE, 10, opacity=.7) for x in range(200, 1500, 150)],
        rect(786, 420, 28, 220, YELLOW), line([(560, 100), (560, 420), (1040, 420), (1040, 100)], YELLOW, 26),
        shadow(800, 1090, 420, 40, .8),
        group(lit(shape("M-400 0C-280 -240 280 -240 400 0C280 240 -280 240 -400 0Z", "#9c5632"),
                shape("M-420 40C-200 200 200 180 420 -40L420 260L-420 260Z", dark("#9c5632", .2)),
                rect(-290, -260, 46, 520, WHITE), rect(244, -260, 46, 520, WHITE)),
            line([(-130, -40), (130, -40)], WHITE, 20), [line([(x, -84), (x, 4)], WHITE, 18)
                for x in (-110, -55, 0, 55, 110)], move=(800, 850), turn=-24),
    ]


@scene
def award():
    return [
        backdrop("#553a8c", "#e87f76", middle="#9a4f8a"), halo(800, 520, 760, YELLOW, .55),
        rays(800, 520, 1300, 9, "#ffe7a8", .12, 10), confetti("award", 44, (YELLOW, CORAL, "#7fe3f0", WHITE),
            40, 1000), rect(0, 1040, 1600, 160, fade("#4a2e72", "#33205a")), shadow(800, 1050, 380, 40, .8),
        stroke("M560 330C400 320 400 600 640 600M1040 330C1200 320 1200 600 960 600", GOLD, 44),
        shape("M740 760L860 760L890 930L710 930Z", dark(GOLD, .2)),
        lit(shape("M540 230L1060 230C1060 500 980 740 800 780C620 740 540 500 540 230Z", "#f7c544"),
            shape("M880 220C960 400 900 700 760 800L1100 800L1100 220Z", dark("#f7c544", .22)),
            shape("M580 250L640 250C640 420 680 560 730 640C630 560 580 420 580 250Z", WHITE, opacity=.5)),
        rect(516, 206, 568, 50, "#ffdb73", 25), star(800, 460, 120, WHITE),
        star(800, 460, 120, YELLOW, opacity=.2),
        lit(rect(620, 920, 360, 130, NAVY, 16), rect(860, 920, 140, 130, INK)),
        rect(700, 955, 200, 60, GOLD, 8),
    ]


@scene
def tennis():
    strings = [line([(x, -430), (x, 70)], WHITE, 7)
        for x in range(-150, 200, 60)] + [line([(-220, y), (220, y)], WHITE, 7) for y in range(-390, 60, 60)]
    return [
        backdrop("#dd7c52", "#c9623f"), halo(700, 400, 900, "#ffd2a6", .5),
        polygon([(1080, 0), (1170, 0), (1600, 940), (1600, 1120)], WHITE, opacity=.85),
        polygon([(0, 980), (1600, 1050), (1600, 1090), (0, 1020)], WHITE, opacity=.85),
        group(oval(40, 30, 230, 270, INK, opacity=.16), line([(70, 240), (110, 640)], INK, 60, opacity=.16),
            within(oval(0, -180, 190, 230, WHITE), strings), line([(-90, 30), (0, 190), (90, 30)], NAVY, 28),
            line([(0, 170), (0, 300)], NAVY, 40), line([(0, 300), (0, 560)], INK, 62),
            [line([(-30, y), (30, y - 24)], SLATE, 8) for y in range(320, 560, 50)],
            oval(0, -180, 200, 240, "none", stroke=NAVY, stroke_width=40),
            oval(0, -180, 200, 240, "none", stroke=TEAL, stroke_width=12), move=(690, 620), turn=-32,
            scale=1.15),
        oval(1090, 880, 150, 40, INK, opacity=.2), lit(circle(1070, 740, 155, "#d9e84f"),
            stroke("M930 640Q1040 740 960 880M1210 620Q1100 740 1190 860", WHITE, 18),
            shape("M1180 560A180 180 0 0 1 920 860L920 940L1280 940L1280 560Z", "#7d9a2b", opacity=.35)),
        gloss(1010, 670, 26, 16, -40),
    ]
