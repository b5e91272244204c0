// Import and export of the school's data: a file is checked first, then imported with a second press.

import { get, send } from "../../../api.js";
import { field, form, isSettling, refusal, settle } from "../../../components/form.js";
import { FormDraft } from "../../../components/formdraft.js";
import { saveFile } from "../../../components/savefile.js";
import { toast } from "../../../components/toast.js";
import { fill, h } from "../../../dom.js";
import { decodedText } from "../../../models/rostertext.js";
import { words } from "../../../words/words.js";

const kinds = ["terms", "bells", "daytypes", "days", "classes", "schedules", "lunch", "activities",
  "contacts", "calendar", "all"];
const maxBytes = 2 << 20;
const types = { csv: "text/csv", json: "application/json", ics: "text/calendar" };
/** The limits on the shown rows of a report. */
const maxListed = 50;

/** The page at /admin/school/import. */
export function adminImportPage() {
  const text = words.schoolAdmin.import;
  const wanted = new URLSearchParams(location.search).get("kind");
  const page = new SchoolImport(kinds.includes(wanted) ? wanted : null);
  return {
    name: "admin-import", tab: "admin", title: text.title, parent: "/admin/school",
    body: [page.edit.element, exportCard()],
    stop: () => {},
  };
}

class SchoolImport {
  constructor(wanted) {
    const text = words.schoolAdmin.import;
    this.plan = null;
    /** The number of changes to what would be imported. */
    this.turn = 0;
    this.draft = new FormDraft("/admin/school/import");
    this.kind = field({ name: "kind", label: text.kind, kind: "select", value: wanted ?? "classes",
      options: kinds.map((one) => [one, text.kinds[one]]), onchange: () => this.anew() });
    this.file = field({ name: "file", label: text.file, hint: text.fileHint, kind: "file",
      accept: ".csv,.txt,.json,.ics,text/csv,application/json,text/calendar",
      onchange: () => this.choose() });
    this.pasted = field({ name: "pasted", label: text.pasted, kind: "textarea", isOptional: true,
      spellcheck: "false", oninput: () => this.anew() });
    this.outcome = h("div", { class: "stack", role: "status" });
    this.edit = form({
      parts: [h("h2", {}, text.importTitle), h("p", { class: "quiet" }, text.lead), this.draft.note,
        this.kind, this.file, this.pasted, this.outcome],
      fields: [this.kind, this.file, this.pasted], label: text.check, class: "form card",
      names: { text: "pasted", format: "kind" },
      blames: { import_kind_needed: "kind", import_format_unfit: "kind" },
      submit: () => (this.plan ? this.take() : this.check()),
    });
    // The kind that a link asks for stands above the kept one.
    this.draft.begin(this.edit.element, [...wanted ? [] : [this.kind.input], this.pasted.input]);
  }

  anew() {
    this.turn += 1;
    this.plan = null;
    this.paint();
  }

  choose() {
    this.anew();
    if (this.file.input.files.length > 0) this.edit.element.requestSubmit();
  }

  async source() {
    const text = words.schoolAdmin.import;
    const [chosen] = this.file.input.files;
    if (chosen?.size > maxBytes) throw refusal("file", text.tooLarge);
    const content = chosen ? decodedText(new Uint8Array(await contentOf(chosen))) : this.pasted.input.value;
    if (!content.trim()) throw refusal("file", text.needFile);
    return { text: content, format: formatOf(chosen?.name ?? "", content) };
  }

  async check() {
    const mine = this.turn;
    const plan = await send("POST", "/v1/admin/school/import",
      { kind: this.kind.input.value, ...await this.source(), isDryRun: true });
    // Something else was chosen meanwhile, which nobody has checked.
    if (mine !== this.turn) return;
    this.plan = plan;
    this.paint();
    settle(this.edit.button);
  }

  async take() {
    if (isSettling(this.edit.button)) return;
    const text = words.schoolAdmin.import;
    const done = await send("POST", "/v1/admin/school/import",
      { kind: this.kind.input.value, ...await this.source(), isDryRun: false });
    if (!done.isApplied && done.errors.length > 0) {
      this.plan = done;
      this.paint();
      return;
    }
    toast(text.done(done.added, done.changed));
    await this.draft.forget();
    this.file.input.value = "";
    this.pasted.input.value = "";
    this.plan = null;
    this.paint();
    fill(this.outcome, h("p", { class: "notice" }, text.done(done.added, done.changed)));
  }

  paint() {
    const text = words.schoolAdmin.import;
    const { plan } = this;
    const count = plan && plan.errors.length === 0 ? plan.added + plan.changed : 0;
    this.edit.button.hidden = Boolean(plan) && count === 0;
    fill(this.edit.button, count > 0 ? text.take(count) : text.check);
    fill(this.outcome, plan && report(plan));
  }
}

// A file that was changed or moved after it was chosen can't be read any more.
async function contentOf(file) {
  try {
    return await file.arrayBuffer();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw refusal("file", words.schoolAdmin.import.unreadable);
  }
}

function formatOf(name, content) {
  const ending = name.split(".").pop().toLowerCase();
  if (ending in types) return ending;
  const start = content.trimStart();
  return start.startsWith("BEGIN:VCALENDAR") ? "ics" : /^[[{]/.test(start) ? "json" : "csv";
}

function report({ rows, added, changed, unchanged, errors, moreErrors = 0, ignored = [], preview = [] }) {
  const text = words.schoolAdmin.import;
  const failed = errors.length + moreErrors;
  const rest = errors.length - Math.min(errors.length, maxListed) + moreErrors;
  return [
    h("p", { class: failed > 0 ? "warning" : "notice" }, failed > 0 ? text.refused(failed)
      : added + changed === 0 ? text.nothing(rows) : text.would(rows, added, changed, unchanged)),
    errors.length > 0 && h("table", { class: "import-table" },
      h("thead", {}, h("tr", {}, [text.row, text.column, text.error].map((one) =>
        h("th", { scope: "col" }, one)))),
      h("tbody", {}, errors.slice(0, maxListed).map((one) => h("tr", {}, h("th", { scope: "row" }, one.row),
        h("td", {}, one.column ?? "–"), h("td", {}, words.campusErrors[one.code] ?? one.message))))),
    rest > 0 && h("p", { class: "hint" }, text.moreErrors(rest)),
    ignored.length > 0 && h("p", { class: "hint" }, text.ignored(ignored)),
    failed === 0 && preview.length > 0 && h("ul", { class: "points" },
      preview.slice(0, maxListed).map((one) => h("li", {}, h("strong", {}, one.name), " · ",
        one.isNew ? text.isNew : text.isChanged(one.columns)))),
    failed === 0 && preview.length > maxListed
      && h("p", { class: "hint" }, text.morePreview(added + changed - maxListed)),
  ];
}

function exportCard() {
  const text = words.schoolAdmin.import;
  const kind = field({ name: "exported", label: text.kind, kind: "select", value: "all",
    options: kinds.map((one) => [one, text.kinds[one]]) });
  const format = field({ name: "format", label: text.format, kind: "select", value: "json",
    options: Object.keys(types).map((one) => [one, text.formats[one]]) });
  const edit = form({ parts: [kind, format], label: text.export, isQuiet: true,
    blames: { import_kind_needed: "exported", import_format_unfit: "format" },
    submit: async (values) => {
      const file = await get("/v1/admin/school/export", { kind: values.exported, format: values.format });
      saveFile(new Blob([file.text], { type: types[values.format] }), file.name);
      toast(text.exported(file.rows));
    } });
  return h("section", { class: "card" }, h("h2", {}, text.exportTitle),
    h("p", { class: "quiet" }, text.exportLead), edit.element);
}
