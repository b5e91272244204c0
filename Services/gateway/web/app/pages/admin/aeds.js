// The campus's AEDs: add, edit, delete with an undo, and import from OpenStreetMap after a dry run.

import { Problem, get, send } from "../../api.js";
import { AEDRemovals } from "../../components/aedremoval.js";
import { barAction } from "../../components/baraction.js";
import { field, form, need } from "../../components/form.js";
import { formSheet } from "../../components/formsheet.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { measure } from "../../components/position.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { keepFocus } from "../../frame.js";
import { floorText } from "../../models/aeds.js";
import { dateOf, words } from "../../words/words.js";

const maxFile = 1 << 20;
/** The decimals of a degree that tell one meter. */
const decimals = 5;
const texts = ["building", "floor", "words", "german", "hours", "keeper"];
const limits = { building: 120, floor: 40, words: 300, german: 300, hours: 200, keeper: 120 };

/** The page at /admin/aeds. */
export function adminAEDsPage() {
  const text = words.aedAdmin;
  const list = h("div", {}, skeleton(3));
  let isOver = false;
  let items = [];
  const paint = () => {
    if (isOver) return;
    const shown = items.filter((aed) => !removals.has(aed));
    fill(list, shown.length === 0 ? empty("⚡", text.empty, text.emptyText)
      : h("ul", { class: "list" }, shown.map((aed) => row(aed, load, removals))));
    keepFocus();
  };
  const removals = new AEDRemovals(paint);
  const load = async () => {
    try {
      ({ items } = await get("/v1/aeds"));
      paint();
    } catch (problem) {
      if (!isOver) fill(list, failed(problem, load));
    }
  };
  load();
  return {
    name: "admin-aeds", tab: "admin", title: words.admin.aeds.title, parent: "/admin",
    action: barAction("plus", text.add, { onclick: async () => {
      if (await edit(null)) load();
    } }),
    body: [h("p", { class: "quiet" }, text.lead), list, importPart(load)],
    onEvent: (topic) => { if (topic === "reset") load(); },
    stop: () => {
      isOver = true;
      removals.stop();
    },
  };
}

function named(aed) {
  const text = words.aedAdmin;
  return [aed.building, aed.floor && floorText(aed.floor, words.crisis.aeds.floor)].filter(Boolean).join(", ")
    || aed.words || text.unnamed;
}

function row(aed, again, removals) {
  const text = words.aedAdmin;
  const note = [aed.building && aed.words, aed.hours,
    aed.checked ? words.crisis.aeds.checked(dateOf(`${aed.checked}T12:00`)) : text.neverChecked,
    aed.position ? null : text.noPosition, aed.osm && text.fromMap].filter(Boolean).join(" · ");
  return h("li", { class: "row aid-review" },
    h("div", { class: "aid-review-words" }, h("strong", { class: "row-title" }, named(aed)),
      h("span", { class: "row-note" }, note)),
    h("div", { class: "aid-review-acts" },
      h("button", { class: "button small quiet-button", type: "button",
        "aria-label": `${text.edit}: ${named(aed)}`,
        onclick: async () => { if (await edit(aed)) again(); } }, text.edit),
      h("button", { class: "button small danger-quiet", type: "button",
        "aria-label": `${text.remove}: ${named(aed)}`,
        onclick: () => removals.remove(aed, named(aed)) }, text.remove)));
}

// Adds an AED, or edits one. Two numbers with a comma between them are a position.
function edit(aed) {
  const text = words.aedAdmin;
  const value = (name) => aed?.[name] ?? "";
  const { position } = aed ?? {};
  const parts = [
    ...texts.map((name) => field({ name, label: text.fields[name], isOptional: true, maxLength: limits[name],
      autocomplete: "off", value: value(name) })),
    positionField(position),
    field({ name: "checked", label: text.fields.checked, kind: "date", isOptional: true,
      value: value("checked") }),
  ];
  return formSheet({
    title: aed ? text.edit : text.add, parts, label: words.save, draft: `admin.aeds.${aed?.id ?? "new"}`,
    submit: async (values) => {
      const typed = Object.fromEntries(texts.map((name) => [name, values[name].trim() || null]));
      const sent = { ...typed, position: positionOf(values.position), checked: values.checked || null };
      if (aed) await send("PATCH", `/v1/admin/aeds/${aed.id}`, { version: aed.version, ...sent });
      else await send("POST", "/v1/admin/aeds", sent);
      toast(words.saved);
    },
  });
}

// A position is typed, or taken from this device: whoever adds an AED often stands next to it.
function positionField(position) {
  const text = words.aedAdmin;
  const part = field({ name: "position", label: text.fields.position, hint: text.positionHint,
    isOptional: true, autocomplete: "off",
    value: position ? `${position.latitude}, ${position.longitude}` : "" });
  const note = h("p", { class: "hint", role: "status" });
  const locate = async () => {
    if (button.hasAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    fill(note, text.locating);
    try {
      const { latitude, longitude, accuracy } = await measure();
      part.input.value = [latitude, longitude].map((degrees) => Number(degrees.toFixed(decimals))).join(", ");
      // As if it were typed, so that the draft stores it and a mistake's mark goes.
      part.input.dispatchEvent(new Event("input", { bubbles: true }));
      fill(note, text.located(Math.max(1, Math.round(accuracy))));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      fill(note, text.positionProblems[problem.code]);
    } finally {
      button.removeAttribute("aria-busy");
    }
  };
  const button = h("button", { class: "button small quiet-button", type: "button", onclick: locate },
    text.useMine);
  part.element.append(button, note);
  return part;
}

// The program says what is wrong with a number, or with half a position.
function positionOf(typed) {
  if (!typed.trim()) return null;
  const [latitude, longitude] = typed.split(/[,;\s]+/).map(Number);
  return { latitude: latitude ?? null, longitude: longitude ?? null };
}

function importPart(again) {
  const text = words.aedAdmin;
  const result = h("div", { role: "status" });
  const file = field({ name: "file", label: text.file, hint: text.fileHint, kind: "file", required: true,
    accept: ".json,.geojson,application/json,application/geo+json" });
  const part = form({ parts: [file], label: text.check, submit: async (values) => {
    need(values, ["file"]);
    const [chosen] = file.input.files;
    if (chosen.size > maxFile) {
      fill(result, h("p", { class: "field-error" }, text.tooLarge));
      return;
    }
    const content = await chosen.text();
    const said = await send("POST", "/v1/admin/aeds/imports", { file: content, dryRun: true });
    const take = h("button", { class: "button", type: "button", onclick: async () => {
      try {
        const done = await send("POST", "/v1/admin/aeds/imports", { file: content });
        fill(result, h("p", {}, text.done(done)));
        again();
      } catch (problem) {
        complain(problem);
      }
    } }, text.take);
    fill(result, h("p", {}, text.would(said)),
      h("ul", {}, said.problems.map((one) => h("li", {}, text.problem(one.row, one.message)))),
      said.added + said.changed > 0 && take);
  } });
  return h("section", { class: "card" },
    h("h2", {}, text.import), h("p", { class: "quiet" }, text.importLead), part.element, result);
}
