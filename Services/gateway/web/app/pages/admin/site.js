// The site's settings that may change while it runs, beside those of the server's file.

import { Problem, get, send } from "../../api.js";
import { form } from "../../components/form.js";
import { FormDraft } from "../../components/formdraft.js";
import { mailCard } from "../../components/mailcard.js";
import { failed, skeleton } from "../../components/pieces.js";
import { domainNames, siteFields, typedDomains } from "../../components/sitefields.js";
import { complain, toast } from "../../components/toast.js";
import { fill, h } from "../../dom.js";
import { update } from "../../state.js";
import { languages, listed, words } from "../../words/words.js";

/** The settings, each with the fields that make it up. */
const parts = { name: ["name"], zone: ["zone"], language: ["language"], signUp: ["signUp", "domains"] };
const keys = Object.keys(parts);

/** The page at /admin/site. */
export function sitePage() {
  const text = words.admin.site;
  const body = h("div", { class: "admin-site" }, skeleton(3));
  let [isOver, edit] = [false, null];

  const begin = (settings) => {
    edit = siteForm(settings, begin);
    fill(body, h("section", { class: "card" }, edit.element), mailCard(settings.sendsMail));
  };
  const load = async () => {
    try {
      const settings = await get("/v1/admin/site");
      if (!isOver) begin(settings);
    } catch (problem) {
      if (!isOver) fill(body, failed(problem, load));
    }
  };
  // Somebody else's change: untouched fields follow it, touched ones keep what is typed and say so.
  const follow = async () => {
    try {
      const settings = await get("/v1/admin/site");
      if (isOver || !edit) return;
      if (edit.isTouched()) edit.take(settings);
      else begin(settings);
    } catch {
      // The next save fetches the settings again.
    }
  };

  load();
  return {
    name: "admin-site", tab: "admin", title: text.title, parent: "/admin",
    body: [h("p", { class: "quiet" }, text.lead), body],
    onEvent: (topic) => {
      if (topic === "auth.site.changed" || topic === "reset") {
        update({ site: null });
        follow();
      }
    },
    stop: () => {
      isOver = true;
    },
  };
}

// `base` is what the site had when it was last asked; a field is touched if it differs from that.
function siteForm(settings, begin) {
  let base = entered(settings.now);
  const fields = siteFields(base, { near: [settings.file.zone] });
  const of = Object.fromEntries(fields.map((one) => [one.name, one]));
  const notes = Object.fromEntries(keys.map((key) => [key, h("div", { class: "site-note" })]));
  const typed = () => Object.fromEntries(fields.map(({ name, input }) => [name, input.value]));
  const touched = () => keys.filter((key) => isOther(key, typed(), base));

  // Returns the settings that are touched and that somebody else has changed.
  const take = (fresh) => {
    const found = entered(fresh.now);
    const hit = [];
    for (const key of keys) {
      if (!isOther(key, found, base)) continue;
      if (isOther(key, typed(), base) && isOther(key, typed(), found)) {
        hit.push(key);
        fill(notes[key], h("p", { class: "warning", role: "status" },
          words.admin.site.changed(inWords(key, fresh.now))));
      } else {
        for (const name of parts[key]) put(of[name].input, found[name]);
      }
    }
    base = found;
    return hit;
  };
  const save = async () => {
    const hit = take(await get("/v1/admin/site"));
    if (hit.length > 0) {
      throw new Problem({ code: "field", errors: hit.map((key) =>
        ({ field: parts[key][0], code: "", message: words.admin.site.conflict })) });
    }
    const changes = touched();
    if (changes.length > 0) await send("PATCH", "/v1/admin/site", patch(changes, typed()));
    await again(words.saved);
  };
  const reset = async (key) => {
    try {
      await send("PATCH", "/v1/admin/site", { [key]: null });
      await again(words.admin.site.resetDone);
    } catch (problem) {
      complain(problem);
    }
  };
  const again = async (said) => {
    await draft.forget();
    update({ site: null });
    begin(await get("/v1/admin/site"));
    toast(said);
  };

  const draft = new FormDraft("admin.site");
  const edit = form({
    parts: [draft.note, ...keys.flatMap((key) => [
      ...parts[key].map((name) => of[name]), { element: fileLine(key, settings, () => reset(key)) },
      { element: notes[key] },
    ])],
    fields, names: domainNames, label: words.save, submit: save,
  });
  offer(draft, edit, base);
  return { element: edit.element, take, isTouched: () => touched().length > 0 };
}

// A draft counts for the fields that were touched in it: the others follow the site.
async function offer(draft, edit, base) {
  const found = await draft.read();
  draft.attach(edit.element, edit.inputs, base);
  if (!found?.base) return;
  const values = { ...base };
  for (const key of keys) {
    if (!isOther(key, found.values, found.base)) continue;
    for (const name of parts[key]) values[name] = found.values[name];
  }
  if (keys.some((key) => isOther(key, values, base))) draft.restore({ ...found, values });
  else draft.forget();
}

/** The values of the form's fields for the settings. */
function entered({ name, zone, language, signUp, domains }) {
  return { name, zone, language, signUp, domains: domains.join(", ") };
}

// Domains count only for the sign-up that needs them.
function isOther(key, one, other) {
  const names = key === "signUp" && one.signUp === other.signUp && one.signUp !== "domains"
    ? ["signUp"] : parts[key];
  return names.some((name) => one[name] !== other[name]);
}

function patch(changes, { domains, ...values }) {
  const body = Object.fromEntries(changes.map((key) => [key, values[key]]));
  return body.signUp === "domains" ? { ...body, domains: typedDomains(domains) } : body;
}

function put(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The file's value, and the button that makes it count again if another one is stored. */
function fileLine(key, { file, stored }, reset) {
  const text = words.admin.site;
  const isStored = stored.includes(key);
  const value = inWords(key, file);
  return h("p", { class: "hint site-file" }, isStored ? text.inFile(value) : text.fromFile,
    isStored && " ", isStored && h("button", { class: "link-button", type: "button", onclick: reset },
      text.useFile, h("span", { class: "spoken" }, ` (${text.names[key]})`)));
}

function inWords(key, values) {
  if (key === "zone") return values.zone.replaceAll("_", " ");
  if (key === "language") return languages[values.language];
  if (key === "name") return values.name;
  const mode = words.setup.modes[values.signUp];
  return values.signUp === "domains" ? `${mode} (${listed(values.domains)})` : mode;
}
