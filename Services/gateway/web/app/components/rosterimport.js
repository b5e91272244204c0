// Imports a roster from files: a dry run shows what would happen, then a press does it.

import { Problem, send } from "../api.js";
import { fill, h } from "../dom.js";
import { changes, decodedText } from "../models/rostertext.js";
import { isZip, unzipped } from "../models/zipfiles.js";
import { explain, explainField, words } from "../words/words.js";
import { field, form, isSettling, refusal, settle } from "./form.js";
import { sheet } from "./sheet.js";
import { toast } from "./toast.js";

/** The limit on the size of a file. */
const maxBytes = 2 << 20;
/** The limit on files: those of OneRoster. */
const maxFiles = 3;
/** The limit on listed rows. */
const maxListed = 20;
/** The files that are read out of a ZIP archive. */
const archived = ["users.csv", "enrollments.csv", "classes.csv"];

/** Opens the sheet for the course `id`. The promise resolves when the sheet is closed. */
export function importSheet(id) {
  return new RosterImport(id).opened.closed;
}

class RosterImport {
  constructor(id) {
    const text = words.roster.import;
    this.path = `/v1/courses/${encodeURIComponent(id)}/imports`;
    /** The texts of the chosen files. */
    this.files = [];
    this.fromClass = null;
    /** The reply of the dry run; null while there is none for these files. */
    this.plan = null;
    this.file = field({
      name: "file", label: text.file, hint: text.hint, kind: "file", multiple: true,
      accept: ".csv,.txt,.zip,text/csv,text/plain", onchange: () => this.choose([...this.file.input.files]),
    });
    this.classes = h("div", {});
    this.outcome = h("div", { class: "enroll-outcome", role: "status" });
    this.edit = form({
      parts: [this.file, this.classes, this.outcome], label: text.check, names: { files: "file" },
      class: "form import-form", submit: () => (this.plan ? this.take() : this.check()),
    });
    this.edit.element.append(h("div", { class: "sheet-actions" },
      h("button", { type: "button", class: "button quiet-button", onclick: () => this.opened.close() },
        words.cancel), this.edit.button));
    this.opened = sheet({ title: text.title, hasCross: false, body: [this.edit.element] });
    this.receive();
    this.paint();
  }

  // Files can be dropped anywhere on the sheet.
  receive() {
    const { element } = this.edit;
    const mark = (isOver) => element.classList.toggle("is-over", isOver);
    element.addEventListener("dragover", (event) => {
      event.preventDefault();
      mark(true);
    });
    element.addEventListener("dragleave", () => mark(false));
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      mark(false);
      const { files } = event.dataTransfer;
      if (files.length === 0) return;
      this.file.input.files = files;
      this.choose([...files]);
    });
  }

  choose(files) {
    this.chosen = files;
    this.files = [];
    this.fromClass = null;
    this.plan = null;
    fill(this.classes);
    this.file.say(null);
    this.paint();
    // Submitting shows what is wrong where the form shows it.
    if (files.length > 0) this.edit.element.requestSubmit();
  }

  async check() {
    const text = words.roster.import;
    const chosen = this.chosen ?? [];
    if (chosen.length === 0) throw refusal("file", text.needFile);
    if (chosen.length > maxFiles) throw refusal("file", text.tooMany);
    if (chosen.some(({ size }) => size > maxBytes)) throw refusal("file", words.errors.roster_file_large);
    if (this.files.length === 0) this.files = await textsOf(chosen);
    const plan = await this.send(true);
    // Another file may have been chosen meanwhile.
    if (this.chosen !== chosen) return;
    if (plan.rows === 0 && plan.classes.length > 1) this.offer(plan.classes);
    else this.plan = plan;
    this.paint();
    // A file is checked as soon as it is chosen: whoever presses Check file anyway would import it.
    settle(this.edit.button);
  }

  offer(classes) {
    const text = words.roster.import;
    const choice = field({
      name: "class", label: text.class, kind: "select",
      options: [["", text.chooseClass], ...classes.map(({ id, title, people }) =>
        [id, `${title} · ${text.people(people)}`])],
      onchange: () => {
        this.fromClass = choice.input.value || null;
        this.plan = null;
        this.paint();
        if (this.fromClass) this.edit.element.requestSubmit();
      },
    });
    fill(this.classes, choice.element);
    choice.input.focus();
  }

  async take() {
    if (isSettling(this.edit.button)) return;
    const done = await this.send(false);
    toast(summary(done) || words.roster.import.nothing);
    this.opened.close();
  }

  async send(dryRun) {
    try {
      const fromClass = this.fromClass ?? undefined;
      return await send("POST", this.path, { files: this.files, dryRun, fromClass });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      // The fields are called `files.0` and so on.
      const fault = problem.fields.find(({ field: name }) => name.startsWith("files"));
      if (!fault) throw problem;
      const line = problem.details?.line;
      const said = explainField(fault);
      throw refusal("file", line ? `${words.roster.import.line(line)}: ${said}` : said);
    }
  }

  paint() {
    const text = words.roster.import;
    const { plan } = this;
    const count = plan ? changes(plan) : 0;
    this.edit.button.hidden = Boolean(plan) && count === 0;
    fill(this.edit.button, count > 0 ? text.take(count) : text.check);
    fill(this.outcome, plan && report(plan));
  }
}

// The texts of files, or of those in an archive.
async function textsOf(chosen) {
  const { unreadable } = words.roster.import;
  const buffers = await Promise.all(chosen.map((file) => file.arrayBuffer())).catch(() => null);
  if (!buffers) throw refusal("file", unreadable);
  const all = await Promise.all(buffers.map((buffer) => {
    const bytes = new Uint8Array(buffer);
    return isZip(bytes) ? unzipped(bytes, archived, maxBytes) : [bytes];
  }));
  if (all.includes(null)) throw refusal("file", unreadable);
  const files = all.flat();
  if (files.length === 0 || files.length > maxFiles) throw refusal("file", words.errors.roster_files_bad);
  return files.map(decodedText);
}

/** `28 people added · 3 join when they sign up`; empty if nothing changes. */
function summary({ added, expected, changed }) {
  const text = words.roster.import;
  return [added > 0 && text.added(added), expected > 0 && text.expected(expected),
    changed > 0 && words.roster.changed(changed)].filter(Boolean).join(" · ");
}

function report(plan) {
  const text = words.roster.import;
  const { added, expected, changed, already, duplicates, refused, problems } = plan;
  const shown = problems.slice(0, maxListed);
  const hidden = refused - shown.length;
  const rows = [
    added > 0 && text.willAdd(added), expected > 0 && text.willExpect(expected),
    changed > 0 && text.willChange(changed), already > 0 && words.roster.already(already),
    duplicates > 0 && text.duplicates(duplicates),
  ].filter(Boolean);
  return [
    changes(plan) === 0 && h("p", { class: "enroll-done" }, text.nothing),
    rows.length > 0 && h("ul", { class: "points import-sums" }, rows.map((row) => h("li", {}, row))),
    refused > 0 && [h("h3", {}, text.refused(refused)), h("ul", { class: "points" },
      shown.map((problem) => h("li", {}, h("strong", {}, text.line(problem.line)), ": ", reason(problem))))],
    hidden > 0 && h("p", { class: "hint" }, text.more(hidden)),
  ];
}

function reason({ code, message }) {
  return code === "email_bad" ? words.roster.noAddress : explain({ code, detail: message });
}
