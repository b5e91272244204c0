"""The parts of SQL that is composed from values, by file: each row names expressions with their texts.

They are read from the sources where their form allows it; `text_of` fails where a text is no longer there.
"""

import re

from swift_statements import Unknown


SORT_KEY = "Shared/ServiceKit/Requests/SortKey.swift"


def text_of(source, *texts):
    """The texts as they stand in the file."""
    said = {"".join(part for part in literal.parts if isinstance(part, str)) for literal in source.literals}
    gone = [text for text in texts if text not in said]
    if gone:
        raise Unknown(f"{source.path} does not say {gone}; see {__name__}")
    return texts


def marks(columns):
    return ", ".join("?" for _ in columns.split(","))


def columns_of(source):
    """The list of `static let columns`, which stands as one text or as an array of texts."""
    found = re.search(r"static let columns = (?:\[([^\]]*)\]|\"\"\"(.*?)\"\"\")", source.text, re.S)
    return ", ".join(re.findall(r'"(\w+)"', found[1])) if found[1] else " ".join(found[2].split())


def arguments(source, call):
    """The texts given to each use of an initializer, by label; the first one has none."""
    for found in re.finditer(rf"\b{call}\(([^()]*)\)", source.text):
        given = dict(re.findall(r'(\w+): "([^"]*)"', found[1]))
        if first := re.match(r'\s*"([^"]*)"', found[1]):
            given[""] = first[1]
        if given:
            yield given


def purged(source, column):
    for table in arguments(source, "PurgedTable"):
        condition = f" AND {table['where']}" if "where" in table else ""
        order = f" ORDER BY {table['order']}" if "order" in table else ""
        row = {"name": table[""], "key": table["key"], "column": column, "rest": condition + order}
        selection = f"SELECT {row['key']} FROM {row['name']} WHERE {column} = ?{row['rest']} LIMIT ?"
        yield {**row, "selection(by: column)": selection}


def erased_tables(sources):
    """The tables that a person is deleted from, as the programs declare them."""
    erased = [
        {"name": table[""], "key": table["key"], "column": table.get("of", "person")}
        for source in sources.values()
        for table in arguments(source, "deleted")
        if "key" in table
    ]
    if len(erased) < 15:
        raise Unknown(f"PersonalTable.deleted(…) is said {len(erased)} times; see {__name__}")
    return erased


def copied_tables(sources, alerts, alert_columns):
    """The tables that a snapshot of another program replaces, as the programs declare them."""
    listed = [
        {"name": name, "columns": columns, "filter": f" WHERE {marked}" if marked else "", "stale": "is_stale = 1"}
        for source in sources.values()
        for name, columns, marked in re.findall(
            r'\bCopiedTable\("(\w+)", "([^"]*)"(?:, marking: "([^"]*)")?\)', source.text)
    ]
    (absent,) = {found for source in sources.values() for found in re.findall(
        r'alerts\(of: planner, marking: "([^"]*)"\)', source.text)}
    for limit in (*text_of(alerts, "ended_at IS NULL AND is_snoozed = 0 AND at > ?"), absent):
        listed.append(
            {
                "name": "alert",
                "columns": alert_columns,
                "filter": f" WHERE program = ? AND {limit}",
                "stale": "program = ? AND is_stale = 1",
            }
        )
    if len(listed) != 16:
        raise Unknown(f"CopiedTable is said {len(listed)} times; see {__name__}")
    return listed


def text_indexes(sources):
    """The indexes of the search, as the programs declare them."""
    names = [name for source in sources.values() for name in re.findall(r'\bTextIndex\("(\w+)"\)', source.text)]
    if len(names) != 3:
        raise Unknown(f"TextIndex is said {len(names)} times; see {__name__}")
    return [{"index.name": name, "name": name} for name in names]


def orders(keys, source, *columns):
    """The orders of a list, in both directions."""
    return [
        {"column": column, "isAfter": is_after, "way": way}
        for column in text_of(source, *columns)
        for is_after, way in zip(text_of(keys, "<", ">"), text_of(keys, "DESC", "ASC"))
    ]


def orders_of_rooms(source):
    """The orders of a list of all rooms, in both directions."""
    firsts = text_of(source, "(SELECT count(*) FROM member WHERE member.room = room.id)", "room.opened_at")
    last = list(text_of(source, "room.dorm", "room.number"))
    return [
        {
            "place": ", ".join(columns), "order.isAfter": is_after, "marks": ", ".join("?" for _ in columns),
            "sorting": ", ".join(f"{column} {way}" for column in columns),
        }
        for columns in (last, *([first, *last] for first in firsts))
        for is_after, way in zip(text_of(source, "<", ">"), text_of(source, "DESC", "ASC"))
    ]


def circles_of(source):
    """The circles that share events: rooms and courses."""
    text_of(source, "room", "course", "membership", "roster")
    return [{"circle.column": column, "circle.table": table}
            for column, table in (("room", "membership"), ("course", "roster"))]


def composed(sources):
    def at(program, name):
        """The path of a program's file, whichever of its folders it is in."""
        folder, file = f"Services/{program}/", f"/{name}.swift"
        found = [path for path in sources if path.startswith(folder) and path.endswith(file)]
        if len(found) != 1:
            raise Unknown(f"{name}.swift of {program} is {found or 'gone'}; see {__name__}")
        return found[0]

    def file(program, name):
        return sources[at(program, name)]

    circles = circles_of(file("events", "EventCircle"))
    listing = file("events", "EventListing")
    rests = re.findall(r'visible\(\s*list, "([^"]*)"', listing.text)
    if len(rests) != listing.text.count("try visible(") or not rests:
        raise Unknown(f"{listing.path}: the conditions of visible(…); see {__name__}")
    lists = list(arguments(file("events", "ListOrder"), "ListTable"))
    people, invites, keys = file("auth", "PeopleStore"), file("auth", "InviteStore"), sources[SORT_KEY]
    lines = {"to_do": at("events", "ToDoStore"), "budget_line": at("events", "BudgetStore")}
    if {table["name"] for table in lists} != set(lines):
        raise Unknown(f"the tables of lines are not {list(lines)}; see {__name__}")
    order = text_of(file("events", "ListOrder"), "ASC", "DESC")
    event = columns_of(file("events", "EventRow"))
    text_of(file("roomhub", "PersonHandlers"), "added_by", "completed_by")
    advised = file("attendance", "PersonHandlers")
    text_of(advised, "record", "checkin, person", "mark", "id", "former", "course, person", "expected")
    cleared = text_of(advised, "adviser = NULL", "adviser = NULL, adviser_email = NULL")
    text_of(file("events", "ToDoStore"), "done_by", "assignee")
    rooms = list(purged(file("roomhub", "RoomPurge"), "room"))
    erased = erased_tables(sources)
    sweeps = list(arguments(file("notifier", "NotifierUpkeep"), "Sweep"))
    listed = copied_tables(sources, file("notifier", "Planning"), columns_of(file("notifier", "AlertRow")))
    return {
        "Shared/Store/TextIndex.swift": text_indexes(sources), "Shared/ServiceKit/Requests/PersonalTable.swift": erased,
        "Shared/ServiceKit/Streams/CopiedTable.swift": listed,
        **{
            at("events", name): circles
            for name in ("EventCircle", "EventMembership", "EventSearch", "FeedStore", "ImportStore")
        },
        listing.path: [{**row, "rest": rest} for row in circles for rest in rests],
        at("attendance", "PersonHandlers"): [
            {"table": "record", "key": "checkin, person"}, {"table": "mark", "key": "id"}],
        at("attendance", "FormerEntries"): [
            {"table": table, "key": key, "cleared": text}
            for table, key, text in zip(("former", "expected"), ("course, person", "id"), cleared)],
        people.path: orders(keys, people, "sort_name", "email", "signed_up_at", "coalesce(last_seen_at, 0)"),
        invites.path: orders(keys, invites, "created_at", "code", "used", "expires_at"),
        at("roomhub", "RoomStore"): orders_of_rooms(file("roomhub", "RoomKey")),
        at("events", "EventStore"): [{"marks": marks(event)}],
        at("events", "ListLine"): [
            {"Line.table.name": name, "Line.allColumns": columns, "Line.marks": marks(columns)}
            for name, path in lines.items()
            for columns in [columns_of(sources[path])]
        ],
        at("events", "ListOrder"): [
            {"table.name": table["name"], "table.counts": table["counts"], "rest": rest}
            for table in lists
            for rest in order
        ],
        at("events", "ToDoStore"): [{"column": "done_by"}, {"column": "assignee"}],
        at("notifier", "DeliveryLeases"): [{"marks": "?, ?", "hostMarks": "?, ?"}],
        at("notifier", "NotifierUpkeep"): [
            {"sweep.table": row["table"], "sweep.column": row["column"], "sweep.key": row.get("key", "id")}
            for row in sweeps
        ],
        at("roomhub", "PersonHandlers"): [{"column.rawValue": "added_by"}, {"column.rawValue": "completed_by"}],
        at("roomhub", "RoomPurge"): rooms,
        at("roomhub", "TaskStore"): [{"Self.noDue": str(2**63 - 1)}],
    }
