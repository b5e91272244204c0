// Deutsch, per Du: die Startseite der Verwaltung.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  overview: {
    health: { good: "Alles in Ordnung", look: "Sieh dir etwas an", bad: "Etwas funktioniert nicht" },
    levels: { good: "OK", look: "Prüfen", bad: "Problem" },
    programs: "Programme",
    parts: { auth: "Konten", roomhub: "Zimmer und Pinnwand", attendance: "Kurse", events: "Ereignisse",
      campus: "Schultag", "media-fetcher": "Bilder", guide: "Erste Hilfe",
      notifier: "Benachrichtigungen", gateway: "Webserver" },
    states: { ready: "Bereit", starting: "Startet", degraded: "Speichert nicht", away: "Antwortet nicht" },
    since: (version, when) => `Version ${version}, seit ${when}`,
    gigabytes: (count) => `${count} GB`,
    checks: {
      programs: {
        title: "Programme",
        ready: { says: ({ count, version, since }) => `Alle ${count} sind bereit. Version ${version}, `
          + `letzter Start ${since}.` },
        away: { says: ({ programs }) => `Antwortet nicht: ${programs}. Was dazu gehört, geht gerade nicht.`,
          act: "Auf dem Server zeigt compose/local status oder docker compose ps, was läuft. Warum, steht "
            + "in den Protokollen." },
        starting: { says: ({ programs }) => `Startet oder holt auf: ${programs}.`,
          act: "Das dauert meist nur einen Moment. Sonst hilft das Protokoll des Programms weiter." },
        versions: { says: ({ versions }) => `Es laufen verschiedene Versionen: ${versions}.`,
          act: "Starte die Seite neu, um das Update abzuschließen." },
      },
      disk: {
        title: "Festplatte",
        free: { says: ({ free, part }) => `${free} frei (${part}).` },
        low: { says: ({ free, part }) => `Nur noch ${free} frei (${part}).`,
          act: "Lösche, was der Server nicht braucht, etwa alte Backups, oder vergrößere die Platte. Ist "
            + "sie voll, kann niemand mehr etwas speichern." },
        full: { says: "Nichts kann gespeichert werden: Die Festplatte ist voll, oder die Datenbank nimmt "
            + "nichts an.",
          act: "Schaffe jetzt Platz auf dem Server, oder sieh nach der Datenbank. Was gespeichert war, "
            + "bleibt." },
      },
      updates: {
        title: "Austausch der Programme",
        sent: { says: ({ count }) => count === 0 ? "Nichts ist offen."
          : plural(count, { one: "# Änderung ist unterwegs.", other: "# Änderungen sind unterwegs." }) },
        behind: { says: ({ count }) => plural(count, { one: "# Änderung wartet.",
          other: "# Änderungen warten." }),
          act: "Neues erscheint verspätet. Wächst die Zahl weiter, starte die Seite neu." },
        dead: { says: ({ count }) => plural(count, { one: "# Änderung wurde nicht übernommen.",
          other: "# Änderungen wurden nicht übernommen." }),
          act: "Auf dem Server zeigt quadctl bus dlq sie an und versucht es noch einmal." },
      },
      notifications: {
        title: "Benachrichtigungen",
        onTime: { says: ({ count }) => count === 0 ? "Pünktlich. Nichts wartet auf den Versand."
          : plural(count, { one: "Pünktlich. # wird gerade verschickt.",
            other: "Pünktlich. # werden gerade verschickt." }) },
        late: { says: ({ count }) => plural(count, { one: "# Erinnerung ist verspätet.",
          other: "# Erinnerungen sind verspätet." }),
          act: "Der Server ist überlastet, oder seine Uhr wurde verstellt." },
      },
      backup: {
        title: "Backup",
        recent: { says: ({ last, age }) => `Letztes Backup: ${last} (${age}).` },
        due: { says: "Noch keins. Das erste wird innerhalb eines Tages fällig.",
          act: "Mit einer Passphrase in QUAD_BACKUP_PASSPHRASE gibt es jede Nacht ein Backup." },
        old: { says: ({ last }) => `Das letzte gelungene Backup ist älter als 26 Stunden: ${last}.`,
          act: "Auf dem Server zeigt docker compose logs backup oder journalctl -u quad-backup, woran es "
            + "liegt. compose/local backup macht sofort eins." },
        none: { says: "Von dieser Seite gibt es noch kein Backup. Fällt die Festplatte aus, ist alles "
          + "darauf weg.",
          act: "Auf dem Server zeigt docker compose logs backup oder journalctl -u quad-backup, woran es "
            + "liegt. Mit einer Passphrase in QUAD_BACKUP_PASSPHRASE macht compose/local backup sofort "
            + "eins." },
      },
    },
    decisions: "Wartet auf dich",
    noDecisions: "Nichts wartet auf eine Entscheidung.",
    waits: {
      reports: (count) => plural(count, { one: "# gemeldete Nachricht", other: "# gemeldete Nachrichten" }),
      deadDeliveries: (count) => plural(count, { one: "# nicht zugestellte Benachrichtigung",
        other: "# nicht zugestellte Benachrichtigungen" }),
      expiredInvites: (count) => plural(count, { one: "# abgelaufene Einladung",
        other: "# abgelaufene Einladungen" }),
    },
    todo: {
      reports: "Ausblenden oder Meldungen verwerfen",
      deadDeliveries: "Aus den letzten 7 Tagen; sieh nach, warum",
      expiredInvites: "Nicht aufgebraucht; erstelle neue",
    },
    inNumbers: "In Zahlen",
    numbers: {
      people: (count) => plural(count, { one: "Person", other: "Personen" }),
      rooms: () => "Zimmer",
      dorms: (count) => plural(count, { one: "Wohnheim", other: "Wohnheime" }),
      joinRequests: (count) => plural(count,
        { one: "wartet auf ein Zimmer", other: "warten auf ein Zimmer" }),
      courses: (count) => plural(count, { one: "Kurs", other: "Kurse" }),
      events: (count) => plural(count, { one: "Ereignis", other: "Ereignisse" }),
      pictures: (count) => plural(count, { one: "Bild", other: "Bilder" }),
      messages: (count) => plural(count, { one: "Nachricht", other: "Nachrichten" }),
      alerts: (count) => plural(count, { one: "Erinnerung", other: "Erinnerungen" }),
    },
    peopleNote: ({ newPeople, students, staff, admins }) => [
      `${newPeople} neu diese Woche`, `${students} Studierende`, `${staff} Personal`,
      `${admins} Verwaltung`].join(" · "),
    roomsNote: ({ rooms, fullRooms }) => `${rooms - fullRooms} mit Platz · ${fullRooms} voll`,
    joinRequestsNote: "Beitritt angefragt",
    messagesNote: "in den letzten 24 Stunden",
    alertsNote: "geplant",
    places: "Verwalten",
  },
};
