// The OpenAPI document prepared for display: operations by section, members with their types in words.

const methods = ["get", "post", "put", "patch", "delete"];

/**
 * The operations by tag, in the order of the tags, with the administrators' ones last: `[{ name, text,
 * operations }]`.
 */
export function partsOf(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) => methods
    .filter((name) => item[name]).map((name) => ({ method: name.toUpperCase(), path, ...item[name] })));
  const rank = ({ path }) => Number(path.startsWith("/v1/admin/"));
  return document.tags.map(({ name, description }) => ({
    name, text: description,
    operations: operations.filter(({ tags }) => tags.includes(name)).sort((a, b) => rank(a) - rank(b)),
  })).filter((part) => part.operations.length > 0);
}

/**
 * True if each word of a search is in the method, the path, the summary or the description of an operation.
 */
export function fits({ path, method, summary, description = "" }, search) {
  const text = `${method} ${path} ${summary} ${description}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** The members of a schema: `[{ name, type, isRequired, text, target }]`; `target` names its own schema. */
export function membersOf(document, schema) {
  const { properties = {}, required = [] } = resolved(document, schema);
  return Object.entries(properties).map(([name, member]) => ({
    name, isRequired: required.includes(name), text: member.description ?? "", ...typeOf(document, member),
  }));
}

/** The schema that a reference names, else the schema itself. */
export function resolved(document, schema) {
  const name = nameOf(schema);
  return name ? document.components.schemas[name] ?? {} : schema;
}

/** The name of the schema that a reference leads to, or null. */
export function nameOf(schema) {
  return schema?.$ref?.split("/").at(-1) ?? null;
}

/** A schema's type with its limits in words, and the name of the schema inside it. */
export function typeOf(document, schema) {
  const target = nameOf(schema);
  if (target) {
    const { enum: words } = resolved(document, schema);
    return { type: words ? words.join(" | ") : target, target };
  }
  if (schema.anyOf) {
    const types = schema.anyOf.map((choice) => typeOf(document, choice));
    return {
      type: types.map(({ type }) => type).join(" | "),
      target: types.find((one) => one.target)?.target ?? null,
    };
  }
  if (schema.enum) return { type: schema.enum.map(String).join(" | "), target: null };
  if (schema.type === "array" && schema.items) {
    const items = typeOf(document, schema.items);
    return { type: `${items.type}[]${limits(schema.minItems, schema.maxItems)}`, target: items.target };
  }
  const name = [schema.type ?? "any"].flat().join(" | ");
  const form = schema.format ? ` (${schema.format})` : "";
  const range = limits(schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum);
  return { type: name + form + range, target: null };
}

function limits(least, most) {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return `, ≥ ${least}`;
  return least === undefined ? `, ≤ ${most}` : `, ${least}–${most}`;
}
