"""Evenings out: music, stage, screen and fairs."""

from drawing.pen import *
from drawing.scenery import *


@scene
def concert():
    hands = []
    for i, x in enumerate(range(40, 1640, 130)):
        y = 1000 + (i * 47) % 60
        hands += [circle(x, y + 40, 62, "#1b1238"), rect(x - 84, y + 90, 168, 260, "#1b1238", 70)]
        if i % 3 != 1:
            hands += [limb([(x - 60, y + 130), (x - 84, y - 10), (x - 66, y - 110)], "#1b1238", 38),
                circle(x - 66, y - 120, 28, "#1b1238")]
        if i % 2:
            hands += [limb([(x + 60, y + 130), (x + 80, y), (x + 64, y - 90)], "#1b1238", 38),
                circle(x + 64, y - 100, 28, "#1b1238")]
    beams = [polygon([(x, 60), (to - 120, 1100), (to + 120, 1100)], color, opacity=.3)
        for x, to, color in ((180, 520, YELLOW), (480, 300, "#7fe3f0"), (800, 800, WHITE), (1120, 1300, PINK),
            (1420, 1080, YELLOW))]
    lamps = [[rect(x - 34, 20, 68, 70, INK, 14), circle(x, 90, 26, "#fff3c0"), halo(x, 90, 110, "#fff3c0", .8)]
        for x in (180, 480, 800, 1120, 1420)]
    return [
        backdrop("#24124f", "#c23a78", middle="#6a2a7e"), beams, rect(0, 0, 1600, 34, INK), lamps,
        rect(0, 870, 1600, 340, "#2f1a55"), rect(0, 870, 1600, 16, PINK),
        [[rect(x, 520, 190, 350, INK, 12), circle(x + 95, 610, 52, SLATE), circle(x + 95, 610, 24, INK),
                circle(x + 95, 760, 76, SLATE), circle(x + 95, 760, 36, INK)] for x in (190, 1220)],
        halo(800, 620, 460, WHITE, .5),
        limb([(760, 680), (720, 870)], "#22305f", 70), limb([(840, 680), (890, 870)], "#22305f", 70),
        line([(704, 876), (740, 876)], WHITE, 40), line([(880, 876), (920, 876)], WHITE, 40),
        shape("M700 440C740 410 860 410 900 440L880 720L720 720Z", "#f4f0ff"),
        shape("M840 420C900 430 890 560 880 720L820 720Z", LILAC), limb([(890, 470), (980, 560), (930, 610)],
            SKINS[1], 44), limb([(710, 470), (640, 560), (740, 620)], SKINS[1], 44),
        rect(772, 360, 56, 80, dark(SKINS[1], .2)), circle(800, 320, 80, SKINS[1]),
        shape("M712 330C690 200 910 190 888 330C880 280 840 260 780 262C740 266 724 300 712 330Z", INK),
        oval(806, 356, 18, 14, "#7a2436"), circle(776, 318, 8, INK), circle(834, 318, 8, INK),
        line([(1000, 420), (640, 650)], BROWN, 26),
        group(lit(smooth([(-150, -70), (-60, -90), (0, -50), (60, -70), (110, -20), (70, 60), (0, 50),
                        (-70, 100), (-160, 70), (-180, 0)], CORAL),
                smooth([(-140, 20), (-60, 50), (20, 20), (80, 60), (-60, 140), (-180, 80)], dark(CORAL, .2))),
            circle(-70, 0, 30, INK), rect(-140, -20, 24, 50, INK, 6), move=(710, 640), turn=-33),
        line([(1000, 420), (690, 618)], CREAM, 6), line([(990, 426), (1050, 388)], BROWN, 44), hands,
    ]


@scene
def theater():
    def curtain(way):
        folds = [shape(f"M{x} -20L{x + 70} -20C{x + 60} 400 {x * .62 + 40:.0f} 700 {x * .5:.0f} 1240"
                       f"L{x * .5 - 60:.0f} 1240C{x * .62 - 20:.0f} 700 {x + 10} 400 {x} -20Z",
                       dark("#b3263f", .26), opacity=.75) for x in range(60, 640, 110)]
        return group(lit(shape("M-20 -20L640 -20C640 300 560 520 330 660L330 740C400 900 400 1060 380 1240"
                               "L-20 1240Z", "#c93049"), folds), rect(-20, 660, 370, 70, GOLD, 30),
                       circle(340, 696, 44, "#f7c95f"), shape("M320 730L360 730L384 860L300 860Z", GOLD),
                       move=(0, 0) if way > 0 else (1600, 0), scale=(way, 1))

    def mask(x, y, color, mouth, turn, brow):
        return group(lit(shape("M-190 -190C-80 -240 80 -240 190 -190C210 40 140 230 0 270"
                               "C-140 230 -210 40 -190 -190Z", color),
                           shape("M40 -250C120 -100 120 100 0 290L240 290L240 -250Z", dark(color, .16))),
                       shape("M-130 -60Q-80 -130 -30 -60Q-80 -30 -130 -60Z", INK),
                       shape("M130 -60Q80 -130 30 -60Q80 -30 130 -60Z", INK), shape(mouth, INK),
                       stroke(brow, INK, 14), move=(x, y), turn=turn)
    happy = "M-110 60Q0 120 110 60Q80 190 0 190Q-80 190 -110 60Z"
    sad = "M-100 160Q-80 60 0 60Q80 60 100 160Q0 100 -100 160Z"
    return [
        backdrop("#4a1d4f", "#8a3358"), polygon([(800, -60), (330, 1050), (1270, 1050)], "#ffe9b0",
            opacity=.35), halo(800, 620, 560, "#ffe2a0", .8),
        rect(0, 1020, 1600, 180, fade("#b9733f", "#7d4628")),
        [line([(x, 1020), (800 + (x - 800) * 1.5, 1200)], BARK, 6, opacity=.4) for x in range(-200, 1900, 160)],
        oval(800, 1080, 460, 60, "#ffe9b0", opacity=.5), curtain(1), curtain(-1),
        [[shape(f"M{x - 20} -20L{x + 220} -20C{x + 220} 200 {x - 20} 200 {x - 20} -20Z", c)]
            for x, c in ((0, "#d63c56"), (200, "#bf2b45"), (400, "#d63c56"), (600, "#bf2b45"), (800, "#d63c56"),
                (1000, "#bf2b45"), (1200, "#d63c56"), (1400, "#bf2b45"))],
        mask(930, 660, "#8fd0dc", sad, 14, "M-150 -110Q-90 -150 -40 -170M150 -110Q90 -150 40 -170"),
        mask(660, 560, "#ffd166", happy, -12, "M-140 -140Q-90 -180 -30 -140M140 -140Q90 -180 30 -140"),
    ]


@scene
def movie_night():
    kernels = [[circle(x, y, 46, "#fff3cf"), circle(x + 34, y + 14, 36, "#ffe3a0"),
            circle(x - 26, y + 24, 34, WHITE), circle(x + 4, y + 30, 14, "#f2b95a")]
                for x, y in ((930, 540), (1040, 500), (1150, 540), (980, 470), (1090, 430), (900, 590), (1190, 590),
            (1050, 570), (1130, 480))]
    stripes = [polygon([(i * 130 - 40, 0), (i * 130 + 30, 0), (i * 130 - 30, 100), (i * 130 - 100, 100)],
            WHITE) for i in range(7)]
    return [
        backdrop("#2b1b5a", "#7a3577", middle="#4b2670"), polygon([(800, -200), (-100, 1200), (1700, 1200)],
            "#ffe9b8", opacity=.12), stars("movie", 30, 20, 600), halo(800, 640, 720, "#ff9fb0", .5),
        rect(0, 1010, 1600, 190, fade("#3a2068", "#27154d")), shadow(800, 1070, 620, 50, .8),
        group(rect(0, 110, 680, 420, "#262d55", 24), rect(0, 110, 680, 110, "#323b6b"),
            within(rect(0, 116, 680, 96, WHITE), group(stripes, move=(0, 116))),
            group(rect(0, -100, 680, 96, "#262d55", 16), within(rect(0, -100, 680, 96, WHITE, 16),
                    group(stripes, scale=(1, 1), move=(40, -100))), move=(6, 108), turn=-13),
            circle(24, 106, 26, STONE), line([(40, 290), (640, 290)], WHITE, 8, opacity=.7),
            line([(230, 290), (230, 400)], WHITE, 8, opacity=.7), line([(440, 290), (440, 400)], WHITE, 8,
                opacity=.7), line([(40, 400), (640, 400)], WHITE, 8, opacity=.7), star(340, 466, 40, YELLOW),
            move=(230, 470), turn=-4),
        kernels, lit(polygon([(860, 600), (1240, 600), (1180, 1060), (920, 1060)], WHITE),
            [polygon([(870 + i * 98, 580), (920 + i * 98, 580), (952 + i * 70, 1080), (916 + i * 70, 1080)],
                    RED) for i in range(4)], polygon([(1130, 580), (1090, 1080), (1300, 1080), (1300, 580)],
                INK, opacity=.13)), shape("M850 590q24 40 48 0t48 0t48 0t48 0t48 0t48 0t48 0t48 0v40H850Z",
            WHITE),
        [[circle(x, y, 30, "#fff3cf"), circle(x + 22, y + 10, 22, "#ffe3a0"),
                circle(x - 14, y + 16, 20, WHITE)] for x, y in ((1330, 1040), (1260, 1090), (820, 1070),
                (1240, 360), (930, 330))],
    ]


@scene
def museum():
    vase = ("M-40 -330L40 -330L34 -270C120 -230 130 -130 90 -50C70 -10 40 20 30 40L-30 40C-40 20 -70 -10 -90 -50"
            "C-130 -130 -120 -230 -34 -270Z")
    amphora = group(
        stroke("M-36 -310C-140 -310 -140 -200 -96 -180M36 -310C140 -310 140 -200 96 -180", BARK, 18),
        lit(shape(vase, "#d9703f"), rect(-140, -210, 280, 24, BARK), rect(-140, -110, 280, 70, BARK),
            [star(x, -75, 24, "#f0a06a", .5, 4) for x in (-70, 0, 70)], rect(-140, -20, 280, 14, BARK),
            shape("M40 -340C70 -200 60 -60 20 50L160 50L160 -340Z", BARK, opacity=.25)),
        rect(-56, -350, 112, 30, BARK, 10), move=(300, 790))
    statue = group(
        lit(shape("M-110 40C-110 -60 -70 -80 -34 -90L34 -90C70 -80 110 -60 110 40Z", WHITE),
            shape("M30 -100C60 -40 60 20 40 60L160 60L160 -100Z", "#cbd0dd")),
        rect(-34, -150, 68, 80, "#dfe3ec"), lit(oval(0, -210, 76, 92, WHITE),
                                                shape("M30 -310C70 -230 60 -150 0 -110L110 -110L110 -310Z",
                                        "#cbd0dd")),
        [circle(x, y, 30, "#eceff5") for x, y in around(0, -240, 74, 7, -170) if y < -215],
        stroke("M-34 -204h24M12 -204h24M0 -196l-8 34h14M-20 -136q20 12 40 0", STONE, 7), move=(1300, 790))
    posts = [[rect(x - 12, 880, 24, 210, GOLD, 8), circle(x, 870, 24, GOLD), oval(x, 1092, 64, 16, dark(GOLD, .2))]
             for x in (440, 800, 1160)]
    return [
        room("#8c4a5a", "#b9794f", 960),
        [polygon([(x, -40), (x - w, 900), (x + w, 900)], "#ffe9b8", opacity=.2)
            for x, w in ((300, 210), (1300, 210))],
        polygon([(800, -60), (380, 760), (1220, 760)], "#ffe9b8", opacity=.25),
        rect(470, 160, 680, 540, INK, 8, opacity=.2), rect(460, 140, 680, 540, "#c98f2e", 8),
        rect(476, 156, 648, 508, GOLD, 6), rect(510, 190, 580, 440, "#8fd0dc"),
        within(rect(510, 190, 580, 440, WHITE), rect(510, 190, 580, 440, fade("#f2b98a", "#fbe3b5")),
               disc(950, 310, 60, WHITE, 1), hills(470, 40, "#7fa08a", "museum"),
               hills(540, 30, "#5d8478", "museum2"),
               bust(780, 470, 260, SKINS[0], "#4a2c2a", "#3b5a4f", 1), smile(780, 350, 84)),
        rect(740, 696, 120, 34, GOLD, 6),
        [lit(rect(x - 110, 830, 220, 250, CREAM, 6), rect(x + 50, 830, 80, 250, "#d9c6a4")) for x in (300, 1300)],
        [rect(x - 130, 816, 260, 36, WHITE, 6) for x in (300, 1300)], amphora, statue,
        [stroke(f"M{x} 890q180 150 360 0", BERRY, 26) for x in (440, 800)], posts,
    ]


@scene
def amusement_park():
    cx, cy, r = 800, 520, 390
    rim = around(cx, cy, r, 12)
    cabins = [group(line([(0, 0), (0, 30)], INK, 8),
            lit(shape("M-54 40L54 40L54 84C54 120 30 134 0 134C-30 134 -54 120 -54 84Z", color),
                rect(14, 30, 60, 120, dark(color, .18))), rect(-40, 56, 80, 34, "#fff3cf", 8),
            rect(-60, 26, 120, 20, dark(color, .25), 10), move=p)
                for p, color in zip(rim, (CORAL, YELLOW, TEAL, VIOLET, PINK, AMBER) * 2)]
    return [
        backdrop("#3b2a7a", "#ffb08a", middle="#b0588f"), stars("park", 30, 20, 420),
        halo(800, 560, 760, "#ffd9a0", .5), hills(980, 30, "#4b3578", "park"),
        [[polygon([(x - 120 * s, 1010), (x + 120 * s, 1010), (x, 1010 - 150 * s)], c,
                    transform=f"translate(0 {-130 * s})"), rect(x - 100 * s, 1010 - 130 * s, 200 * s, 130 * s,
                    CREAM), [rect(x + (i * 50 - 100) * s, 1010 - 130 * s, 25 * s, 130 * s, c)
                    for i in range(4)], polygon([(x, 1010 - 330 * s), (x + 60 * s, 1010 - 306 * s),
                        (x, 1010 - 282 * s)], YELLOW)] for x, s, c in ((210, 1, CORAL), (1400, 1.1, TEAL))],
        rect(0, 1010, 1600, 190, "#38285f"), line([(cx, cy), (560, 1060)], "#f4ecff", 34),
        line([(cx, cy), (1040, 1060)], "#f4ecff", 34), line([(640, 880), (960, 880)], "#f4ecff", 20),
        [line([(cx, cy), p], "#f4ecff", 10) for p in rim], ring(cx, cy, r, CORAL, 22),
        ring(cx, cy, r - 60, "#f4ecff", 10), [circle(*p, 11, YELLOW) for p in around(cx, cy, r, 36)],
        circle(cx, cy, 66, CORAL), star(cx, cy, 44, YELLOW), cabins, rect(500, 1050, 600, 60, CORAL, 12),
        rect(500, 1050, 600, 18, YELLOW, 8),
    ]


@scene
def video_games():
    body = (
        "M450 470C560 430 640 470 800 470C960 470 1040 430 1150 470C1260 520 1330 740 1330 900"
        "C1330 1010 1220 1030 1150 950L1040 830L560 830L450 950C380 1030 270 1010 270 900"
        "C270 740 340 520 450 470Z")
    return [
        backdrop("#2a2066", "#c2478a", middle="#61308a"), halo(800, 640, 760, "#7fe3f0", .35),
        [heart(x, 230, 90, CORAL) for x in (260, 380, 500)], [rect(x + 30 * i, y + 30 * j, 30, 30, c)
            for x, y, c, cells in ((1080, 190, "#8be0b4", ((0, 0), (1, 0), (2, 0), (1, 1))),
                (1290, 260, YELLOW, ((0, 0), (0, 1), (1, 1), (1, 2)))) for i, j in cells],
        stars("game", 26, 20, 1100),
        stroke("M800 470C800 340 860 330 800 240C760 170 800 100 800 -20", INK, 22),
        shadow(800, 1070, 560, 50, .8), rect(520, 410, 170, 90, "#cfd4ea", 30),
        rect(910, 410, 170, 90, "#aeb6d6", 30),
        lit(shape(body, WHITE), shape("M1150 440C1260 600 1240 860 1160 1040L1400 1040L1400 440Z", "#cfd4ea")),
        rect(690, 540, 220, 120, "#e3e6f3", 24), circle(800, 600, 36, VIOLET), gloss(788, 588, 10, 8),
        rect(440, 570, 60, 180, INK, 14), rect(380, 630, 180, 60, INK, 14),
        [[circle(x, y, 42, dark(c, .25)), circle(x, y - 6, 40, c), gloss(x - 12, y - 20, 10, 6)]
            for x, y, c in ((1130, 570, YELLOW), (1130, 730, "#4fc48a"), (1050, 650, BLUE), (1210, 650, CORAL))],
        [[circle(x, 770, 76, "#cfd4ea"), circle(x, 764, 60, INK), circle(x, 756, 44, SLATE)]
            for x in (640, 960)],
    ]


@scene
def prom():
    skin_one, skin_two = SKINS[2], SKINS[0]
    return [
        backdrop("#33246b", "#d9739a", middle="#7c3f8a"),
        [[line([(x, 0), (x, y)], WHITE, 4, opacity=.5), star(x, y, r, YELLOW)]
            for x, y, r in ((140, 260, 44), (330, 160, 34), (520, 230, 40), (1080, 200, 36), (1270, 280, 46),
                (1460, 170, 38))], halo(800, 520, 640, "#ffe2b8", .7),
        polygon([(800, -100), (320, 1200), (1280, 1200)], "#ffe9b8", opacity=.2),
        rect(0, 1030, 1600, 170, fade("#4b2f7a", "#33205c")), confetti("prom", 26, (YELLOW, PINK, WHITE), 340,
            1000, 40, 1560, 14), oval(800, 1100, 520, 70, "#ffe9b8", opacity=.3),
        shadow(800, 1110, 440, 40, .7),
        line([(630, 760), (610, 1090)], INK, 76), line([(700, 760), (720, 1090)], "#1a2040", 76),
        line([(590, 1100), (640, 1100)], INK, 34), line([(710, 1100), (760, 1100)], INK, 34),
        lit(shape("M540 470C580 420 740 420 780 470L760 800L560 800Z", "#2c3768"),
            shape("M690 420L700 800L820 800L820 420Z", "#1f2750")),
        polygon([(630, 430), (700, 430), (676, 600)], WHITE), polygon([(640, 450), (664, 462), (640, 480)],
            CORAL), polygon([(690, 450), (664, 462), (690, 480)], CORAL),
        rect(630, 380, 64, 66, dark(skin_one, .2), 16), circle(664, 310, 96, skin_one),
        shape("M566 320C540 170 790 170 764 310C730 250 690 240 620 256C590 270 574 300 566 320Z", INK),
        smile(672, 318, 92),
        lit(shape("M880 640C960 600 1000 620 1010 660C1060 820 1180 1000 1230 1110L760 1110"
                  "C800 960 850 780 880 640Z", CORAL),
              shape("M960 600C1020 760 1060 960 1060 1120L1300 1120L1300 600Z", dark(CORAL, .18)),
              [star(x, y, 12, WHITE, .3, 4, opacity=.8) for x, y in spread("dress", 14, 820, 760, 1160, 1080)]),
          shape("M860 470C900 440 980 440 1020 470L1010 670L880 670Z", CORAL),
          shape("M960 446L1000 460L1010 670L950 670Z", dark(CORAL, .18)), rect(876, 640, 140, 34, YELLOW, 10),
          rect(910, 390, 60, 80, dark(skin_two, .15), 16),
          shape("M840 320C820 180 1060 170 1044 330C1060 420 1050 480 1000 520L1000 380Z", "#7a3b26"),
          circle(934, 320, 92, skin_two), shape("M842 320C820 190 1040 180 1028 320C1000 260 940 244 880 280Z",
              "#7a3b26"),
        smile(926, 326, 88), circle(1000, 250, 26, PINK), circle(1000, 250, 10, YELLOW),
        limb([(760, 490), (840, 590), (900, 640)], "#2c3768", 60), limb([(870, 480), (800, 520), (740, 470)],
            skin_two, 44), limb([(560, 490), (470, 560), (520, 640)], "#2c3768", 60),
        circle(906, 646, 30, skin_one), 
    ]
