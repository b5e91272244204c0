// Deutsch: die Suche.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  search: {
    title: "Suche",
    label: "Aufgaben, Ereignisse, Leute, Essen …",
    hint: "Durchsuch alles, was du sehen kannst",
    hintText: "Aufgaben, Ereignisse, To‑dos, Leute, Kurse, Speisepläne, Kontakte, Erste Hilfe und "
      + "Einstellungen. Ein Tippfehler oder ein fehlender Akzent macht nichts.",
    away: "Vielleicht fehlen Treffer: Gerade ist nicht alles erreichbar.",
    nothing: (query) => `Nichts gefunden zu „${query}“`,
    near: (query) => `Genau „${query}“ gibt es nicht. Das hier kommt nahe heran.`,
    nothingText: "Versuch es mit weniger oder anderen Wörtern.",
    all: (count) => `Alle ${count} anzeigen`,
    due: (when) => `Fällig ${when}`,
    completed: (when) => `Erledigt ${when}`,
    onDevice: "Nur auf diesem Gerät gesucht",
    found: (count) => count === 0 ? "Nichts gefunden"
      : plural(count, { one: "# Treffer", other: "# Treffer" }),
    groups: {
      tasks: "Aufgaben", completed: "Erledigt", events: "Ereignisse", toDos: "To-dos",
      roommates: "Mitbewohner", people: "Konten", teachers: "Lehrkräfte", courses: "Kurse", classes: "Fächer",
      activities: "AGs", contacts: "Kontakte", menus: "Speisepläne", calendar: "Schulkalender",
      news: "Neuigkeiten",
      pages: "Seiten", guides: "Erste Hilfe", settings: "Einstellungen", board: "Nachrichten",
    },
  },
};
