// Deutsch: was ein API-Token darf.

export default {
  tokenScopes: {
    names: {
      "room:read": "Dein Zimmer sehen", "room:write": "In deinem Zimmer etwas ändern",
      "events:read": "Deine Ereignisse sehen", "events:write": "Deine Ereignisse ändern",
      "courses:read": "Deine Kurse sehen", "courses:write": "Deine Kurse ändern",
      "profile:read": "Dein Profil sehen", "profile:write": "Dein Profil ändern",
      "alerts:read": "Deine Mitteilungen sehen", "alerts:write": "Deine Mitteilungen ändern",
      "site:alert": "Alarme an die Verwaltung melden", admin: "Diese Seite verwalten",
    },
    hints: {
      "room:read": "Aufgaben, Nachrichten, Leute",
      "room:write": "Aufgaben anlegen und erledigen, Nachrichten schreiben",
      "events:read": "Mit Aufgaben und Budgets", "events:write": "Anlegen, ändern, teilen und zusagen",
      "courses:read": "Deine Anwesenheit; in Kursen, die du leitest, auch Listen und Check-ins",
      "courses:write": "Listen, Check-ins, Anwesenheit und Entschuldigungen, aber nie einchecken",
      "alerts:read": "Auch anstehende", "alerts:write": "Anheften, lesen, leeren und Kanäle wählen",
      "profile:read": "Auch was du vor anderen verbirgst",
      "profile:write": "Name und Angaben, nie dein Passwort",
      "site:alert": "Für Alertmanager, der diese Seite überwacht",
      admin: "Alles, was du als Verwaltung darfst",
    },
  },
};
