// Deutsch: die Seite Heute.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  today: {
    title: "Heute",
    add: "Aufgabe oder Ereignis hinzufügen",
    addButton: "Hinzufügen",
    example: "Milch kaufen morgen 18 Uhr",
    exampleEvent: "Abendessen Fr 19:00",
    kind: "Art",
    hint: "Füg eine Aufgabe hinzu. Ein Ereignis beginnt mit „Termin:“",
    hintEvent: "Füg ein Ereignis hinzu. Nenn am Ende Tag und Uhrzeit.",
    addDay: "ergänze Tag und Uhrzeit",
    needsDay: "Nenn am Ende den Tag, zum Beispiel „Fr 19:00“.",
    past: "diese Zeit ist vorbei",
    allDay: "ganztägig",
    notATime: "Keine Zeitangabe",
    tooMany: "Es warten schon zu viele Zeilen. Versuch es gleich noch einmal.",
    cards: {
      checkin: "Check-in", class: "Nächste Stunde",
      room: "Zimmer", event: "Nächstes Ereignis", tasks: "Aufgaben", board: "Nachrichten",
      inbox: "Mitteilungen", courses: "Kurse",
    },
    due: (count) => plural(count, { one: "# fällig", other: "# fällig" }),
    nothingDue: "Heute ist nichts fällig",
    moreDue: (count) => plural(count, { one: "Noch # fällig", other: "Noch # fällig" }),
    next: "Als Nächstes",
    noMessages: "Frag dein Zimmer etwas. Es bleibt anonym.",
    noCourses: "Füg deinen ersten Kurs hinzu",
    noCoursesText: "Trag dann die Leute per E-Mail-Adresse ein.",
    moreCourses: (count) => plural(count, { one: "Noch # Kurs", other: "Noch # Kurse" }),
    noNotices: "Hier stehen Erinnerungen und Neues aus deinem Zimmer.",
    asOf: (when) => `Stand: ${when}.`,
    away: {
      checkin: "Check-ins sind gerade nicht erreichbar.",
      event: "Ereignisse sind gerade nicht erreichbar.",
      tasks: "Aufgaben sind gerade nicht erreichbar.",
      board: "Nachrichten sind gerade nicht erreichbar.",
      inbox: "Mitteilungen sind gerade nicht erreichbar.",
      class: "Der Schultag ist gerade nicht erreichbar.",
      courses: "Kurse sind gerade nicht erreichbar.",
    },
    bell: (when, isOn) => isOn ? `bis ${when}` : `um ${when}`,
    cancelled: "entfällt",
    checkedIn: (there, all, when) => `${there} von ${all} eingecheckt · offen bis ${when}`,
    free: "Dein Tag ist frei",
    freeText: "Nichts ist fällig und alles ist gelesen. Hast du etwas vor? Schreib es oben in die Zeile.",
    arrangeLead: "Schieb nach oben, was du am meisten brauchst, und blende aus, was du nicht brauchst.",
    show: "Anzeigen:",
    moveUp: (card) => `Nach oben: ${card}`,
    moveDown: (card) => `Nach unten: ${card}`,
    movedTo: (card, position, count) => `${card}: ${position} von ${count}`,
  },
};
