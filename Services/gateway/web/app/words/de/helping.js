// Deutsch, per Du: Alarme zum Helfen und die Liste der Defibrillatoren für die Verwaltung.

const were = (count) => count === 1 ? "1 Person wurde" : `${count} Leute wurden`;

export default {
  aidHelp: {
    title: "Hilfe gebraucht",
    drill: "Das ist eine Übung",
    by: (name) => `Von ${name}`,
    at: (when) => `Gesendet ${when}`,
    aed: (place) => `Defi: ${place}`,
    coming: (coming, people) =>
      `${were(people)} alarmiert, ${coming === 1 ? "1 kommt" : `${coming} kommen`}.`,
    calledOff: (when) => `Entwarnung ${when}. Niemand muss mehr kommen.`,
    come: "Ich komme",
    youCome: "Du hast gesagt, dass du kommst.",
    callOff: "Entwarnung geben",
    callOffText: "Alle, die alarmiert wurden, erfahren, dass sie nicht mehr kommen müssen.",
    steps: "Was zu tun ist",
  },
  crisisAdmin: {
    lead: "Alarme und Übungen der letzten 12 Monate. Öffne einen, um Hinweis und Defi zu sehen oder "
      + "Entwarnung zu geben.",
    drill: "Übung",
    calledOff: (time) => `Entwarnung um ${time}`,
    open: "Läuft noch",
    by: (name) => `Von ${name}`,
    gone: "Von einem gelöschten Konto",
    coming: (coming, people) => `${people} alarmiert, ${coming} ${coming === 1 ? "kommt" : "kommen"}`,
    nobody: "Hat niemanden erreicht",
    empty: "Noch keine Alarme",
    emptyText: "Hier steht, wenn jemand Helfer alarmiert oder eine Übung startet.",
  },
  aedAdmin: {
    lead: "Alle sehen diese Defibrillatoren auf der Notfallseite, auch ohne Netz.",
    add: "Defi eintragen",
    edit: "Defi bearbeiten",
    remove: "Defi löschen",
    removed: (name) => `${name} gelöscht`,
    empty: "Noch keine Defibrillatoren",
    emptyText: "Trag den ersten ein oder importiere sie unten aus OpenStreetMap.",
    unnamed: "Defi",
    neverChecked: "noch nicht geprüft",
    noPosition: "ohne Position",
    fromMap: "OpenStreetMap",
    fields: { building: "Gebäude", floor: "Stockwerk", words: "Wo genau, auf Englisch", german: "Wo genau",
      hours: "Zeiten", keeper: "Betreut von", position: "Position", checked: "Zuletzt geprüft" },
    positionHint: "Breite und Länge, zum Beispiel 52.5163, 13.3777. Damit steht der nächste Defi zuerst.",
    useMine: "Meine Position verwenden",
    locating: "Deine Position wird gesucht …",
    located: (meters) => `Deine Position, auf etwa ${meters} m genau.`,
    positionProblems: {
      location_denied: "Quad darf deine Position nicht verwenden. Erlaube es in den Einstellungen des "
        + "Browsers oder tipp die Zahlen ein.",
      location_missing: "Dieser Browser kann deine Position nicht bestimmen. Tipp die Zahlen ein.",
      location_failed: "Deine Position wurde nicht gefunden. Versuch es in der Nähe eines Fensters oder tipp "
        + "die Zahlen ein.",
    },
    import: "Aus OpenStreetMap importieren",
    importLead: "Eine Datei in GeoJSON oder Overpass-JSON, deren Objekte mit emergency=defibrillator "
      + "markiert sind. Noch einmal importiert, aktualisiert sie dieselben Defis.",
    file: "Datei",
    fileHint: "Bis 1 MB",
    check: "Datei prüfen",
    tooLarge: "Wähle eine Datei bis 1 MB.",
    would: ({ rows, added, changed, already, refused }) => `${rows} Defis: ${added} neu, `
      + `${changed} geändert, ${already} gleich, ${refused} ausgelassen.`,
    problem: (row, message) => `Objekt ${row}: ${message}`,
    take: "Defis importieren",
    done: ({ added, changed }) => `Importiert: ${added} neu, ${changed} geändert.`,
  },
};
