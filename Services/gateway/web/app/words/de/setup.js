// Deutsch, per Du: eine neue Seite einrichten.

export default {
  setup: {
    title: "Seite einrichten",
    lead: "Übernimm die Verwaltung und gib der Seite einen Namen.",
    code: "Einrichtungscode",
    codeHint: "Du findest ihn im Protokoll der Seite. Oder führe auf dem Server quadctl setup aus.",
    you: "Verwaltung",
    passwordHint: "Mindestens 10 Zeichen. Hast du hier schon ein Konto, nimm dessen Passwort.",
    site: "Seite",
    name: "Name der Seite",
    nameHint: "Erscheint auf Seiten und in E\u2011Mails.",
    zone: "Zeitzone",
    zoneHint: "Für alle, die keine gewählt haben.",
    language: "Sprache der E\u2011Mails",
    languageHint: "Die Seiten richten sich nach dem Browser.",
    signUp: "Neue Konten",
    modes: {
      invite: "Mit Einladung",
      open: "Offen für alle",
      domains: "Offen für bestimmte E-Mail-Domains",
      off: "Geschlossen",
    },
    domains: "E-Mail-Domains",
    domainsHint: "Trenne sie mit Kommas, zum Beispiel schule.example, info.schule.example.",
    submit: "Seite einrichten",
    doneTitle: "Die Seite ist eingerichtet",
    doneText: "Melde dich an oder frag die Verwaltung.",
  },
};
