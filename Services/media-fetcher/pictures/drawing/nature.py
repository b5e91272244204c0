"""Seasons, weather and the outdoors."""

from drawing.pen import *
from drawing.scenery import *


@scene
def winter():
    body = [lit(circle(x, y, r, WHITE), circle(x - r * .3, y - r * .25, r * 1.05, WHITE),
            oval(x + r * .6, y + r * .3, r * .6, r * .95, "#c9d3ea", 20, opacity=.8))
            for x, y, r in ((800, 900, 210), (800, 640, 155), (800, 440, 118))]
    return [
        backdrop("#6aa9dc", "#e9f4fb"), halo(800, 500, 800, WHITE, .6), hills(860, 40, "#d9e6f5", "w1"),
        hills(940, 30, "#eef5fc", "w2"),
        [pine(x, y, h, "#3d7d73", WHITE) for x, y, h in ((170, 930, 380), (360, 950, 260), (1260, 940, 300),
                (1440, 930, 420))], hills(1050, 20, WHITE, "w3", 2),
        [circle(x, y, r, WHITE) for (x, y), r in zip(spread("snow", 54, 20, 20, 1580, 1180), (6, 9, 12) * 18)],
        shadow(800, 1090, 340, 40, .4), stroke("M668 640L520 560L440 470M520 560L440 580", BARK, 16),
        stroke("M932 640L1080 560L1160 460M1080 560L1170 570", BARK, 16), body,
        [circle(800, y, 16, INK) for y in (620, 690, 850, 930)], circle(762, 410, 15, INK),
        circle(838, 410, 15, INK), shape("M796 440L930 470L796 474Z", AMBER),
        stroke("M750 490Q800 530 850 490", INK, 9),
        shape("M690 530Q800 590 910 530L916 580Q800 640 684 580Z", CORAL),
        shape("M860 570L930 560L950 740L880 750Z", dark(CORAL, .15)),
        [line([(884 + i * 18, 750), (886 + i * 18, 776)], dark(CORAL, .15), 9) for i in range(4)],
        lit(rect(720, 180, 160, 170, INK, 14), rect(720, 296, 160, 40, CORAL)),
        rect(664, 326, 272, 32, INK, 16),
    ]


@scene
def skiing():
    ski = [group(rect(-330, -13, 660, 26, color, 13), move=at, turn=24)
        for at, color in (((800, 946), BERRY), ((840, 900), YELLOW))]
    return [
        backdrop("#4e9ad8", "#d9eefa"), disc(1300, 230, 110, "#fff0bd"),
        peak(300, 800, 900, 560, "#8aa5d6", WHITE), peak(1240, 1180, 1500, 840, "#7d99ce", WHITE),
        polygon([(0, 620), (1600, 1130), (1600, 1200), (0, 1200)], "#f4f9ff"),
        polygon([(0, 860), (1600, 1400), (0, 1400)], "#dfeaf8"), [pine(x, y, h, "#37796d", WHITE)
            for x, y, h in ((120, 690, 300), (300, 740, 220), (1400, 1090, 340), (1540, 1130, 240))],
        [circle(x, y, r, WHITE) for x, y, r in ((430, 800, 60), (500, 840, 76), (400, 850, 50), (340, 800, 40),
                (560, 900, 52), (460, 760, 34))],
        ski, stroke("M840 640L700 760L840 930", NAVY, 84), stroke("M870 650L790 770L880 890", DEEP, 84),
        line([(1080, 500), (1000, 940)], INK, 11), line([(560, 520), (380, 640)], INK, 11),
        shape("M800 420C880 390 960 440 950 520L900 690L760 680C740 580 740 470 800 420Z", CORAL),
        shape("M890 410C970 440 960 520 900 690L840 690C900 600 920 500 890 410Z", dark(CORAL, .2)),
        limb([(900, 480), (990, 560), (1070, 540)], CORAL, 58), limb([(800, 480), (680, 560), (570, 530)],
            dark(CORAL, .12), 58), circle(1072, 540, 32, INK), circle(566, 530, 32, INK),
        circle(940, 340, 92, SKINS[0]), shape("M846 350C830 220 1040 200 1034 330L950 310Z", YELLOW),
        circle(930, 226, 30, WHITE), lit(rect(900, 316, 150, 64, INK, 30),
            rect(930, 326, 100, 22, "#8fd6ee", 10)), shape("M860 400Q930 460 1010 420L980 460Q920 490 850 450Z",
            TEAL),
        [circle(x, y, 8, WHITE) for x, y in spread("ski", 30, 20, 20, 1580, 900)],
    ]


@scene
def beach():
    panels = [shape(f"M800 300C{a} 320 {b} 470 {c} 640Q{(c + d) / 2} 590 {d} 640C{e} 470 {f} 320 800 300Z",
            color) for a, b, c, d, e, f, color in (
        (560, 400, 360, 520, 540, 680, CORAL), (680, 540, 520, 690, 700, 750, WHITE),
        (750, 700, 690, 910, 900, 850, CORAL), (850, 900, 910, 1080, 1060, 920, WHITE),
        (920, 1060, 1080, 1240, 1200, 1040, dark(CORAL, .15)))]
    return [
        backdrop("#7fcdea", "#e8f6f4"), disc(1320, 230, 120, "#ffe08a"), cloud(250, 260, 340),
        sea(520, SEA, "beach", 14, 830), rect(0, 790, 1600, 410, fade("#f8dfae", "#eec68a")),
        shape("M-20 800Q200 750 420 800T860 800T1300 800T1640 790L1640 840Q1400 880 1180 840T740 840T300 840"
              "T-20 850Z", WHITE, opacity=.8), group(polygon([(0, 0), (-90, 0), (-8, -150)], WHITE),
              polygon([(8, -170), (8, 0), (100, 0)], CORAL), shape("M-110 12L120 12L90 60L-80 60Z", NAVY),
              move=(310, 620)),
        shadow(760, 1060, 560, 60, .5),
        group(polygon([(-280, 0), (160, -60), (330, 40), (-110, 120)], "#3b8f92"),
            polygon([(-170, -14), (-90, -24), (60, 90), (-20, 104)], WHITE),
            polygon([(20, -40), (90, -50), (250, 54), (170, 68)], WHITE), move=(560, 970)),
        group(panels, rect(790, 560, 20, 520, WOOD), polygon([(792, 262), (808, 262), (804, 310), (796, 310)],
                WOOD), move=(0, 0)), [panels],
        ball(1120, 990, 110, WHITE), within(circle(1120, 990, 110, WHITE),
            shape("M1120 990L1000 930L1060 860Z", CORAL), shape("M1120 990L1120 860L1240 900Z", YELLOW),
            shape("M1120 990L1250 1000L1190 1110Z", BLUE), shape("M1120 990L1090 1120L1000 1050Z", TEAL)),
        circle(1120, 990, 18, WHITE), gloss(1080, 930, 24, 14, -40),
        star(330, 1090, 52, AMBER, .5), oval(1380, 1090, 60, 34, "#fbe9d0"),
        [line([(1380, 1120), (1380 + i * 22, 1066)], "#e2b48d", 6) for i in (-2, -1, 0, 1, 2)],
    ]


@scene
def mountains():
    return [
        backdrop("#f7a37f", "#fff0c9", middle="#fccf9e"), disc(1010, 400, 150, "#fff3c4"),
        peak(1260, 860, 1000, 520, "#8f7fbf", "#fdeee6"), peak(330, 860, 960, 480, "#9d8cc7", "#fdeee6"),
        peak(780, 880, 1120, 700, "#6a63a8", WHITE), hills(830, 26, "#4b7f86", "mt"),
        [pine(x, y, h, "#35686c") for x, y, h in ((80, 890, 220), (220, 880, 180), (1400, 880, 220),
                (1530, 890, 190), (330, 890, 140), (1290, 890, 140))],
        rect(0, 880, 1600, 320, fade("#79b3c9", "#3c6f9a")), within(rect(0, 880, 1600, 320, WHITE),
            polygon([(780, 1190), (330, 880), (1230, 880)], "#5a5d9f", opacity=.55),
            polygon([(780, 1190), (690, 1100), (870, 1100)], WHITE, opacity=.5)),
        [line([(x - w, y), (x + w, y)], WHITE, 7, opacity=.4)
            for x, y, w in ((300, 960, 90), (1220, 990, 120), (820, 1000, 60), (520, 1080, 110), (1080, 1110, 90))],
        hills(1160, 26, "#2c5a5a", "mt2"),
    ]


@scene
def camping():
    return [
        backdrop("#14204f", "#41678f", middle="#27457a"), stars("camp", 60, 10, 700),
        disc(310, 250, 90, "#fff0c9"), hills(760, 60, "#23406a", "c1"),
        [pine(x, y, h, "#1f4f58") for x, y, h in ((90, 930, 480), (270, 930, 380), (1280, 930, 400),
                (1460, 930, 520), (430, 930, 280))], hills(950, 24, "#27615a", "c2"),
        rect(0, 1000, 1600, 200, "#1f5049"),
        halo(1130, 960, 520, AMBER, .75), halo(650, 820, 420, YELLOW, .25), shadow(680, 1040, 520, 40, .6),
        lit(polygon([(640, 470), (220, 1030), (1060, 1030)], CORAL, r=8),
            polygon([(640, 470), (800, 1040), (1100, 1040)], dark(CORAL, .2)),
            line([(640, 470), (430, 1040)], light(CORAL, .3), 8)),
        lit(polygon([(640, 560), (520, 1036), (790, 1036)], "#ffe08a"),
            polygon([(640, 560), (640, 1036), (800, 1036)], AMBER, opacity=.5)),
        polygon([(640, 560), (560, 1036), (500, 1036)], "#b94840"), line([(640, 470), (640, 420)], BROWN, 12),
        polygon([(644, 420), (720, 444), (644, 468)], YELLOW),
        flame(1130, 1050, 240), flame(1085, 1050, 130), flame(1180, 1050, 120),
        line([(1040, 1060), (1220, 1020)], BROWN, 34), line([(1040, 1020), (1220, 1060)], BARK, 34),
        [circle(x, y, 6, YELLOW) for x, y in ((1090, 760), (1160, 720), (1120, 650), (1190, 800))],
        [oval(x, 1084, 34, 20, SLATE) for x in (1000, 1066, 1132, 1198, 1262)],
    ]


@scene
def forest():
    layers = []
    for y, h, color, xs in ((760, 520, "#a9d3b4", range(-20, 1640, 150)),
        (890, 620, "#74b394", range(50, 1640, 190)), (1010, 640, "#418a72", (60, 250, 1340, 1550))):
        layers += [pine(x, y, h + (x * 37) % 120 - 60, color) for x in xs] + [rect(0, y - 70, 1600, 500,
                fade(color, light(color, .3)))]
    return [
        backdrop("#fbe6b4", "#e2f0cf"), disc(800, 330, 150, WHITE, 3, .3), layers,
        hills(1030, 20, "#5fa467", "fo"),
        shape("M740 900C790 960 640 1010 560 1200L1100 1200C960 1040 880 980 850 900Z", SAND),
        
        [[rect(x - 14, y - 44, 28, 50, CREAM, 12),
                shape(f"M{x - 56} {y - 36}C{x - 50} {y - 110} {x + 50} {y - 110} {x + 56} {y - 36}Z", RED),
                circle(x - 20, y - 64, 9, WHITE), circle(x + 18, y - 72, 8, WHITE)]
                    for x, y in ((360, 1130), (450, 1160), (1230, 1140))],
        [pine(x, 1180, h, PINE) for x, h in ((60, 900), (1550, 940))],
    ]


@scene
def spring():
    def tulip(x, y, s, color, lean=0):
        return group(stroke("M0 0C10 -120 -10 -240 0 -360", GREEN, 22),
            shape("M0 0C-110 -60 -130 -190 -110 -260C-60 -200 -10 -120 0 0Z", GREEN),
            shape("M0 0C100 -40 130 -150 120 -220C60 -180 10 -100 0 0Z", "#4c9150"),
                     lit(shape("M-100 -520C-110 -400 -80 -340 0 -336C80 -340 110 -400 100 -520L50 -450L0 -550"
                               "L-50 -450Z", color), shape("M0 -560C60 -460 60 -380 20 -330L130 -330L130 -560Z",
                               dark(color, .18)), shape("M-50 -450L0 -550L50 -450C40 -390 20 -350 0 -336"
                                                        "C-20 -350 -40 -390 -50 -450Z", light(color, .18))),
                     move=(x, y), scale=s, turn=lean)
    return [
        backdrop("#8fd6ef", "#fdf6d6"), disc(1290, 240, 110, "#ffe27a"), cloud(290, 280, 360),
        hills(930, 40, "#cbe391", "sp"), hills(1030, 30, LEAF, "sp2"),
        [tulip(x, y, s, color, lean) for x, y, s, color, lean in ((250, 1120, .9, YELLOW, -6),
                (1340, 1130, .95, PINK, 6), (470, 1150, 1.15, VIOLET, -4), (1120, 1150, 1.15, YELLOW, 4),
                (640, 1180, 1.4, PINK, -3), (980, 1190, 1.35, RED, 5), (800, 1210, 1.65, CORAL, 0))],
        hills(1180, 14, GREEN, "sp3", 4),
        group(shape("M0 0C-60 -90 -160 -80 -140 -10C-130 40 -50 30 0 0Z", AMBER),
            shape("M0 0C60 -90 160 -80 140 -10C130 40 50 30 0 0Z", YELLOW),
            shape("M0 10C-40 40 -90 60 -80 100C-60 120 -10 80 0 20Z", YELLOW),
            shape("M0 10C40 40 90 60 80 100C60 120 10 80 0 20Z", AMBER), oval(0, 16, 10, 60, INK),
            move=(470, 400), turn=16, scale=.9),
    ]


@scene
def autumn():
    crown = [circle(x, y, r, color) for x, y, r, color in ((600, 520, 190, "#d9622e"),
            (1000, 520, 190, "#c0492c"), (800, 360, 230, AMBER), (640, 640, 150, AMBER),
            (960, 640, 150, "#d9622e"), (800, 560, 210, "#ee8a33"), (690, 440, 120, "#f6b04a"),
            (830, 300, 130, YELLOW), (930, 430, 110, "#f39a3a"), (560, 560, 100, "#e87a36"),
            (1040, 580, 100, "#d9622e"))]
    return [
        backdrop("#f9cf8d", "#fff1d2"), halo(800, 480, 800, WHITE, .6), hills(880, 50, "#e2a653", "au"),
        hills(960, 30, "#cc7f3a", "au2"), tree(190, 930, 380, "#d9622e"), tree(1440, 930, 420, "#e59a37"),
        shadow(800, 1040, 480, 46, .5),
        shape("M720 1050C770 960 766 760 740 640L800 700L870 620C836 760 830 960 890 1050Z", BROWN),
        shape("M800 700L870 620C836 760 830 960 890 1050L820 1050Z", BARK, opacity=.5), crown,
        stroke("M800 780L800 560M800 680L700 580M800 640L900 540", BROWN, 20, opacity=.5),
        [leafage(x, y, 84, color, turn) for (x, y), color,
            turn in zip(spread("leaves", 40, 60, 180, 1540, 1170), (CORAL, AMBER, RED, "#b5512c", YELLOW) * 8,
                range(0, 2700, 67)) if y > 900 or abs(x - 800) > 460],
    ]


@scene
def summer():
    petals = [group(shape("M0 -170C-70 -250 -60 -350 0 -420C60 -350 70 -250 0 -170Z", color),
            turn=360 / 18 * i + off) for off, color in ((10, AMBER), (0, YELLOW)) for i in range(18)]
    return [
        backdrop("#58b4e6", "#fdf2c8"), disc(300, 260, 130, "#fff0b0", 3), cloud(1330, 260, 340),
        hills(960, 40, "#d9cf62", "su"), hills(1060, 24, GREEN, "su2"),
        stroke("M800 600C820 800 780 1000 800 1240", "#4c9150", 44), leafage(800, 1090, 380, GREEN, 62),
        leafage(800, 1000, 340, GREEN, -66),
        [group(petals, circle(0, 0, 170, BROWN), move=(x, y), scale=s)
            for x, y, s in ((230, 930, .34), (1390, 900, .4))], group(petals, circle(0, 0, 190, "#6b3d28"),
            circle(0, 0, 150, BROWN), [circle(*p, 11, "#5a3425") for r, n in ((40, 6), (85, 12), (128, 18))
                for p in around(0, 0, r, n)], move=(800, 540)),
        group(oval(-10, -40, 60, 30, WHITE, -30, opacity=.8), oval(40, -40, 60, 30, WHITE, 30, opacity=.8),
            lit(oval(0, 0, 70, 46, YELLOW), [rect(px, -60, 20, 120, INK) for px in (-30, 10, 48)]),
            circle(-66, 0, 26, INK), move=(1230, 430), turn=-10),
    ]


@scene
def rainy_day():
    drops = [line([(x, y), (x - 22, y + 74)], "#d9efff", 13, opacity=.8)
        for x, y in spread("rain", 76, 30, 20, 1580, 1040) if not (260 < x < 1350 and 300 < y < 1000)]
    gores = [(270, 470, CORAL), (470, 680, YELLOW), (680, 920, CORAL), (920, 1130, YELLOW),
        (1130, 1330, dark(CORAL, .15))]
    canopy = [shape(f"M800 250Q{800 + (a - 800) * 1.02} {300 + abs(a - 800) * .1} {a} 660"
                    f"Q{(a + b) / 2} 580 {b} 660Q{800 + (b - 800) * 1.02} {300 + abs(b - 800) * .1} 800 250Z",
                    color) for a, b, color in gores]
    return [
        backdrop("#4a6291", "#a9bfd6"), cloud(330, 260, 520, "#8fa3c4"), cloud(1280, 230, 560, "#8fa3c4"),
        cloud(800, 160, 460, "#a9b9d3"), drops, rect(0, 1040, 1600, 160, fade("#6c82a8", "#50648c")),
        [oval(x, y, w, w * .16, "#a9c3de", opacity=.7) for x, y, w in ((340, 1130, 170), (1270, 1120, 200),
                (800, 1110, 240))], stroke("M800 300L800 960Q800 1060 712 1060Q640 1060 640 980", BROWN, 34),
        stroke("M800 300L800 960", WOOD, 10, opacity=.8), canopy, line([(800, 250), (800, 190)], BROWN, 26),
    ]
