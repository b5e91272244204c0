// Deutsch: die Einzelheiten des Protokolls.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  auditDetails: {
    of: (name, said) => `${name}: ${said}`,
    counts: (added, changed, expected) => `${added} neu, ${changed} geändert`
      + (expected === undefined ? "" : `, ${expected} noch ohne Konto`),
    added: (what) => `${what} hinzugefügt`,
    changed: (what) => `${what} geändert`,
    deleted: (what) => `${what} gelöscht`,
    posted: (what) => `${what} veröffentlicht`,
    anAED: "ein AED",
    kinds: {
      contact: (name) => `Kontakt ${name}`,
      activity: (name) => `AG ${name}`,
      source: (name) => `Quelle ${name}`,
      announcement: (name) => `Durchsage ${name}`,
      "bell schedule": (name) => `Zeiten ${name}`,
      term: (name) => `Halbjahr ${name}`,
    },
    alerted: (isDrill, count, place) => (isDrill ? "Übung, " : "")
      + plural(count, { one: "# Person", other: "# Personen" }) + `: ${place}`,
    siteNames: { name: "Name der Seite", zone: "Zeitzone", language: "Sprache der E-Mails",
      sign_up: "Neue Konten" },
    modes: { open: "offen für alle", invite: "mit Einladung", off: "geschlossen" },
    openTo: (domains) => `offen für ${domains}`,
    fromFile: "aus der Einstellungsdatei des Servers",
    guide: (number, guidelines) => `Notrufnummer ${number}, Leitlinien ${guidelines}`,
    profiles: { aha2025: "AHA 2025", erc2025: "ERC 2025" },
    whole: {
      settings: "Grundlagen", "day types": "Zyklus", "set the lunch menu": "Speiseplan",
      "changed the order of the sources": "Reihenfolge der Quellen",
      "check-in": "Check-in", "deleted check-in": "Check-in gelöscht", warnings: "Warnungen",
      student: "Student/in", instructor: "Lehrkraft", left: "nicht mehr im Kurs",
      "an adviser": "Betreuung eingetragen", "no adviser": "Betreuung ausgetragen",
      "excuse accepted": "Entschuldigung angenommen", "excuse declined": "Entschuldigung abgelehnt",
      "excuse waiting": "Entschuldigung offen",
    },
  },
};
