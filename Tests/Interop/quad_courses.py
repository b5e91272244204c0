"""Courses and their rosters, as staff keep them."""

from quad_events import add, ask, try_add
from quad_site import wait_until


def teacher(site, name="tess", roles=("staff",)):
    """A person with a site role; gaining it ends the first session."""
    person = site.sign_up(name)
    site.set_roles(person["person"], list(roles))
    return person | {"token": site.sign_in(name)}


def named(person):
    """A `Person` of `people.py` as these functions take them."""
    return {"person": person.id, "token": person.token}


def make(site, person, name="Statistics", **members):
    answer = ask(site, person, "POST", "/v1/courses", {"name": name, **members})
    assert answer.status == 201, answer.body
    return answer.json


def get(site, person, course):
    return ask(site, person, "GET", f"/v1/courses/{course['id']}")


def edit(site, person, course, headers=None, **members):
    body = {"version": course["version"], **members}
    return ask(site, person, "PATCH", f"/v1/courses/{course['id']}", body, headers)


def delete(site, person, course):
    return ask(site, person, "DELETE", f"/v1/courses/{course['id']}")


def roster(site, person, course, query=""):
    return ask(site, person, "GET", f"/v1/courses/{course['id']}/roster{query}")


def place(course, who):
    return f"/v1/courses/{course['id']}/roster/{who['person']}"


def enroll(site, person, course, who, role="student"):
    """Enrolls a person, once attendance has received their account."""
    def entry():
        answer = ask(site, person, "PUT", place(course, who), {"role": role})
        return answer.json if answer.status == 200 else None

    return wait_until(entry, "attendance knows who it is")


def remove(site, person, course, who):
    return ask(site, person, "DELETE", place(course, who))


def names(site, person, query=""):
    return [course["name"] for course in ask(site, person, "GET", f"/v1/courses{query}").json["items"]]


def share(site, person, course, title="Midterm", **members):
    """An event for the course, once events has received its roster."""
    sharing = {"visibility": "course", "course": course["id"]}
    wait_until(lambda: try_add(site, person, "Probe", **sharing).status == 201, "events knows the roster")
    return add(site, person, title, **sharing, **members)
