// The sources of news: what the segments of the school's home page show, and in which order.

import { get, send } from "../../../api.js";
import { field, toggle } from "../../../components/form.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { complain, toast } from "../../../components/toast.js";
import { h, icon } from "../../../dom.js";
import { ago, sentence, words } from "../../../words/words.js";

const kinds = ["feed", "mastodon", "announcements", "card"];
const layouts = ["list", "pictures", "events"];
const isFetched = ({ kind }) => kind === "feed" || kind === "mastodon";

/** The page at /admin/school/sources. */
export function adminSourcesPage() {
  const text = words.schoolAdmin.sources;
  const list = managedList({
    name: "/admin/school/sources", sign: "📰", text, path: "/v1/admin/school/sources",
    load: async () => (await get("/v1/school/sources")).items,
    titleOf: ({ title }) => title, noteOf: stateText, form: sourceForm,
    acts: (source, button) => [
      isFetched(source) && button(text.refresh, "quiet-button", () => refresh(source)),
      list.items[0] !== source && h("button", { class: "managed-up", type: "button",
        "aria-label": text.up(source.title), onclick: () => moveUp(source) }, icon("up")),
    ],
  });
  const refresh = async (source) => {
    try {
      await send("POST", `/v1/admin/school/sources/${source.id}/refresh`);
      toast(text.refreshing);
    } catch (problem) {
      complain(problem);
    }
  };
  const moveUp = async ({ id }) => {
    const ids = list.items.map((one) => one.id);
    const at = ids.indexOf(id);
    [ids[at - 1], ids[at]] = [ids[at], ids[at - 1]];
    try {
      await send("PUT", "/v1/admin/school/sources/order", { ids });
    } catch (problem) {
      complain(problem);
    }
    await list.load();
  };
  list.load();
  return {
    name: "admin-sources", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.add, () => list.add()),
    body: [h("p", { class: "quiet" }, text.lead), list.element],
    onEvent: (topic) => {
      if (topic === "campus.source.changed" || topic === "reset") list.load();
    },
    stop: () => { list.isOver = true; },
  };
}

function stateText(source) {
  const text = words.schoolAdmin.sources;
  const read = source.lastFetched && text.read(ago(source.lastFetched));
  const state = source.state === "failing" ? text.errors[source.error] ?? text.failing
    : source.state === "waiting" ? text.waiting : read;
  return [text.kinds[source.kind], !source.isOn && text.isOff,
    isFetched(source) && source.isOn && sentence(state ?? "")].filter(Boolean).join(" · ");
}

function sourceForm(source) {
  const text = words.schoolAdmin.sources;
  const line = (name, more) => field({ name, label: text.fields[name], autocomplete: "off",
    value: source?.[name] ?? "", ...more });
  const kind = line("kind", { kind: "select", value: source?.kind ?? "feed", disabled: Boolean(source),
    options: kinds.map((one) => [one, text.kinds[one]]), onchange: () => show() });
  const address = line("address", { kind: "url", maxLength: 1000, hint: text.addressHint });
  const link = line("link", { kind: "url", maxLength: 1000, isOptional: true });
  const note = line("note", { kind: "textarea", maxLength: 1000, isOptional: true, hint: text.noteHint });
  const show = () => {
    const chosen = kind.input.value;
    address.element.hidden = !isFetched({ kind: chosen });
    note.element.hidden = chosen !== "card";
  };
  show();
  return {
    parts: [line("title", { required: true, maxLength: 40 }), kind, address, line("layout", { kind: "select",
      value: source?.layout ?? "list", options: layouts.map((one) => [one, text.layouts[one]]) }), link, note,
    toggle({ name: "isOn", label: text.isOn, hint: text.isOnHint, isOn: source?.isOn ?? true })],
    blames: { source_address_missing: "address", source_link_missing: "link", source_twice: "address",
      address_bad: "address" },
    body: (values) => {
      const own = { title: values.title.trim(), layout: values.layout, link: orNull(values.link),
        note: values.kind === "card" ? orNull(values.note) : null, isOn: values.isOn };
      const read = isFetched(values) ? { address: values.address.trim() } : {};
      return source ? { ...own, ...read } : given({ ...own, ...read, kind: values.kind });
    },
  };
}
