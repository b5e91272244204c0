// One operation of the API, rendered from the OpenAPI document.

import { membersOf, nameOf, resolved, typeOf } from "../models/apidocument.js";
import { fill, h } from "../dom.js";
import { words } from "../words/words.js";

const maxDepth = 4;

/** A row with method, path and summary that expands to the full description of the operation. */
export function apiOperation(document, operation) {
  const inside = h("div", { class: "api-inside" });
  const line = h("summary", {}, h("code", { class: "api-method" }, operation.method),
    h("code", { class: "api-path" }, broken(operation.path)),
    h("span", { class: "quiet" }, operation.summary));
  const details = h("details", { class: "api-operation", id: operation.operationId }, line, inside);
  details.addEventListener("toggle", () => {
    if (details.open && !inside.firstChild) fill(inside, parts(document, operation));
  });
  return details;
}

function parts(document, operation) {
  const text = words.docs;
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const [status, success] = Object.entries(operation.responses).find(([name]) => name.startsWith("2"));
  const reply = Object.entries(success.content ?? {})[0];
  return [
    operation.description && h("p", {}, operation.description),
    h("p", { class: "quiet" }, access(operation)),
    operation.parameters && block(text.parameters, table(operation.parameters.map((parameter) => ({
      name: parameter.name, isRequired: parameter.required, text: parameter.description ?? "",
      place: parameter.in, ...typeOf(document, parameter.schema),
    })))),
    body && block(text.body, content(document, body)),
    block(text.reply(status), reply ? content(document, reply) : h("p", { class: "quiet" }, text.noBody)),
    block(text.errors, errors(operation)),
  ];
}

function block(title, ...children) {
  return h("section", { class: "api-block" }, h("h3", {}, title), children);
}

function content(document, [type, { schema, example }]) {
  return [
    h("p", { class: "quiet" }, h("code", {}, type)),
    schema && nested(document, schema, []),
    example && h("pre", { class: "api-example", tabindex: "0" },
      h("code", {}, JSON.stringify(example, null, 2))),
  ];
}

/** The members of a schema, followed by those of its nested schemas, each schema once. */
function nested(document, schema, above) {
  const members = membersOf(document, schema);
  if (members.length === 0) return h("p", {}, h("code", {}, typeOf(document, schema).type));
  const inner = [...new Set(members.map(({ target }) => target).filter(Boolean))]
    .filter((name) => !above.includes(name) && resolved(document, reference(name)).properties);
  const next = [...above, nameOf(schema), ...inner];
  return [table(members), above.length < maxDepth && inner.map((name) => h("details", { class: "api-schema" },
    h("summary", {}, h("code", {}, name)), h("p", {}, resolved(document, reference(name)).description ?? ""),
    nested(document, reference(name), next)))];
}

function reference(name) {
  return { $ref: `#/components/schemas/${name}` };
}

function table(members) {
  const text = words.docs;
  return h("dl", { class: "api-members" }, members.map((member) => [
    h("dt", {}, h("code", {}, member.name), " ",
      h("span", { class: "quiet" }, [member.type, member.place, member.isRequired && text.required]
        .filter(Boolean).join(" · "))),
    h("dd", {}, member.text)]));
}

function errors(operation) {
  const rows = Object.entries(operation.responses).filter(([, response]) => response["x-codes"]);
  return h("dl", { class: "api-members" }, rows.map(([status, response]) => [
    h("dt", {}, status), h("dd", {}, response.description.replaceAll("`", ""))]));
}

function access(operation) {
  const text = words.docs;
  if (operation["x-role"]) return text.role(operation["x-role"]);
  if (operation.security?.length === 0) return text.anyone;
  const scope = operation.security?.find((one) => one.token)?.token?.[0];
  return scope ? text.scope(scope) : text.session;
}

/** A path with optional line breaks after its slashes. */
function broken(path) {
  return path.split("/").flatMap((part, at) => at === 0 ? [part] : [h("wbr"), `/${part}`]);
}
