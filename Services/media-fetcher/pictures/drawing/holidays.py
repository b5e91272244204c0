"""The feasts of the year."""

from drawing.pen import *
from drawing.scenery import *


@scene
def christmas():
    tiers = []
    for top, low, wide in ((230, 520, 210), (370, 720, 300), (530, 950, 400)):
        body = (f"M800 {top}L{800 + wide} {low - 26}Q{800 + wide * .5} {low + 46} 800 {low + 18}"
                f"Q{800 - wide * .5} {low + 46} {800 - wide} {low - 26}Z")
        tiers.insert(0, lit(shape(body, "#2f8560"), polygon([(800, top), (830, 1000), (1300, 1000)],
                    dark("#2f8560", .2))))
    chains = [curve(points, YELLOW, 9, opacity=.9) for points in (
        [(668, 420), (780, 480), (900, 420)], [(590, 610), (800, 680), (990, 590)],
        [(490, 850), (800, 920), (1090, 830)])]
    balls = [ball(x, y, r, color) for x, y, r, color in (
        (760, 392, 24, CORAL), (706, 520, 26, YELLOW), (872, 540, 28, CORAL), (800, 610, 24, "#7fc8e8"),
        (620, 720, 30, CORAL), (760, 760, 28, "#7fc8e8"), (930, 716, 30, YELLOW), (560, 890, 28, YELLOW),
        (700, 868, 30, BERRY), (880, 850, 30, CORAL), (1030, 886, 28, "#7fc8e8"), (1010, 770, 24, BERRY))]

    def gift(x, width, height, color, band):
        top = 1060 - height
        return [lit(rect(x, top, width, height, color, 8), rect(x + width * .7, top, width, height,
                    dark(color, .2)),
                    rect(x + width * .4, top, width * .2, height, band)),
                oval(x + width * .4, top - 14, 34, 18, band, 24), oval(x + width * .6, top - 14, 34, 18,
                    dark(band, .1), -24)]
    return [
        backdrop("#20305f", "#8e4a6f", middle="#4b3b74"), halo(800, 560, 760, "#ffd9a0", .55),
        stars("xmas", 46, 20, 900), rect(0, 1010, 1600, 190, fade("#f6f0ff", "#cdbfe6")),
        hills(1030, 16, "#ffffff", "x", 2),
        shadow(800, 1064, 520, 44, .4), rect(750, 930, 100, 130, BROWN), tiers, chains, balls,
        halo(800, 230, 150, YELLOW, .9), star(800, 226, 78, YELLOW), star(800, 226, 40, WHITE, opacity=.5),
        gift(400, 170, 130, CORAL, WHITE), gift(560, 120, 90, YELLOW, BERRY),
        gift(1030, 170, 160, "#4fa3b8", WHITE),
        [circle(x, y, 7, WHITE, opacity=.8) for x, y in spread("flakes", 40, 20, 20, 1580, 1180)],
    ]


@scene
def halloween():
    def rib(x, rx, color):
        return oval(x, 760, rx, 270, color)
    orange = "#f3852b"
    face = [polygon([(600, 640), (720, 660), (640, 740)], YELLOW, r=10),
        polygon([(1000, 640), (880, 660), (960, 740)], YELLOW, r=10),
            polygon([(800, 730), (770, 790), (830, 790)], YELLOW, r=8),
            shape("M540 820Q620 860 660 846L690 890L730 856Q800 870 870 856L910 890L940 846Q980 860 1060 820"
                  "Q1010 960 900 980L870 940L830 986Q800 990 770 986L730 940L700 980Q590 960 540 820Z", YELLOW)]

    def bat(x, y, s, turn):
        return group(shape("M0 0C-20 -30 -30 -34 -34 -50C-60 -44 -130 -60 -190 -10C-150 -16 -130 0 -124 24"
                           "C-100 4 -70 10 -62 36C-40 20 -16 30 0 60C16 30 40 20 62 36C70 10 100 4 124 24"
                           "C130 0 150 -16 190 -10C130 -60 60 -44 34 -50C30 -34 20 -30 0 0Z", "#22143f"),
                       move=(x, y), scale=s, turn=turn)
    return [
        backdrop("#2c1a57", "#e0683c", middle="#7a2f6b"), stars("hw", 40, 20, 500),
        disc(1130, 330, 190, "#ffe9b8"),
        bat(420, 260, .9, -10), bat(690, 160, .5, 12), bat(1200, 300, .75, 8),
        shape("M0 1200L0 330C40 420 90 470 210 450C120 500 90 520 96 620C140 560 200 560 260 590"
              "C160 610 110 680 110 800L130 1200Z", "#22143f"),
        hills(1000, 26, "#3c1f52", "hw", 3), shadow(800, 1040, 520, 60, .7), halo(800, 760, 640, AMBER, .5),
        shape("M770 500C760 440 720 420 740 370L830 380C830 430 850 450 850 500Z", "#5f8a3f"),
        rib(480, 160, dark(orange, .2)), rib(1120, 160, dark(orange, .32)), rib(600, 190, dark(orange, .08)),
        rib(1000, 190, dark(orange, .22)), rib(800, 210, orange), gloss(620, 580, 26, 60, 25, .3), face,
    ]


@scene
def easter():
    def egg(x, y, r, turn, color, *marks):
        outline = (
            f"M0 {-1.4 * r}C{.75 * r} {-1.4 * r} {r} {-.3 * r} {r} {.15 * r}"
            f"C{r} {.75 * r} {.55 * r} {1.1 * r} 0 {1.1 * r}"
            f"C{-.55 * r} {1.1 * r} {-r} {.75 * r} {-r} {.15 * r}C{-r} {-.3 * r} {-.75 * r}"
            f" {-1.4 * r} 0 {-1.4 * r}Z")
        return group(lit(shape(outline, color), *marks, shape(
            f"M{.5 * r} {-1.5 * r}C{.9 * r} {-.2 * r} {.6 * r} {.8 * r} {-.4 * r} {1.2 * r}"
            f"L{1.3 * r} {1.3 * r}L{1.3 * r} {-1.5 * r}Z",
            INK, opacity=.13), gloss(-.42 * r, -.7 * r, .12 * r, .24 * r, 20, .6)), move=(x, y), turn=turn)

    def zigzag(y, color):
        return line([(-240 + i * 48, y + (36 if i % 2 else 0)) for i in range(11)], color, 20)
    dots = [circle(x, y, 22, WHITE) for x, y in spread("egg", 16, -170, -220, 170, 190)]
    grass = [shape(f"M{x:.0f} 1200C{x + 6:.0f} {y + 80:.0f} {x + lean:.0f} {y + 40:.0f} {x + lean:.0f} {y:.0f}"
                   f"C{x + lean + 20:.0f} {y + 60:.0f} {x + 46:.0f} 1100 {x + 50:.0f} 1200Z", color)
             for i, x in enumerate(range(-20, 1620, 44))
             for y, lean, color in [(930 + (i * 71) % 110, (i * 37) % 90 - 40,
                     (LEAF, GREEN, "#4c9150")[i % 3])]]

    def flower(x, y, color):
        return [line([(x, y), (x + 10, y + 240)], GREEN, 10), [oval(px, py, 30, 30, color)
            for px, py in around(x, y, 34, 5)],
                circle(x, y, 20, YELLOW)]
    return [
        backdrop("#8fd3ec", "#fdf3cf"), halo(800, 500, 800, WHITE, .7), cloud(260, 270, 360),
        cloud(1360, 330, 340),
        hills(900, 40, "#c6e08a", "e1"), hills(990, 30, LEAF, "e2"), flower(190, 780, WHITE),
        flower(1430, 800, PINK), flower(1290, 900, WHITE),
        shadow(800, 1080, 620, 60, .4),
        egg(490, 800, 190, -12, TEAL, rect(-240, -110, 480, 60, WHITE), zigzag(-10, YELLOW),
            rect(-240, 80, 480, 40, WHITE)),
        egg(1110, 800, 190, 12, VIOLET, dots), egg(800, 720, 235, 0, CORAL, zigzag(-170, YELLOW),
            zigzag(-90, WHITE),
                                                   rect(-240, 0, 480, 44, YELLOW),
                                        [circle(x, 100, 24, WHITE) for x in range(-210, 240, 70)],
                                                   zigzag(160, WHITE)),
        within(rect(0, 0, 1600, 1200, WHITE), grass),
    ]


@scene
def fireworks():
    def burst(x, y, r, color, second, count=10):
        pieces = [halo(x, y, r * 1.3, color, .5)]
        for near, far in zip(around(x, y, r * .28, count), around(x, y, r, count)):
            pieces += [line([near, far], color, 12), circle(*far, 13, second)]
        for near, far in zip(around(x, y, r * .22, count // 2, -75), around(x, y, r * .6, count // 2, -75)):
            pieces += [line([near, far], second, 9)]
        return pieces
    towers = [(0, 880, 150), (130, 820, 120), (250, 920, 170), (400, 840, 110), (510, 900, 160),
        (960, 890, 150),
              (1090, 810, 120), (1200, 900, 160), (1340, 840, 110), (1440, 890, 170)]
    city = [rect(x, y, width, 400, "#191540") for x, y, width in towers] + [
        rect(x + 24 + 44 * column, y + 36 + 66 * row, 22, 32, AMBER) for x, y, width in towers
        for row in range(4) for column in range(int((width - 30) / 44)) if (x + row * 7 + column * 5) % 2]
    clock = [polygon([(700, 560), (800, 400), (900, 560)], "#5a4a9c"), rect(690, 560, 220, 700, "#3c3078"),
        rect(670, 550, 260, 26, "#5a4a9c"),
             rect(670, 800, 260, 22, "#5a4a9c"), halo(800, 690, 200, YELLOW, .5), circle(800, 690, 92, YELLOW),
             circle(800, 690, 78, CREAM),
             [circle(*p, 7, INK) for p in around(800, 690, 62, 4)],
             line([(800, 690), (800, 628)], INK, 12), line([(800, 690), (790, 640)], INK, 12),
             circle(800, 690, 10, CORAL)]
    return [
        backdrop("#141143", "#b1487f", middle="#4a2a78"),         burst(430, 400, 240, YELLOW, CORAL),
        burst(1180, 370, 260, "#7fe3f0", WHITE, 12), burst(800, 200, 160, PINK, YELLOW, 8),
        clock, city,
        rect(0, 1110, 1600, 90, "#120f35"),
    ]


@scene
def hanukkah():
    arms = [ring(800, 560, r, GOLD, 34) for r in (130, 240, 350, 460)]
    lights = []
    for i in range(9):
        x = 800 + (i - 4) * 112.5
        tall = 60 if i == 4 else 0
        lights += [halo(x, 300 - tall, 110, YELLOW, .8), rect(x - 16, 350 - tall, 32, 170, WHITE if i != 4
                else "#7fc8e8", 6),
                   rect(x + 2, 350 - tall, 14, 170, INK, opacity=.12), flame(x, 346 - tall, 96),
                   rect(x - 38, 510 - tall, 76, 50 + tall, GOLD, 10), rect(x - 38, 510 - tall, 76, 14,
                       "#ffe9ad", 7)]
    return [
        backdrop("#16306b", "#3f6fb5", middle="#25508f"), halo(800, 420, 900, "#ffd98a", .55),
        stars("hk", 30, 20, 700),
        rect(0, 990, 1600, 210, fade("#1b3a77", "#12234f")), shadow(800, 1050, 460, 50, .7),
        within(rect(0, 545, 1600, 600, WHITE), arms, ring(800, 556, 355, "#ffe9ad", 6),
            ring(800, 556, 135, "#ffe9ad", 6)),
        lit(rect(778, 500, 44, 500, GOLD), rect(804, 500, 30, 500, dark(GOLD, .25))),
        lit(shape("M560 1050C560 990 700 1000 770 960L830 960C900 1000 1040 990 1040 1050Z", GOLD),
            rect(840, 900, 300, 200, dark(GOLD, .2))),
        ball(800, 800, 46, GOLD), lights,
    ]


@scene
def ramadan():
    def lantern(x, y, s):
        glass = "M-120 -60L-80 -190L80 -190L120 -60L120 170L80 260L-80 260L-120 170Z"
        return group(
            line([(0, -700), (0, -330)], GOLD, 8), halo(0, 40, 420, YELLOW, .6), ring(0, -320, 26, GOLD, 12),
            shape("M-90 -190C-80 -260 -30 -270 0 -300C30 -270 80 -260 90 -190Z", CORAL),
            lit(shape(glass, "#ffdf8a"), oval(0, 80, 80, 130, WHITE, opacity=.7), flame(0, 170, 130),
                rect(-20 + 60, -200, 16, 500, CORAL, opacity=.9), rect(-56, -200, 16, 500, CORAL, opacity=.9)),
            stroke(glass, CORAL, 22), rect(-110, -206, 220, 34, BERRY, 10), rect(-134, -76, 268, 28, BERRY, 10),
            rect(-134, 156, 268, 28, BERRY, 10), rect(-100, 250, 200, 40, BERRY, 12),
            rect(-64, 290, 128, 26, CORAL, 10),
            move=(x, y), scale=s)

    def mosque(x, s):
        return group(rect(-190, 0, 380, 300, "#2b2f6f"),
            shape("M-150 0C-170 -130 -30 -150 0 -220C30 -150 170 -130 150 0Z", "#363b82"),
                     [[rect(px - 22, -230, 44, 600, "#2b2f6f"),
                             polygon([(px - 30, -230), (px, -310), (px + 30, -230)], "#363b82"),
                       rect(px - 32, -150, 64, 16, "#363b82")] for px in (-250, 250)],
                     [shape(f"M{px - 30} 200L{px - 30} 110Q{px} 60 {px + 30} 110L{px + 30} 200Z", YELLOW,
                             opacity=.85) for px in (-110, 0, 110)],
                     move=(x, 960), scale=s)
    moon = "M700 180A300 300 0 1 0 990 560A250 250 0 1 1 700 180Z"
    return [
        backdrop("#152458", "#7a5fae", middle="#39408c"), stars("rm", 56, 10, 860, CREAM),
        halo(680, 460, 620, YELLOW, .35),
        shape(moon, "#ffe2a0"), star(900, 330, 62, "#ffe2a0"),
        hills(1010, 26, "#3f3f8a", "rm", 3), mosque(480, .9), hills(1120, 20, "#23265e", "rm2", 3),
        lantern(1120, 640, 1.0),
        group(lantern(0, 0, .55), move=(230, 380)),
    ]


@scene
def diwali():
    def petals(x, y, r, count, color, wide, start=-90.0):
        return [group(shape(f"M0 0C{-wide} {-r * .4} {-wide * .7} {-r * .8} 0 {-r}"
                            f"C{wide * .7} {-r * .8} {wide} {-r * .4} 0 0Z", color),
                      move=(x, y), turn=360 / count * i + start + 90) for i in range(count)]
    rangoli = group(petals(0, 0, 640, 16, "#c23a78", 110), petals(0, 0, 560, 16, AMBER, 86, -79),
        petals(0, 0, 450, 16, "#3aa7a0", 80),
                    petals(0, 0, 360, 16, YELLOW, 60, -79), circle(0, 0, 250, BERRY),
                    [circle(*p, 20, WHITE) for p in around(0, 0, 610, 32, -84)], move=(800, 900),
                    scale=(1, .46))

    def diya(x, y, s):
        return group(
            halo(0, -210, 430, "#ffd36b", .8), shadow(0, 120, 300, 40, .6), flame(0, -60, 300),
            lit(shape("M-300 -70C-280 90 -140 130 0 130C140 130 280 90 300 -70C160 -20 -160 -20 -300 -70Z",
                    "#c8603a"),
                shape("M60 -60C120 20 90 100 40 140L320 140L320 -80Z", dark("#c8603a", .22)),
                [circle(px, 30 - abs(px) * .06, 15, YELLOW) for px in range(-200, 240, 80)],
                stroke("M-300 -56C-160 -4 160 -4 300 -56", YELLOW, 14)),
            oval(0, -54, 190, 22, "#5a2436", opacity=.8), move=(x, y), scale=s)
    return [
        backdrop("#2a1450", "#a33a62", middle="#5d2260"), halo(800, 520, 900, AMBER, .45),
        [[halo(x, y, 60, YELLOW, .8), circle(x, y, 9, CREAM)] for x, y in spread("dw", 26, 40, 40, 1560, 560)],
        rangoli, diya(800, 800, 1.05), diya(300, 960, .38), diya(1300, 960, .38), diya(560, 1090, .36),
        diya(1040, 1090, .36),
    ]


@scene
def thanksgiving():
    fan = []
    for i, turn in enumerate(range(-90, 91, 20)):
        color = (CORAL, AMBER, "#b5523a", YELLOW, "#8c3b3b")[i % 5]
        fan.append(group(lit(shape("M0 0C-70 -200 -90 -360 0 -440C90 -360 70 -200 0 0Z", color),
                             oval(0, -380, 60, 56, light(color, .4)), oval(0, -372, 30, 32, dark(color, .3))),
                         move=(800, 800), turn=turn))
    return [
        backdrop("#f6b36b", "#fde3b5"), disc(800, 560, 420, "#fff0cc", 1, .4), hills(930, 30, "#d98b45", "tg"),
        hills(1010, 26, "#b5632f", "tg2"),
        [leafage(x, y, 70, color, turn) for (x, y), color, turn in zip(
            spread("tgl", 14, 60, 100, 1540, 1120), (CORAL, AMBER, RED, "#c98a2e") * 4, range(0, 999, 67))
        if abs(x - 800) > 480],
        shadow(800, 1080, 420, 50, .5), fan, line([(740, 960), (720, 1066)], AMBER, 22),
        line([(860, 960), (880, 1066)], AMBER, 22),
        line([(680, 1076), (760, 1076)], AMBER, 22), line([(840, 1076), (920, 1076)], AMBER, 22),
        lit(circle(800, 800, 210, "#7d4a35"), oval(900, 860, 190, 220, dark("#7d4a35", .2)),
            oval(800, 900, 120, 130, "#a56a48")),
        lit(smooth([(720, 800), (716, 560), (800, 470), (884, 560), (880, 800)], "#8f5840"),
            rect(830, 450, 100, 400, dark("#8f5840", .15))),
        circle(762, 590, 34, WHITE), circle(838, 590, 34, WHITE), circle(768, 594, 17, INK),
        circle(832, 594, 17, INK),
        polygon([(764, 644), (836, 644), (800, 700)], YELLOW, r=8),
        smooth([(800, 690), (834, 740), (812, 800), (786, 750)], RED),
    ]
