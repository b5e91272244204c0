// Deutsch, per Du: Schule, mit Kursen und ihren Listen.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  school: {
    title: "Schule",
    courses: "Kurse",
    teach: "Kurse, die du gibst",
    take: "Kurse, die du besuchst",
    add: "Kurs hinzufügen",
    empty: "Noch keine Kurse",
    emptyStudent: "Deine Lehrkräfte nehmen dich in ihre Kurse auf.",
    emptyStaff: "Füg einen Kurs hinzu und trag dann die Leute per E-Mail-Adresse ein.",
    emptyAll: "Noch keine Lehrkraft hat einen Kurs hinzugefügt.",
    show: "Anzeigen",
    own: "Meine Kurse",
    all: "Alle Kurse",
    search: "Kurse suchen",
    found: (count) => plural(count, { one: "# Kurs", other: "# Kurse" }),
    count: (here, everyone) => `${here} von ${everyone}`,
    isOpen: (count) => `Offen · ${count}`,
    nothing: "Keine Kurse gefunden",
    nothingText: "Such nach Name, Kürzel oder Semester.",
  },
  course: {
    one: "Kurs",
    students: (count) => plural(count, { one: "# Student/in", other: "# Studierende" }),
    teaching: "Du gibst diesen Kurs",
    taking: "Du besuchst diesen Kurs",
    taughtBy: (names) => `Unterrichtet von ${names}`,
    managing: "Du verwaltest diesen Kurs",
    gone: "Kurs nicht verfügbar",
    goneText: "Er wurde gelöscht, oder du bist nicht mehr dabei.",
    toSchool: "Kurse ansehen",
    edit: "Bearbeiten",
    events: "Ereignisse",
    addEvent: "Ereignis hinzufügen",
    noEvents: "Nichts geplant. Hier stehen Ereignisse, die mit dem Kurs geteilt sind.",
    newTitle: "Neuer Kurs",
    editTitle: "Kurs bearbeiten",
    name: "Name",
    code: "Kürzel",
    ofClass: "Name und Kürzel stammen aus dem Kursverzeichnis der Schule.",
    codeHint: "Zum Beispiel STAT 101",
    term: "Semester",
    termHint: "Zum Beispiel Herbst 2026",
    statuses: "Begriffe für die Anwesenheit",
    statusesLead: "Eigene Begriffe für die Anwesenheit, hier und in CSV-Dateien. Wo ein Feld leer ist, gilt "
      + "der übliche Begriff.",
    usualStatuses: "Die üblichen Begriffe",
    added: "Kurs hinzugefügt",
    delete: "Kurs löschen",
    deleteTitle: (name) => `${name} löschen?`,
    deleteText: (count) => (count === 0
      ? "Kurs und Kursliste werden endgültig gelöscht. Geteilte Ereignisse werden privat."
      : plural(count, {
        one: "Kurs und Kursliste werden endgültig gelöscht. # Person verliert den Zugang, und geteilte "
          + "Ereignisse werden privat.",
        other: "Kurs und Kursliste werden endgültig gelöscht. # Studierende verlieren den Zugang, und "
          + "geteilte Ereignisse werden privat.",
      })),
    deleted: (name) => `${name} gelöscht`,
    conflict: {
      title: "Anderswo geändert",
      lead: "Dieser Kurs wurde geändert, während du ihn bearbeitet hast. Was soll gelten?",
      same: "Dieselben Änderungen sind schon gespeichert.",
      members: { name: "Name", code: "Kürzel", term: "Semester" },
    },
  },
  schoolDays: { closed: "Geschlossen", closedShort: "Zu", none: "Schulfrei" },
};
