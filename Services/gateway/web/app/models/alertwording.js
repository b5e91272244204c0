// Alert texts from templates with placeholders, declared and filled like Shared/Schema/AlertWords.

const anID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const anInstant = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;
const aDate = /^\d{4}-\d\d-\d\d$/;
const aCount = /^\d{1,9}$/;

/**
 * The texts in the words of a language. `format` has this program's formats: `moment(instant, zone)`,
 * `dateOf(instant, zone)`, `date(date)`, `list(items)` and `person(id)`.
 */
export function alertWording(words, format) {
  const first = (templates, values) => {
    for (const template of templates) {
      const text = filled(template, values, { words, format });
      if (text !== null) return text;
    }
    return null;
  };
  const textOf = ({ key }) => own(words.texts, key) ?? words.unknown;
  const inWords = ({ key, values }, part) => {
    const reason = own(words.reasons, key);
    return reason && first(reason[part], valuesOf(values));
  };
  const none = () => first(words.unknownReason, new Map());

  return {
    title: (text) => first(textOf(text).title, valuesOf(text.values)) ?? "",
    note: (text, isLate = false) => {
      const parts = [...(isLate ? [[words.late]] : []), ...textOf(text).note];
      const values = valuesOf(text.values);
      return parts.map((part) => first(part, values)).filter((part) => part !== null).reduce(joined, "");
    },
    reason: (reason) => inWords(reason, "sentence") ?? none(),
    /** The reason of a text that has none of its own. */
    ownReason: (text) => first(textOf(text).reason, valuesOf(text.values)) ?? none(),
    shortReasons: (because) => because.map((reason) => inWords(reason, "short"))
      .filter((short) => short !== null),
  };
}

// A sentence ends with its own mark; other parts need a separator.
function joined(line, part) {
  if (line === "") return part;
  return line + (line.endsWith(".") ? " " : " · ") + part;
}

// The first value of a name counts. An empty value counts as missing.
function valuesOf(values) {
  const all = new Map();
  for (const { name, text } of values ?? []) if (!all.has(name)) all.set(name, text);
  return all;
}

function own(group, key) {
  return Object.hasOwn(group, key) ? group[key] : null;
}

function filled(template, values, means) {
  let isWhole = true;
  const text = template.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, form) => {
    const value = values.get(name);
    const shown = value ? inForm(value, form, values.get("zone"), means) : null;
    isWhole &&= shown !== null;
    return shown;
  });
  return isWhole ? text : null;
}

function inForm(value, form, zone, { words, format }) {
  switch (form) {
    case undefined: return value;
    case "moment": case "date": return dated(value, form, zone, format);
    case "list": {
      const lines = value.split("\n").filter(Boolean);
      return lines.length > 0 ? format.list(lines) : null;
    }
    case "person": return anID.test(value) ? format.person(value) : value;
    case "length": return aCount.test(value) ? lengthOf(Number(value), words) : null;
    default: return form.includes("=") ? chosen(value, form) : counted(value, form, words);
  }
}

function dated(value, form, zone, format) {
  const isReal = Number.isFinite(Date.parse(value));
  if (isReal && anInstant.test(value)) {
    return form === "moment" ? format.moment(value, zone) : format.dateOf(value, zone);
  }
  return isReal && aDate.test(value) ? format.date(value) : null;
}

function lengthOf(minutes, words) {
  const unit = words.lengths.find((one) => minutes >= one.minutes && minutes % one.minutes === 0);
  return unit ? filled(unit.words, new Map([["count", String(minutes / unit.minutes)]]), { words }) : null;
}

function chosen(value, form) {
  const choice = form.split("|").map((one) => one.split(/=(.*)/s)).find(([name]) => name === value);
  return choice ? choice[1] : null;
}

function counted(value, form, { singulars }) {
  if (!aCount.test(value)) return null;
  const [one, other] = form.split("|");
  const count = Number(value);
  return (singulars.includes(count) ? one : other).replaceAll("#", String(count));
}
