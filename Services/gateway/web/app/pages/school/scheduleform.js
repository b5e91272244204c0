// Editing the schedule: the grade first, then a class for each block, saved at once.

import { Problem, get, send } from "../../api.js";
import { classLine, classesOf, nameIn, termsAndSchedule } from "../../components/classoptions.js";
import { conflict } from "../../components/conflict.js";
import { field, form } from "../../components/form.js";
import { draftNote } from "../../components/formdraft.js";
import { empty, failed, skeleton } from "../../components/pieces.js";
import { complain, toast } from "../../components/toast.js";
import { unsavedGuard } from "../../components/unsaved.js";
import { fill, h } from "../../dom.js";
import { choicesOf, fitting, isSame, offered, repeated } from "../../models/schedule.js";
import { draftOf } from "../../offline/drafts.js";
import { back } from "../../router.js";
import { personID } from "../../state.js";
import { explain, listed, words } from "../../words/words.js";

const path = "/v1/me/schedule";
const page = "/school/schedule";

/** The page at /school/schedule/edit. */
export function editSchedulePage() {
  const edit = new ScheduleEdit(new URLSearchParams(location.search).get("term"));
  edit.load();
  return {
    name: "schedule-edit", tab: "school", title: words.schedule.editTitle, parent: page,
    body: [edit.above, edit.body], stop: () => edit.stop(),
  };
}

class ScheduleEdit {
  constructor(term) {
    this.term = term;
    this.above = h("div", {});
    this.body = h("div", { class: "schedule-edit" }, skeleton(4));
    this.cleared = h("p", { class: "notice schedule-cleared", role: "status", hidden: true });
    /** The classes by grade, and the names of all that were seen. */
    this.catalogue = new Map();
    this.names = new Map();
    Object.assign(this, { base: null, grade: null, choices: {}, turn: 0, isOver: false });
    this.guard = unsavedGuard({ isDirty: () => this.isDirty(), save: () => this.save(), parent: page,
      discard: () => this.draft?.forget() });
  }

  async load() {
    try {
      const [school, { schedule: base }, person] = await Promise.all([
        get("/v1/school"), termsAndSchedule(this.term), personID()]);
      if (this.isOver) return;
      if (!base) {
        const text = words.schedule;
        fill(this.body, empty("🗓️", text.noTerm, text.noTermText));
        return;
      }
      this.school = school;
      this.draft = draftOf(`${page}/edit ${base.term}`, person);
      const found = await this.draft.read();
      if (!this.isOver) await this.begin(found?.base ?? base, found);
    } catch (problem) {
      if (!this.isOver) fill(this.body, failed(problem, () => this.load()));
    }
  }

  async begin(base, found = null) {
    this.base = base;
    this.first = { grade: base.grade ?? null, choices: choicesOf(base) };
    for (const one of base.blocks) if (one.class) this.names.set(one.class.id, one.class.name);
    const { grade, choices } = found?.values ?? this.first;
    this.choices = { ...choices };
    fill(this.above, found && draftNote(found.at, async () => {
      await this.draft.forget();
      fill(this.above);
      this.load();
    }));
    this.build(grade);
    if (grade !== null) await this.take(grade);
    this.guard.changed();
  }

  // The form: its pickers have no classes until there is a grade.
  build(grade) {
    const text = words.schedule;
    this.gradeField = field({ name: "grade", label: text.grade, kind: "select", required: true,
      hint: text.gradeHint, value: grade === null ? "" : String(grade), options: [["", text.chooseGrade],
        ...this.school.grades.map((one) => [String(one), text.gradeName(one)])] });
    this.gradeField.input.addEventListener("change", () => this.choose(this.gradeField.input.value));
    this.pickers = this.base.blocks.map(({ block }) => {
      const picker = field({ name: `block${block}`, label: text.block(block), kind: "select", disabled: true,
        options: [["", text.free]] });
      picker.input.addEventListener("change", () => this.pick(block, picker.input.value));
      return { block, picker };
    });
    const edit = form({
      parts: [this.gradeField, this.cleared, ...this.pickers.map(({ picker }) => picker)],
      label: text.save, class: "form card", submit: () => this.submit(),
    });
    fill(this.body, edit.element);
  }

  async choose(value) {
    fill(this.cleared);
    this.cleared.hidden = true;
    if (value === "") {
      this.turn += 1;
      this.grade = null;
      this.paint([]);
    } else await this.take(Number(value));
    this.changed();
  }

  // Offers the classes of a grade. Choices that still fit stay, and the others are named.
  async take(grade) {
    this.turn += 1;
    const mine = this.turn;
    for (const { picker } of this.pickers) picker.input.disabled = true;
    try {
      if (!this.catalogue.has(grade)) this.catalogue.set(grade, await classesOf({ grade }));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (mine !== this.turn || this.isOver) return;
      this.grade = null;
      this.gradeField.input.value = "";
      this.gradeField.say(explain(problem));
      return;
    }
    if (mine !== this.turn || this.isOver) return;
    this.grade = grade;
    const classes = this.catalogue.get(grade);
    const { kept, cleared } = fitting(this.choices, classes);
    this.say(cleared);
    for (const one of classes) this.names.set(one.id, one.name);
    this.choices = kept;
    this.paint(classes);
  }

  say(blocks) {
    const text = words.schedule;
    const named = blocks.map((block) =>
      text.inBlock(this.names.get(this.choices[block]) ?? text.aClass, block));
    this.cleared.hidden = blocks.length === 0;
    fill(this.cleared, blocks.length > 0 && text.cleared(listed(named), this.grade));
  }

  paint(classes) {
    const text = words.schedule;
    for (const { block, picker } of this.pickers) {
      const options = [["", text.free], ...offered(classes, block).map((one) => [one.id, classLine(one)])];
      fill(picker.input, options.map(([key, name]) => h("option", { value: key }, name)));
      picker.input.value = this.choices[block] ?? "";
      picker.input.disabled = this.grade === null;
      picker.say(null);
    }
  }

  pick(block, id) {
    if (id) this.choices[block] = id;
    else delete this.choices[block];
    this.changed();
  }

  changed() {
    if (this.isDirty()) {
      const values = { grade: this.grade, choices: this.choices };
      this.draft.keep({ values, base: this.base });
    } else this.draft.forget();
    this.guard.changed();
  }

  isDirty() {
    return this.base !== null && !isSame({ grade: this.grade, choices: this.choices }, this.first);
  }

  async submit() {
    const text = words.schedule;
    const twice = repeated(this.choices);
    if (twice.length > 0) {
      throw new Problem({ code: "field", errors: twice.map((block) => ({
        field: `block${block}`, code: "", message: text.twice })) });
    }
    return this.send(this.base.version);
  }

  async send(version) {
    const choices = Object.entries(this.choices).map(([block, id]) => ({ block: Number(block), class: id }));
    const body = { term: this.base.term, grade: this.grade, version, choices };
    try {
      await send("PUT", path, body);
    } catch (problem) {
      if (problem.code !== "changed_elsewhere") throw problem;
      await this.showConflict(problem.details?.current ?? await get(path, { term: this.base.term }));
      return false;
    }
    this.guard.stop();
    await this.draft.forget();
    back(page);
    toast(words.schedule.saved);
    return true;
  }

  async showConflict(current) {
    const text = words.schedule;
    const mine = (block) => this.choices[block] ? this.names.get(this.choices[block]) : text.free;
    const rows = current.blocks.filter(({ block, class: taken }) => this.choices[block] !== taken?.id)
      .map((one) => [text.block(one.block), mine(one.block), nameIn(one.class)]);
    if ((current.grade ?? null) !== this.grade) {
      rows.unshift([text.grade, text.gradeName(this.grade),
        current.grade ? text.gradeName(current.grade) : text.none]);
    }
    fill(this.above, conflict({
      title: text.conflictTitle, lead: rows.length > 0 ? text.conflictLead : text.conflictSame, rows,
      keep: () => this.send(current.version).catch(complain),
      take: async () => {
        await this.draft.forget();
        fill(this.cleared);
        await this.begin(current);
      },
    }));
    this.above.scrollIntoView({ block: "start" });
  }

  // From the question before the page is left.
  async save() {
    try {
      if (this.grade === null) {
        this.gradeField.say(words.schedule.needGrade);
        this.gradeField.input.focus();
        return false;
      }
      return await this.submit() !== false;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.fields.length > 0) toast(problem.fields[0].message || explain(problem));
      else complain(problem);
      return false;
    }
  }

  stop() {
    this.isOver = true;
    this.guard.stop();
  }
}
