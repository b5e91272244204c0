// The details of the audit log.

import { formsOf } from "../forms.js";

const { plural } = formsOf("en");

export default {
  auditDetails: {
    of: (name, said) => `${name}: ${said}`,
    counts: (added, changed, expected) => expected === undefined ? `${added} added, ${changed} changed`
      : `${added} added, ${changed} changed, ${expected} expected`,
    added: (what) => `added ${what}`,
    changed: (what) => `changed ${what}`,
    deleted: (what) => `deleted ${what}`,
    posted: (what) => `posted ${what}`,
    anAED: "an AED",
    kinds: {
      contact: (name) => `the contact ${name}`,
      activity: (name) => `the activity ${name}`,
      source: (name) => `the source ${name}`,
      announcement: (name) => `the announcement ${name}`,
      "bell schedule": (name) => `bell schedule ${name}`,
      term: (name) => `term ${name}`,
    },
    alerted: (isDrill, count, place) => (isDrill ? "drill, " : "")
      + plural(count, { one: "# person", other: "# people" }) + `: ${place}`,
    siteNames: { name: "site name", zone: "time zone", language: "language of email", sign_up: "sign-up" },
    modes: { open: "open to everyone", invite: "by invitation", off: "closed" },
    openTo: (domains) => `open to ${domains}`,
    fromFile: "from the server's settings file",
    guide: (number, guidelines) => `emergency number ${number}, guidelines ${guidelines}`,
    profiles: { aha2025: "AHA 2025", erc2025: "ERC 2025" },
    whole: {
      settings: "settings", "day types": "day types", "set the lunch menu": "set the lunch menu",
      "changed the order of the sources": "changed the order of the sources",
      "check-in": "check-in", "deleted check-in": "deleted check-in", warnings: "warnings",
      student: "student", instructor: "instructor", left: "left",
      "an adviser": "an adviser", "no adviser": "no adviser",
      "excuse accepted": "excuse accepted", "excuse declined": "excuse declined",
      "excuse waiting": "excuse waiting",
    },
  },
};
