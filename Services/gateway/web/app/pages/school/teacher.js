// A teacher of the school: how to reach them if they are in the directory, and all classes they teach.

import { Problem, get } from "../../api.js";
import { classesOf } from "../../components/classoptions.js";
import { contactRow } from "../../components/contactrow.js";
import { dotted, shortName, typedName } from "../../components/coursepieces.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { linkRow, rowGroup } from "../../components/rows.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { emoji, fill, h } from "../../dom.js";
import { words } from "../../words/words.js";

const topics = /^campus\.(class|contact)\.changed$|^reset$/;

/** The page at /school/teachers?name=: classes have the names of teachers without an account, too. */
export function teacherPage() {
  const name = new URLSearchParams(location.search).get("name") ?? "";
  const place = h("div", { class: "stack" }, skeleton(3));
  let isOver = false;
  const load = async () => {
    try {
      const [classes, contacts] = await Promise.all([taughtBy(name), contactsNamed(name)]);
      if (!isOver) fill(place, partsOf(name, classes, contacts));
    } catch (problem) {
      if (!isOver) fill(place, failed(problem, load));
    }
  };
  load();
  return {
    name: "teacher", tab: "school", title: words.teacher.title, parent: "/school",
    body: [schoolTabs("contacts"), place],
    onEvent: (topic) => { if (topics.test(topic)) load(); },
    stop: () => { isOver = true; },
  };
}

async function taughtBy(name) {
  if (!name) return [];
  return (await classesOf({ query: name })).filter(({ teacher }) => teacher?.name === name);
}

// The classes are shown without the directory, too.
async function contactsNamed(name) {
  try {
    return (await get("/v1/school/contacts")).items.filter((one) => one.name === name);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return [];
  }
}

function partsOf(name, classes, contacts) {
  const text = words.teacher;
  if (classes.length === 0 && contacts.length === 0) {
    return empty("🧭", text.gone, text.goneText,
      h("a", { class: "button", href: "/school/contacts" }, words.contacts.title));
  }
  return [
    contacts.length > 0 ? h("ul", { class: "list" }, contacts.map(contactRow))
      : h("article", { class: "card course-card" }, h("span", { class: "course-sign" }, emoji("🧑‍🏫")),
        h("div", { class: "course-words" }, h("h2", {}, typedName(name)))),
    rowGroup(text.classes, classes.map((one) => linkRow({ href: `/school/classes/${one.id}`, sign: "🏫",
      title: typedName(one.name), note: noteOf(one) }))),
  ];
}

function noteOf({ code, grades, blocks, room }) {
  const text = words.schoolClass;
  return dotted([code && shortName(code), text.grades(grades), text.blocks(blocks),
    room && shortName(words.contacts.room(room))]);
}
