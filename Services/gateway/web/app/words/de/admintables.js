// German: administrators' tables.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  tables: {
    choose: (name) => `${name} auswählen`,
    chosen: (count) => plural(count, { one: "# ausgewählt", other: "# ausgewählt" }),
    clear: "Auswahl aufheben",
    export: "Als CSV speichern",
    progress: (done, all) => `${done} von ${all} erledigt`,
    stop: "Anhalten",
    people: {
      chooseAll: "Alle angezeigten auswählen",
      chosenRows: "Ausgewählte Personen",
      name: "Name",
      firstName: "Vorname",
      lastName: "Nachname",
      status: "Status",
      more: (count) => `Nur ${count} Personen sind zu sehen. Mit der Suche findest du die übrigen.`,
      exporting: (count) => `${count} Personen …`,
      roles: "Rollen ändern",
      rolesTitle: (count) => plural(count, {
        one: "Rollen von # Person ändern",
        other: "Rollen von # Personen ändern",
      }),
      rolesLead: "Wer andere Rollen bekommt, wird überall abgemeldet.",
      way: "Änderung",
      ways: {
        give: "Diese Rollen hinzufügen",
        take: "Diese Rollen entziehen",
        set: "Alle Rollen durch diese ersetzen",
      },
      signOut: "Abmelden",
      signOutTitle: (count) => plural(count, {
        one: "# Person überall abmelden?",
        other: "# Personen überall abmelden?",
      }),
      block: "Sperren",
      blockTitle: (count) => plural(count, { one: "# Person sperren?", other: "# Personen sperren?" }),
      unblock: "Entsperren",
      unblockTitle: (count) => plural(count, {
        one: "# Person entsperren?",
        other: "# Personen entsperren?",
      }),
      done: (count) => plural(count, { one: "Für # Person erledigt", other: "Für # Personen erledigt" }),
      refused: (count) => plural(count, {
        one: "Bei # Person nicht möglich",
        other: "Bei # Personen nicht möglich",
      }),
    },
    rooms: {
      chooseAll: "Alle angezeigten Zimmer auswählen",
      chosenRows: "Ausgewählte Zimmer",
      room: "Zimmer",
      residents: "Wer dort wohnt",
      people: "Personen",
      opened: "Eröffnet",
      more: (count) => `Das sind die ersten ${count} Zimmer. Die übrigen findest du nach Wohnheim oder `
        + "mit der Suche.",
      exporting: (count) => `${count} Zimmer …`,
      capacityTitle: (count) => plural(count, {
        one: "Plätze von # Zimmer ändern",
        other: "Plätze von # Zimmern ändern",
      }),
      capacityHint: "1 bis 20. Leer lassen für den Standard des Wohnheims.",
      done: (count) => plural(count, { one: "# Zimmer geändert", other: "# Zimmer geändert" }),
      refused: (count) => plural(count, {
        one: "# Zimmer nicht geändert",
        other: "# Zimmer nicht geändert",
      }),
    },
    invites: {
      chooseAll: "Alle angezeigten Einladungen auswählen",
      chosenRows: "Ausgewählte Einladungen",
      code: "Code",
      link: "Link",
      used: "Benutzt",
      usedOf: "Konten",
      expires: "Gültig bis",
      more: (count) => `Das sind die neuesten ${count} Einladungen.`,
      exporting: (count) => `${count} Einladungen …`,
      revokeTitle: (count) => plural(count, {
        one: "# Einladung widerrufen?",
        other: "# Einladungen widerrufen?",
      }),
      revokeText: "Niemand kann damit mehr ein Konto anlegen. Bestehende Konten bleiben.",
      done: (count) => plural(count, { one: "# Einladung widerrufen", other: "# Einladungen widerrufen" }),
      refused: (count) => plural(count, {
        one: "# Einladung nicht widerrufen",
        other: "# Einladungen nicht widerrufen",
      }),
    },
    deliveries: {
      time: "Zeit",
      person: "Person",
      channel: "Kanal",
      reason: "Grund",
      attempts: "Versuche",
      gone: "Gelöschtes Konto",
      more: (count) => `Das sind die neuesten ${count}.`,
      exporting: (count) => `${count} Mitteilungen …`,
    },
    audit: {
      time: "Zeit",
      act: "Aktion",
      more: (count) => `Die Datei enthält die neuesten ${count} Aktionen.`,
      exporting: (count) => `${count} Aktionen …`,
    },
  },
};
