// The cycle: the day types in their order, each with the blocks of its periods, and a generator.

import { get, send } from "../../../api.js";
import { field, form } from "../../../components/form.js";
import { formSheet } from "../../../components/formsheet.js";
import { barButton, given } from "../../../components/managed.js";
import { failed, skeleton } from "../../../components/pieces.js";
import { repeated } from "../../../components/repeated.js";
import { weekdayName } from "../../../components/schoolday.js";
import { toast } from "../../../components/toast.js";
import { VersionDraft } from "../../../components/versiondraft.js";
import { fill, h } from "../../../dom.js";
import { words } from "../../../words/words.js";

const maxTypes = 40;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The page at /admin/school/cycle. */
export function adminCyclePage() {
  const page = new CyclePage();
  page.load();
  const text = words.schoolAdmin.cycle;
  return {
    name: "admin-cycle", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.generateTitle, () => page.generate(), text.generate, "repeat"),
    body: [h("p", { class: "quiet" }, text.lead), page.body],
    onEvent: (topic) => { if (topic === "reset" && !page.lines) page.load(); },
    stop: () => { page.isOver = true; },
  };
}

class CyclePage {
  constructor() {
    this.body = h("div", {}, skeleton(4));
    Object.assign(this, { isOver: false, lines: null });
  }

  async load() {
    try {
      const [types, bells, school] = await Promise.all([get("/v1/school/daytypes"), get("/v1/school/bells"),
        get("/v1/school")]);
      if (this.isOver) return;
      Object.assign(this, { bells: bells.items, school });
      this.show(types);
    } catch (problem) {
      if (!this.isOver) fill(this.body, failed(problem, () => this.load()));
    }
  }

  show({ items: types, version }) {
    const text = words.schoolAdmin.cycle;
    this.lines = repeated({
      name: "items", label: text.types, hint: text.typesHint, add: text.add, limit: maxTypes,
      lineName: text.type, value: types.map(asLine),
      first: (last) => ({ turn: "rotation", periods: last?.periods ?? "" }),
      columns: [
        { name: "name", label: text.fields.name, required: true, maxLength: 40 },
        { name: "periods", label: text.fields.periods, placeholder: "1 2 3 4 5 6" },
        { name: "turn", label: text.fields.turn, kind: "select", value: "rotation", isAlone: true,
          options: [["rotation", text.inRotation], ["none", text.onDates],
            ...weekdays.map((one) => [String(one), text.always(weekdayName(one))])] },
        { name: "bell", label: text.fields.bell, kind: "select", isWide: true,
          options: [["", text.usualBell], ...this.bells.map(({ id, name }) => [id, name])] },
      ],
    });
    const edit = form({ parts: [this.lines], label: text.save, class: "form card",
      submit: ({ items }) => this.save(items, draft) });
    const draft = new VersionDraft("/admin/school/cycle", edit, version);
    fill(this.body, draft.note, edit.element);
  }

  async save(items, draft) {
    const saved = await draft.save((version) => send("PUT", "/v1/admin/school/daytypes", { version,
      items: items.map(asType) }));
    toast(words.saved);
    if (!this.isOver) this.show(saved);
  }

  // The proposal stands in the form until it is saved. Day types of the same name keep their dates.
  async generate() {
    if (!this.lines) return;
    const text = words.schoolAdmin.cycle;
    const number = (name, value, max) => field({ name, label: text.fields[name], kind: "number", min: 1, max,
      inputmode: "numeric", value: String(value), required: true });
    const { blocks } = this.school;
    const proposal = await formSheet({
      title: text.generateTitle, lead: text.generateLead, label: text.propose,
      parts: [
        field({ name: "kind", label: text.fields.kind, kind: "select", value: "rotatingDrop",
          options: Object.entries(text.kinds) }),
        number("days", 4, 20), number("blocks", blocks, 12), number("perDay", Math.min(6, blocks), 12),
      ],
      submit: ({ kind, days, blocks: count, perDay }) => send("POST", "/v1/admin/school/daytypes/generate",
        { kind, days: Number(days), blocks: Number(count), periods: Number(perDay) }),
    });
    if (!proposal || this.isOver) return;
    const known = new Map(this.lines.input.value.map((line) => [line.name, line.id]));
    this.lines.input.value = proposal.items.map((type) => asLine({ ...type, id: known.get(type.name) }));
    toast(text.proposed);
  }
}

// The blocks of the periods in their order, with a dash for a period without one.
function asLine({ id, name, inRotation, weekday, periods, bell }) {
  const last = Math.max(0, ...periods.map(({ period }) => period));
  const blocks = Array.from({ length: last }, (_, at) =>
    periods.find(({ period }) => period === at + 1)?.block ?? "–");
  return { id, name, bell: bell ?? "", periods: blocks.join(" "),
    turn: weekday ? String(weekday) : inRotation ? "rotation" : "none" };
}

function asType({ id, name, turn, periods, bell }) {
  const blocks = periods.split(/[\s,;]+/).filter(Boolean);
  return given({
    id: id ?? null, name: name.trim(), inRotation: turn === "rotation",
    weekday: Number(turn) || null, bell: bell || null,
    periods: blocks.map((block, at) => ({ period: at + 1, block: Number(block) }))
      .filter(({ block }) => Number.isInteger(block) && block > 0),
  });
}
