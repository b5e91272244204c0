// Deutsch, per Du: der Kalender der Ereignisse und die Tastenkürzel.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  eventCalendar: {
    week: ["Vorherige Woche", "Nächste Woche"],
    month: ["Vorheriger Monat", "Nächster Monat"],
    today: "Heute",
    count: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
    more: (count) => plural(count, { one: "+# weiteres", other: "+# weitere" }),
    nothing: "Keine Ereignisse an diesem Tag.",
    span: (from, to) => `${from} – ${to}`,
    partly: "Keine Verbindung. Einige Ereignisse fehlen vielleicht, bis du wieder online bist.",
    cut: (count) => `${count} Ereignisse werden angezeigt. In diesem Zeitraum können weitere fehlen.`,
  },
  shortcuts: {
    title: "Tastenkürzel",
    use: "Tastenkürzel verwenden",
    hint: "Beim Tippen haben sie keine Wirkung.",
    list: "Diese Liste anzeigen",
    search: "Suchen",
    add: "Etwas hinzufügen",
    open: (place) => `${place} öffnen`,
    calendar: "In einer Woche oder einem Monat",
    arrows: ["←", "→", "↑", "↓"],
    days: "Anderer Tag",
    ends: ["Pos1", "Ende"],
    week: "Erster oder letzter Tag der Woche",
    pages: ["Bild ↑", "Bild ↓"],
    months: "Andere Woche, anderer Monat",
  },
};
