// People of the school in its directory.

import { h, icon } from "../dom.js";
import { words } from "../words/words.js";
import { dotted, shortName } from "./coursepieces.js";

/** The row of a contact, with links to call and to write. */
export function contactRow(contact) {
  const text = words.contacts;
  const { name, phone, ownPhone, email } = contact;
  return h("li", { class: "row contact-row" },
    h("div", { class: "contact-words" }, h("strong", { class: "row-title" }, name),
      h("span", { class: "row-note" }, contactNote(contact)),
      contact.hours && h("span", { class: "row-note" }, contact.hours)),
    h("div", { class: "contact-ways" },
      phone && h("a", { href: telephone(phone), "aria-label": text.call(name, phone) }, icon("phone"),
        h("span", {}, phone)),
      ownPhone && h("a", { href: telephone(ownPhone), "aria-label": text.call(name, ownPhone) },
        icon("phone"), h("span", {}, text.ownOf(ownPhone))),
      email && h("a", { href: `mailto:${encodeURIComponent(email).replace("%40", "@")}`,
        "aria-label": text.write(name, email) }, icon("mail"), h("span", {}, email))));
}

/** What a contact does, and where. */
export function contactNote({ role, room }) {
  return dotted([role, room && shortName(words.contacts.room(room))]);
}

/** The address that calls a number. */
export function telephone(phone) {
  return `tel:${phone.replace(/[^+\d*#,;]/g, "")}`;
}
