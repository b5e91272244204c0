"""The looks of the pages of first aid: part of `LOOKS`."""


def aid_looks(look, press):
    """`look` makes a look, `press` a press of a button, as in quad_looks.py."""
    return [
        look("admin first aid", "/admin/guide", "warden"),
        look("admin first aid, review", "/admin/guide", "warden",
             then=press("Record review: Choking", "Qualification")),
        look("admin AEDs", "/admin/aeds", "warden"),
        look("admin AEDs, new", "/admin/aeds", "warden", then=press("Add AED", "Where exactly, in German")),
        look("admin crisis alerts", "/admin/crisis-alerts", "warden"),
        look("first aid", "/aid"),
        look("first aid, signed in", "/aid", "wanda"),
        look("training", "/aid/training", "wanda"),
        look("quiz", "/aid/training/quiz"),
        look("quiz, no answer", "/aid/training/quiz", "wanda", then=press("Check answer", "Choose an answer.")),
        look("first aid, choking", "/aid/:topic", path="/aid/choking"),
        look("learn more", "/aid/learn"),
        look("article", "/aid/learn/:item", path="/aid/learn/gasping"),
        look("sources", "/aid/sources"),
        look("alert to help", "/aid/help/:id", "winthrop", "/aid/help/{crisis}"),
        look("emergency", "/crisis"),
        look("emergency, call", "/crisis", "wanda", then=press("Next", "Put the phone on speaker.")),
    ]
