"""The looks of School's schedule, news, classes and free time together: part of `LOOKS`."""

from people import NOBODY


def schoolday_looks(look):
    """`look` makes a look, as in quad_looks.py."""
    return [
        look("schedule", "/school/schedule", "wolfgang"),
        look("schedule, to edit", "/school/schedule/edit", "wolfgang"),
        look("class, of its teacher", "/school/classes/:id", "winthrop", "/school/classes/{school_class}"),
        look("teacher", "/school/teachers", "wolfgang", "/school/teachers?name=Winthrop%20Example"),
        look("teacher, in the directory", "/school/teachers", "wolfgang", "/school/teachers?name=Grace%20Hopper"),
        look("teacher, gone", "/school/teachers", "wolfgang", "/school/teachers?name=Nobody"),
        look("announcements", "/school/news/announcements", "winthrop"),
        look("news, gone", "/school/news/:id", "wolfgang", f"/school/news/{NOBODY}",
             refused=(404, f"/v1/school/news/{NOBODY}")),
        look("time together", "/school/together", "wanda"),
    ]
