// The details of the audit log, which are stored in English, in the words of a language.

/** The actions whose details are made of known parts. In those of others stands what somebody typed. */
const known = new Set([
  "roster_changed", "roster_imported", "attendance_changed", "aeds_changed", "crisis_alerted",
  "school_changed", "day_closed", "day_reopened",
]);

/** The actions whose details have a form of their own. */
const ownForms = { site_changed: siteFacts, guide_changed: guideFacts };

const isoDate = "(\\d{4}-\\d{2}-\\d{2})";

/** The forms of a detail, the more exact ones first: `[form, (words, ...parts) => sentence]`. */
const forms = [
  [/^(\d+) added, (\d+) changed(?:, (\d+) expected)?$/, ({ text }, ...counts) =>
    text.counts(...counts.filter(Boolean).map(Number))],
  [/^(added|changed|deleted|posted) the (contact|activity|source|announcement) (.+)$/s,
    ({ text }, act, kind, name) => text[act](text.kinds[kind](name))],
  [new RegExp(`^(added|changed|deleted) (.+) on ${isoDate}$`, "s"), ({ text, dateNamed }, act, name, date) =>
    text[act](`${name}, ${dateNamed(date)}`)],
  [/^(added|changed|deleted) an AED$/, ({ text }, act) => text[act](text.anAED)],
  [/^(bell schedule|term) (.+)$/s, ({ text }, kind, name) => text.kinds[kind](name)],
  [/^(drill, )?(\d+) people: (.+)$/s, ({ text }, drill, count, place) =>
    text.alerted(Boolean(drill), Number(count), place)],
  [new RegExp(`^${isoDate}(?: \\((.+)\\))?$`, "s"), ({ dateNamed }, date, note) =>
    note ? `${dateNamed(date)}, ${note}` : dateNamed(date)],
];
const ofName = [/^(added|changed|deleted) (.+)$/s, ({ text }, act, name) => text[act](name)];

/**
 * The detail of an action in the words of `told`: `{ text, statuses, files, languages, dateNamed, listed }`.
 * A detail of unknown form stays as it is.
 */
export function detailIn(told, action, detail) {
  if (Object.hasOwn(ownForms, action)) return ownForms[action](told, detail) ?? detail;
  if (!known.has(action)) return detail;
  return own(told.text.whole, detail) ?? formed(told, [...forms, ofName], detail)
    ?? ofCourse(told, detail) ?? detail;
}

function formed(told, all, detail) {
  for (const [form, say] of all) {
    const found = form.exec(detail);
    if (found) return say(told, ...found.slice(1));
  }
  return null;
}

// `Statistics: student`. A course may have a colon in its name.
function ofCourse(told, detail) {
  const [, name, rest] = /^(.+): (.+?)$/s.exec(detail) ?? [];
  if (!rest) return null;
  const { text, statuses, files } = told;
  const said = own(text.whole, rest) ?? own(statuses, rest)?.toLowerCase()
    ?? formed(told, forms.slice(0, 1), rest);
  return said ? text.of(own(files, name) ?? name, said) : null;
}

// `language de, name Forbes Hall, sign_up domains:hall.example, zone Asia/Tokyo`: the changed ones of these.
function siteFacts(told, detail) {
  const facts = detail.split(/, (?=(?:name|sign_up|zone) )/)
    .map((fact) => /^(language|name|sign_up|zone) (.+)$/s.exec(fact));
  if (!facts.every(Boolean)) return null;
  return facts.map(([, key, value]) => told.text.of(told.text.siteNames[key], siteValue(told, key, value)))
    .join(" · ");
}

function siteValue({ text, languages, listed }, key, value) {
  if (value === "as in the file") return text.fromFile;
  if (key === "language") return own(languages, value) ?? value;
  if (key === "zone") return value.replaceAll("_", " ");
  if (key === "name") return value;
  const [, domains] = /^domains:(.+)$/.exec(value) ?? [];
  return domains ? text.openTo(listed(domains.split(","))) : own(text.modes, value) ?? value;
}

// `112, erc2025`
function guideFacts({ text }, detail) {
  const [, number, profile] = /^(.+), (\w+)$/.exec(detail) ?? [];
  const guidelines = own(text.profiles, profile);
  return guidelines ? text.guide(number, guidelines) : null;
}

// A course may be called like a member that every object has.
function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
