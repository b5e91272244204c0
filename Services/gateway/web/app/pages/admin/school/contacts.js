// The administrators' list of contacts.

import { get } from "../../../api.js";
import { field, toggle } from "../../../components/form.js";
import { barButton, given, managedList, orNull } from "../../../components/managed.js";
import { words } from "../../../words/words.js";

const optional = ["department", "phone", "email", "hours", "room"];
const kinds = { phone: "tel", email: "email" };
const limits = { phone: 40, email: 254 };

/** The page at /admin/school/contacts. */
export function adminContactsPage() {
  const text = words.schoolAdmin.contacts;
  const list = managedList({
    name: "/admin/school/contacts", sign: "📇", text, path: "/v1/admin/school/contacts",
    load: async () => (await get("/v1/school/contacts")).items,
    titleOf: ({ name }) => name,
    noteOf: (one) => [one.isEmergency && words.contacts.emergency, one.role, one.department, one.phone,
      one.email].filter(Boolean).join(" · "),
    form: contactForm,
  });
  list.load();
  return {
    name: "admin-contacts", tab: "admin", title: text.title, parent: "/admin/school",
    action: barButton(text.add, () => list.add()), body: [list.element],
    onEvent: (topic) => { if (topic === "reset") list.load(); },
    stop: () => { list.isOver = true; },
  };
}

function contactForm(contact) {
  const text = words.schoolAdmin.contacts;
  const line = (name, more) => field({ name, label: text.fields[name], kind: kinds[name],
    maxLength: limits[name] ?? 120, autocomplete: "off", value: contact?.[name] ?? "", ...more });
  return {
    parts: [line("name", { required: true }), line("role", { required: true, hint: text.roleHint }),
      ...optional.map((name) => line(name, { isOptional: true })),
      toggle({ name: "isEmergency", label: text.isEmergency, hint: text.emergencyHint,
        isOn: contact?.isEmergency ?? false })],
    blames: { contact_twice: "name", emergency_phone_missing: "phone" },
    body: (values) => {
      const sent = { name: values.name.trim(), role: values.role.trim(), isEmergency: values.isEmergency,
        ...Object.fromEntries(optional.map((name) => [name, orNull(values[name])])) };
      return contact ? sent : given(sent);
    },
  };
}
