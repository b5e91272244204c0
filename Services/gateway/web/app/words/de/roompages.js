// Deutsch, per Du: die weiteren Seiten eines Zimmers.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");

export default {
  join: {
    title: "Deine Einladung",
    invited: (place) => `${place} beitreten`,
    guest: "Jemand aus dem Zimmer hat dir den Code gegeben. Leg ein Konto an, um beizutreten.",
    haveAccount: "Ich habe ein Konto",
    member: "Jemand aus dem Zimmer hat dir den Code gegeben. Du kannst sofort beitreten.",
    enter: (place) => `${place} beitreten`,
    later: "Jetzt nicht",
    waits: (place) => `Du wartest auf ${place}. Wenn du hier beitrittst, wird diese Anfrage zurückgezogen.`,
    isIn: (place) => `Du wohnst schon in ${place}`,
    toRoom: "Zum Zimmer",
    elsewhere: (own) => `Du wohnst in ${own}`,
    leaveFirst: (own, place) => `Du kannst nur in einem Zimmer wohnen. Um ${place} beizutreten, verlass erst `
      + `${own}: Einstellungen, „Zimmer verlassen“. Öffne dann die Einladung noch einmal.`,
    toSettings: "Zu den Einstellungen",
    stay: (own) => `In ${own} bleiben`,
    badTitle: "Dieser Link funktioniert nicht",
    bad: "Ein Teil fehlt. Lass dir den Link noch einmal schicken oder gib den Zimmercode selbst ein.",
    noDorm: "Dieses Wohnheim gibt es hier nicht. Lass dir den Link noch einmal schicken oder wähle es "
      + "selbst.",
    ask: "Beitritt anfragen",
    troubles: {
      join_code_wrong: "Dieser Code gilt nicht mehr. Lass dir den neuen Link schicken oder frag den Beitritt "
        + "an.",
      join_code_bad: "Der Code ist unvollständig. Lass dir den Link noch einmal schicken.",
      room_full: "Dieses Zimmer ist voll. Bitte die Leute, die dort wohnen, oder die Verwaltung um Platz. "
        + "Heb den Link so lange auf.",
    },
  },
  completed: {
    title: "Erledigtes",
    empty: "Noch nichts erledigt",
    emptyText: "Hier stehen die Aufgaben, die dein Zimmer erledigt.",
    reopened: "Wieder auf der Liste",
    reopen: (title) => `Wieder öffnen: ${title}`,
    filter: "Filter",
    byWhom: "Von wem",
    when: "Wann",
    everyone: "Alle",
    anyDay: "Alle Tage",
    today: "Heute",
    yesterday: "Gestern",
    week: "Letzte 7 Tage",
    chooseDays: "Tage wählen…",
    days: "Tage",
    from: "Erster Tag",
    until: "Letzter Tag",
    show: "Anzeigen",
    since: (day) => `Seit ${day}`,
    upTo: (day) => `Bis ${day}`,
    span: (from, until) => `${from} – ${until}`,
    backwards: "Wähle einen letzten Tag nach dem ersten.",
    none: "Keine Treffer",
    noneText: "Keine erledigten Aufgaben gefunden. Versuche andere Tage oder eine andere Person.",
    showAll: "Alle anzeigen",
  },
  boardPrivacy: {
    title: "Anonymität der Nachrichten",
    keptTitle: "Was gespeichert wird",
    kept: "Zu jeder Nachricht: Zimmer, Stunde, Text und eine Zufallszahl. Sonst nichts.",
    notKept: [
      "Kein Name: nicht in der Datenbank, nicht in einem Protokoll, nicht verschlüsselt für die Verwaltung.",
      "Keine Minute, nur die Stunde. Innerhalb der Stunde ist die Reihenfolge zufällig.",
      "Kein Eintrag im Zugriffsprotokoll und keine Spur zwischen den Programmen.",
      "Eine Nachricht, die du nicht abgeschickt hast, bleibt nur auf diesem Gerät, höchstens einen Tag. "
        + "Abschicken, Verwerfen oder Abmelden löscht sie.",
      "Was du gelesen und gemeldet hast, ist unter deinem Namen gespeichert, ohne Uhrzeit. Niemand bekommt "
        + "zu sehen, was du gemeldet hast.",
    ],
    remainsTitle: "Was andere trotzdem herausfinden können",
    remains: "Mehr kann kein Programm versprechen. Das hier lässt sich nicht verhindern:",
    remaining: [
      "Wer die Seite betreibt, kann Anfragen beobachten, während sie ankommen.",
      "Die Dateien auf der Festplatte zeigen eine Woche lang ungefähr, in welcher Reihenfolge geschrieben "
        + "wurde. Wer sie hat, kann eine Nachricht auf Minuten eingrenzen, aber nicht auf eine Person.",
      "Alle Handys zeigen sofort, dass es eine neue Nachricht gibt, auch deins. Wer dir über die Schulter "
        + "schaut, weiß, wann.",
      "In einem kleinen Zimmer lässt sich am Schreibstil raten, oder weil nur du wach warst.",
    ],
    rulesTitle: "Die Regeln",
    five: "Fünf Nachrichten pro Stunde und Person, im Arbeitsspeicher gezählt und nach einem Neustart bei "
      + "null.",
    final: "Niemand kann eine Nachricht bearbeiten oder löschen: du nicht und die Verwaltung auch nicht.",
    votes: (count) => count === null
      ? "Eine Meldung ist eine Stimme. Stimmt mehr als die Hälfte, wird die Nachricht ausgeblendet."
      : plural(count, {
        one: "Eine Meldung ist eine Stimme. Ab # Meldung in deinem Zimmer wird die Nachricht ausgeblendet.",
        other: "Eine Meldung ist eine Stimme. Ab # Meldungen in deinem Zimmer wird die Nachricht "
          + "ausgeblendet. Auch die Verwaltung kann eine gemeldete Nachricht ausblenden.",
      }),
    tombstone: "Eine ausgeblendete Nachricht behält ihren Platz und ihr Siegel.",
    chainTitle: "Wie Fälschungen auffallen",
    chain: "Ein paar Minuten nach jeder Stunde werden ihre Nachrichten versiegelt: mit einer Zahl, die aus "
      + "allen Nachrichten und dem vorigen Siegel berechnet ist. Wer eine alte Nachricht ändert oder "
      + "entfernt, bricht jedes Siegel danach.",
    verify: "Prüfe es am Computer mit dem Programm, das bei Quad dabei ist:",
    verifyNote: "Es speichert das neueste Siegel und vergleicht es beim nächsten Mal. Oder schreib heute "
      + "eins ab und such es hier in einem Monat.",
    seals: "Versiegelte Stunden",
    messages: (count) => plural(count, { one: "# Nachricht", other: "# Nachrichten" }),
    noSeals: "Noch keine versiegelten Stunden.",
  },
  roommates: {
    title: "Leute im Zimmer",
    empty: "Bisher bist nur du hier",
    emptyText: "Teile den Zimmercode, damit die anderen sofort beitreten können.",
    code: "Zimmercode",
    codeHint: "Wer ihn hat, kann ohne Anfrage beitreten.",
    placesLeft: (count) =>
      plural(count, { one: "#\u00a0Platz ist frei.", other: "#\u00a0Plätze sind frei." }),
    full: "Das Zimmer ist voll.",
    qr: (place) => `QR-Code mit dem Link zu ${place}`,
    showQr: "QR-Code vergrößern",
    qrHint: "Die anderen können ihn mit der Handykamera scannen.",
    newCode: "Neuer Code",
    newCodeTitle: "Neuen Code erstellen?",
    newCodeText: "Der alte Code, sein Link und sein QR-Code gelten sofort nicht mehr. Wer hier wohnt, "
      + "bleibt.",
    newCodeMade: "Neuer Code erstellt",
    isNew: "neu",
    share: "Teilen",
    copy: "Link kopieren",
    copied: "Link kopiert",
    shareText: (place) => `Tritt unserem Zimmer auf Quad bei: ${place}`,
    waiting: "Beitrittsanfragen",
    approve: "Annehmen",
    decline: "Ablehnen",
    approved: (name) => `${name} ist beigetreten`,
    declined: "Anfrage abgelehnt",
    answered: "Jemand hat diese Anfrage schon beantwortet.",
    asked: (when) => `angefragt ${when}`,
    letIn: (name) => `Annehmen: ${name}`,
    turnAway: (name) => `Ablehnen: ${name}`,
    waitingFull: "Dein Zimmer ist voll. Erst muss jemand ausziehen.",
    since: (when) => `Hier seit ${when}`,
    fields: {
      pronouns: "Pronomen", concentration: "Studienfach", hometown: "Heimatort", phone: "Telefon",
      languages: "Sprachen", allergies: "Allergien",
    },
    message: (name) => `SMS an ${name}`,
    copyNumber: "Kopieren",
    numberCopied: "Nummer kopiert",
    nothing: (name) => `${name} hat sonst noch nichts geteilt.`,
  },
};
