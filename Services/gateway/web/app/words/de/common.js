// Deutsch, per Du: Wörter für alle Seiten.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  app: "Quad",
  nav: {
    label: "Hauptmenü", home: "Start", tasks: "Aufgaben", events: "Ereignisse", board: "Nachrichten",
    roommates: "Leute", inbox: "Mitteilungen", settings: "Einstellungen", admin: "Verwaltung",
  },
  skip: "Zum Inhalt springen",
  back: "Zurück",
  undo: "Rückgängig",
  save: "Speichern",
  cancel: "Abbrechen",
  close: "Schließen",
  more: "Mehr anzeigen",
  retry: "Erneut versuchen",
  offlineList: "Keine Verbindung. Du siehst nur, was noch nicht gesendet ist. Der Rest lädt, sobald du "
    + "online bist.",
  loading: "Lädt",
  optional: "optional",
  saved: "Gespeichert",
  halfTyped: { date: "Gib das ganze Datum ein oder leere das Feld.",
    time: "Gib die ganze Uhrzeit ein oder leere das Feld.", other: "Gib eine Zahl ein." },
  yearBad: (first, last) => `Gib ein Jahr von ${first} bis ${last} ein.`,
  characters: {
    left: (count) => plural(count, { one: "Noch # Zeichen", other: "Noch # Zeichen" }),
    over: (count) => plural(count, { one: "# Zeichen zu lang", other: "# Zeichen zu lang" }),
  },
  moment: {
    time: "Uhrzeit",
    days: { today: "Heute", tomorrow: "Morgen", weekend: "Wochenende" },
    hint: "Ohne Uhrzeit ist die Aufgabe am Ende des Tages fällig.",
    needDate: "Gib auch ein Datum ein.",
    suggest: (when) => `Fällig ${when}`,
  },
  ownZone: {
    taken: (place) => `Zeitzone eingestellt: ${place}.`,
    takenBack: "Dein Profil hat jetzt keine Zeitzone.",
    take: (place) => `Zeit von ${place} verwenden`,
  },
  drafts: {
    kept: (when) => `Entwurf, ${when}`,
    discard: "Entwurf verwerfen",
  },
  strip: {
    offline: "Keine Verbindung",
    offlineAsOf: (when) => `Keine Verbindung · Stand ${when}`,
    troubleAsOf: (when) => `Quad antwortet nicht · Stand ${when}`,
    waiting: (count) => plural(count, {
      one: "# nicht gesendete Änderung", other: "# nicht gesendete Änderungen",
    }),
    sending: (count) => plural(count, {
      one: "# Änderung wird gesendet", other: "# Änderungen werden gesendet",
    }),
    refused: (count) => plural(count, {
      one: "# Änderung nicht gespeichert", other: "# Änderungen nicht gespeichert",
    }),
    update: "Eine neue Version von Quad ist verfügbar.",
    reload: "Neu laden",
  },
  notFound: { title: "Seite nicht gefunden", text: "Diese Seite gibt es nicht oder nicht mehr.",
    home: "Zum Start" },
  people: { you: "dir", You: "Du", former: "jemandem, der ausgezogen ist", Former: "Jemand, der ausgezogen "
    + "ist" },
  outbox: {
    title: "Nicht gesendete Änderungen",
    empty: "Nichts zu senden",
    emptyText: "Was du offline änderst, steht hier und wird gesendet, sobald du wieder online bist.",
    waiting: "Wartet auf Verbindung",
    refused: "Nicht gespeichert",
    sent: "Zuletzt gesendet",
    sendNow: "Jetzt senden",
    takeBack: "Rückgängig",
    takenBack: "Änderung rückgängig gemacht",
    tooLate: "Diese Änderung wurde schon gesendet.",
    again: "Erneut versuchen",
    discard: "Verwerfen",
    discardTitle: "Diese Änderung verwerfen?",
    kept: "Keine Verbindung. Deine Änderung wird später gesendet.",
    kinds: {
      "task.add": (title) => `„${title}“ hinzufügen`,
      "task.edit": (title) => `„${title}“ bearbeiten`,
      "task.complete": (title) => `„${title}“ erledigen`,
      "task.reopen": (title) => `„${title}“ wieder öffnen`,
      "task.delete": (title) => `„${title}“ löschen`,
      "task.restore": (title) => `„${title}“ wiederherstellen`,
      "event.add": (title) => `„${title}“ hinzufügen`,
      "event.edit": (title) => `„${title}“ bearbeiten`,
      "event.delete": (title) => `„${title}“ löschen`,
      "event.restore": (title) => `„${title}“ wiederherstellen`,
      "toDo.add": (title) => `Aufgabe „${title}“ hinzufügen`,
      "toDo.edit": (title) => `Aufgabe „${title}“ bearbeiten`,
      "toDo.delete": (title) => `Aufgabe „${title}“ löschen`,
      "toDo.restore": (title) => `Aufgabe „${title}“ wiederherstellen`,
      "budget.add": (title) => `„${title}“ zum Budget hinzufügen`,
      "budget.edit": (title) => `„${title}“ im Budget bearbeiten`,
      "budget.delete": (title) => `„${title}“ aus dem Budget löschen`,
      "budget.restore": (title) => `„${title}“ im Budget wiederherstellen`,
      other: "Änderung",
    },
  },
  chart: {
    values: "Werte anzeigen",
    none: "–",
    others: "Andere",
    nothing: "Noch keine Daten",
  },
};
