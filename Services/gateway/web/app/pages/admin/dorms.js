// The dorms that people choose from to find their room.

import { Problem, get, send } from "../../api.js";
import { barAction } from "../../components/baraction.js";
import { allDorms } from "../../components/directory.js";
import { field, need, refusal } from "../../components/form.js";
import { pagedList } from "../../components/list.js";
import { empty } from "../../components/pieces.js";
import { formSheet } from "../../components/formsheet.js";
import { toast } from "../../components/toast.js";
import { h, icon } from "../../dom.js";
import { explain, words } from "../../words/words.js";

/** The default capacity of a new dorm's rooms. */
const usualCapacity = "2";

/** The page at /admin/dorms. */
export function dormsPage() {
  const text = words.admin.dorms;
  const list = pagedList({
    name: "admin.dorms",
    load: (cursor) => get("/v1/dorms", { limit: 100, cursor }),
    row: (dorm) => h("li", { class: "row" },
      h("button", { class: "row-link row-whole dorm-row", type: "button", "aria-haspopup": "dialog",
        onclick: () => edit(dorm) },
        h("span", { class: "row-title" }, dorm.name),
        h("span", { class: "row-note" }, text.capacityOf(dorm.roomCapacity)),
        h("span", { class: "row-note dorm-id" }, dorm.id), icon("next"))),
    empty: () => empty("🏛️", text.empty, text.emptyText),
  });

  async function add() {
    const dorm = await addDorm();
    if (!dorm) return;
    toast(text.added(dorm.name));
    await list.refresh();
    list.focus(dorm.id);
  }

  async function edit(dorm) {
    const changed = await editDorm(dorm);
    if (!changed) return;
    toast(changed === "removed" ? text.removed(dorm.name) : words.saved);
    list.refresh();
  }

  list.refresh();
  return {
    name: "admin-dorms", tab: "admin", title: text.title, parent: "/admin",
    action: barAction("plus", text.add, { onclick: add }),
    body: [h("p", { class: "quiet" }, text.lead), list.element],
    onEvent: (topic) => {
      if (topic.startsWith("roomhub.dorm.") || topic === "reset") list.refresh();
    },
    stop: () => list.stop(),
  };
}

function dormFields(dorm) {
  const text = words.admin.dorms;
  return [
    field({ name: "name", label: text.name, value: dorm?.name ?? "", maxLength: 80, autocomplete: "off" }),
    field({ name: "roomCapacity", label: text.capacity, hint: text.capacityHint, kind: "number",
      min: 1, max: 20, inputmode: "numeric", value: String(dorm?.roomCapacity ?? usualCapacity) }),
  ];
}

function define(id, { name, roomCapacity }) {
  return send("PUT", `/v1/admin/dorms/${id}`, {
    name: name.trim(), roomCapacity: Math.trunc(Number(roomCapacity)) || 0,
  });
}

function addDorm() {
  const text = words.admin.dorms;
  const [name, capacity] = dormFields(null);
  const id = field({ name: "id", label: text.id, hint: text.idHint, maxLength: 32, autocomplete: "off",
    autocapitalize: "none", spellcheck: "false" });
  let isOwn = false;
  id.input.addEventListener("input", () => { isOwn = id.input.value !== ""; });
  name.input.addEventListener("input", () => {
    if (!isOwn) id.input.value = short(name.input.value);
  });
  return formSheet({
    title: text.addTitle, label: text.addAct, parts: [name, capacity, id], draft: "/admin/dorms/new",
    submit: async (values) => {
      need(values, ["name", "id"]);
      const wanted = values.id.trim().toLowerCase();
      if (!/^[a-z0-9-]{1,32}$/.test(wanted)) throw refusal("id", text.idBad);
      // The same request would change an existing dorm.
      if ((await allDorms()).some((dorm) => dorm.id === wanted)) throw refusal("id", text.idTaken);
      return define(wanted, values);
    },
  });
}

function editDorm(dorm) {
  const text = words.admin.dorms;
  let removed = false;
  const fields = dormFields(dorm);
  return formSheet({
    title: dorm.name, label: words.save, parts: fields, draft: `/admin/dorms/${dorm.id}`,
    submit: async (values) => {
      need(values, ["name"]);
      return define(dorm.id, values);
    },
    foot: (close) => removal(dorm, () => {
      removed = true;
      close();
    }),
  }).then((changed) => removed ? "removed" : changed);
}

// Asks for confirmation in the button itself, because it is inside a sheet.
function removal(dorm, done) {
  const text = words.admin.dorms;
  const alert = h("p", { class: "alert", role: "alert", hidden: true });
  const said = h("p", { class: "hint", role: "status" });
  const button = h("button", { type: "button", class: "button danger-quiet" }, text.remove);
  let isSure = false;
  const ready = (sure) => {
    isSure = sure;
    said.textContent = sure ? text.removeText : "";
    button.textContent = sure ? text.removeAct(dorm.name) : text.remove;
    button.classList.replace(sure ? "danger-quiet" : "danger", sure ? "danger" : "danger-quiet");
  };
  button.addEventListener("click", async () => {
    alert.hidden = true;
    if (!isSure) {
      ready(true);
      return;
    }
    try {
      await send("DELETE", `/v1/admin/dorms/${dorm.id}`);
      done();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      alert.textContent = explain(problem);
      alert.hidden = false;
      ready(false);
    }
  });
  return h("div", { class: "sheet-foot" },
    h("a", { class: "button quiet-button", href: `/admin/rooms?dorm=${encodeURIComponent(dorm.id)}`,
      onclick: (event) => event.target.closest("dialog").close() }, text.rooms),
    said, alert, button);
}

// `Forbes Hall` becomes `forbes-hall`.
function short(name) {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-")
    .slice(0, 32).replace(/^-+|-+$/g, "");
}
