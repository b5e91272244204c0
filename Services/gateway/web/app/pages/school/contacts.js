// Contacts of the school: emergency numbers first, then everybody by department. They open without a network.

import { Problem, get, send } from "../../api.js";
import { contactNote, contactRow, telephone } from "../../components/contactrow.js";
import { fold } from "../../components/fold.js";
import { field, form, toggle } from "../../components/form.js";
import { searchField } from "../../components/filters.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { toast } from "../../components/toast.js";
import { schoolTabs } from "../../components/schooltabs.js";
import { fill, h, icon } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { words } from "../../words/words.js";

/** The page at /school/contacts. */
export function contactsPage() {
  const text = words.contacts;
  const pinned = h("div", {});
  const list = h("div", { class: "stack" }, skeleton(4));
  const search = h("div", { class: "filters", role: "search", hidden: true });
  const said = h("p", { class: "spoken", role: "status" });
  let [isOver, items, query] = [false, [], ""];

  const load = async () => {
    try {
      ({ items } = await get("/v1/school/contacts"));
      if (!isOver) paint();
    } catch (problem) {
      if (!isOver) fill(list, failed(problem, load));
    }
  };
  const paint = () => {
    const others = items.filter(({ isEmergency }) => !isEmergency);
    const shown = others.filter((one) => matches(one, query));
    search.hidden = others.length === 0;
    fill(pinned, emergency(items.filter(({ isEmergency }) => isEmergency)));
    fill(list, items.length === 0 ? empty("📇", text.empty, text.emptyText)
      : others.length > 0 && shown.length === 0 ? empty("🔍", text.nothing, text.nothingText)
        : byDepartment(shown).map(([name, people]) => h("section", {},
          h("h2", { class: "group" }, name ?? text.general),
          h("ul", { class: "list" }, people.map(contactRow)))));
    keepFocus();
  };

  fill(search, searchField({ label: text.search, onsearch: (typed) => {
    query = typed;
    paint();
    fill(said, text.found(items.filter((one) => !one.isEmergency && matches(one, query)).length));
  } }));
  const own = h("div", {});
  const loadOwn = async () => {
    try {
      const found = await get("/v1/me/contact");
      if (!isOver) fill(own, found.isListed && ownNumber(found, loadOwn));
    } catch (problem) {
      // The directory works without it.
      if (!(problem instanceof Problem)) throw problem;
    }
  };

  load();
  loadOwn();
  return {
    name: "contacts", tab: "school", title: text.title, parent: "/school",
    body: [schoolTabs("contacts"), pinned, search, said, own, list],
    onEvent: (topic) => {
      if (topic === "campus.contact.changed" || topic === "reset") load();
    },
    stop: () => { isOver = true; },
  };
}

function matches(contact, query) {
  const typed = query.toLocaleLowerCase();
  return ["name", "role", "department", "room"].some((one) =>
    contact[one]?.toLocaleLowerCase().includes(typed));
}

// Departments in the order of the site; those without one come last.
function byDepartment(items) {
  const groups = new Map();
  for (const one of items) {
    const name = one.department ?? null;
    groups.set(name, [...groups.get(name) ?? [], one]);
  }
  return [...groups].sort(([a], [b]) => Number(a === null) - Number(b === null));
}

function emergency(items) {
  if (items.length === 0) return null;
  return h("section", { class: "contact-emergency" }, h("h2", {}, words.contacts.emergency),
    h("ul", {}, items.map((one) => h("li", {},
      h("div", {}, h("strong", {}, one.name), h("span", { class: "row-note" }, contactNote(one))),
      one.phone && h("a", { class: "button danger small", href: telephone(one.phone),
        "aria-label": words.contacts.call(one.name, one.phone) }, icon("phone"), one.phone)))));
}

// The number of the reader, who is in the directory, and whether others see it.
function ownNumber({ phone, isShown }, again) {
  const text = words.contacts;
  const number = field({ name: "phone", label: text.ownPhone, kind: "tel", isOptional: true, maxLength: 20,
    autocomplete: "tel", value: phone ?? "" });
  const shown = toggle({ name: "isShown", label: text.ownShown, isOn: isShown });
  const edit = form({ parts: [number, shown], label: text.ownSave, blames: { own_phone_missing: "phone" },
    submit: async (values) => {
      await send("PATCH", "/v1/me/contact", { phone: values.phone.trim() || null, isShown: values.isShown });
      toast(words.saved);
      await again();
    } });
  const folded = fold({ name: text.own, isOpen: false, say: () => isShown ? text.ownOn(phone) : text.ownOff,
    inside: [h("p", { class: "quiet" }, text.ownHint), edit.element] });
  folded.paint();
  return h("section", { class: "card folds" }, folded.element);
}
