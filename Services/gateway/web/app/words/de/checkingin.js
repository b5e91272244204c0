// Deutsch, per Du: Einchecken und die eigene Anwesenheit.

import { formsOf } from "../forms.js";

const { plural } = formsOf("de");
const grouped = new Intl.NumberFormat("de");
// In Schritten von 5 Metern, denn genauer ist es nicht.
const meters = (feet) => `${grouped.format(Math.max(5, Math.round(feet * 0.3048 / 5) * 5))} m`;

export default {
  checkingIn: {
    one: "Check-in",
    of: (course) => `Check-in: ${course}`,
    title: "Einchecken",
    act: "Einchecken",
    open: "Check-in offen",
    closesIn: (left) => `Noch ${left}`,
    opensIn: (left) => `Öffnet in ${left}`,
    opensAt: (when) => `Öffnet um ${when}`,
    closedAt: (when) => `Geschlossen: ${when}`,
    soon: "Noch nicht offen",
    unavailable: "Nicht möglich",
    byTeacher: "Deine Lehrkraft trägt die Anwesenheit ein",
    asking: "Dein Standort wird geprüft …",
    sending: "Du wirst eingecheckt …",
    scanned: "Code gescannt",
    scanAgain: "Scanne den Code noch einmal",
    held: "Auf diesem Gerät gespeichert",
    heldText: (when) => `Du hast um ${when} eingecheckt, aber es gibt keine Verbindung. Sobald du wieder `
      + "online bist, wird es gesendet, und deine Lehrkraft bestätigt es.",
    atTheEdge: "Du bist am Rand des Bereichs. Gib den Code aus dem Raum ein, sonst muss deine Lehrkraft dich "
      + "bestätigen.",
    privacy: "Dein Standort wird einmal verglichen und nie gespeichert.",
    otherwise: "Wenn es nicht klappt, kann deine Lehrkraft dich eintragen.",
    code: "Code",
    codeHint: "8 Zeichen, im Raum zu sehen",
    enterCode: "Code eingeben",
    scan: "Code scannen",
    scanHint: "Oder halte deine Handykamera auf den QR-Code im Raum.",
    scanLead: "Halte die Kamera auf den QR-Code im Raum.",
    scanOther: "Das ist kein Code für einen Check-in.",
    outcomes: {
      present: "Du bist eingecheckt", late: "Du bist eingecheckt, aber verspätet",
      pending: "Wartet auf deine Lehrkraft", excused: "Du bist entschuldigt",
      absent: "Du wurdest als abwesend eingetragen", other: "Eingetragen",
    },
    receipt: (means, when) => means ? `${when} · ${means}` : when,
    reasons: {
      no_checkin: () => "Deine Lehrkraft hat noch keinen Check-in geöffnet.",
      not_open_yet: ({ opens }) => `Du kannst ab ${opens} einchecken.`,
      closed: ({ closes }) => `Dieser Check-in ist seit ${closes} geschlossen. Sprich mit deiner Lehrkraft, `
        + "wenn du da warst.",
      out_of_range: ({ feet }) => feet === null
        ? "Du bist zu weit weg. Geh in den Raum und versuche es noch einmal."
        : `Du bist zu weit weg, etwa ${meters(feet)}. Geh in den Raum und versuche es noch einmal.`,
      accuracy_low: () => "Dein Gerät kennt seinen Standort nur ungefähr. Schalte WLAN ein oder geh ans "
        + "Fenster und versuche es noch einmal.",
      fix_stale: () => "Dein Standort ist älter als 30 Sekunden. Versuche es noch einmal.",
      fix_needed: () => "Für diesen Check-in wird dein Standort gebraucht.",
      location_denied: () => "Der Standort ist für diese Seite blockiert. Erlaube ihn im Browser: Tippe auf "
        + "das Symbol neben der Adresse, dann auf „Standort“. Versuche es dann noch einmal.",
      location_missing: () => "Dieser Browser kann deinen Standort nicht bestimmen. Öffne Quad in einem "
        + "anderen Browser oder auf dem Handy.",
      location_failed: () => "Dein Gerät hat seinen Standort nicht gefunden. Schalte Standort und WLAN ein "
        + "und versuche es noch einmal.",
      code_needed: () => "Gib den Code ein, der im Raum zu sehen ist.",
      checkin_code_wrong: () => "Das ist nicht der aktuelle Code. Er wechselt alle 15 Sekunden.",
      checkin_code_bad: () => "Der Code hat 8 Buchstaben und Ziffern. Prüfe deine Eingabe.",
      ticket_expired: () => "Dein Scan ist mehr als zwei Minuten alt.",
      ticket_used: () => "Diesen Scan hat schon jemand anders benutzt. Scanne den Code selbst.",
      ticket_bad: () => "Dieser Scan ist nicht lesbar.",
      instructor_only: () => "Du musst nichts tun.",
      not_enrolled: () => "Du besuchst diesen Kurs nicht.",
      not_allowed: () => "Du besuchst diesen Kurs nicht.",
      term_locked: () => "Dieses Semester ist abgeschlossen. Es lässt sich nichts mehr ändern.",
    },
    gone: "Check-in nicht verfügbar",
    goneText: "Er wurde gelöscht, oder du bist nicht in diesem Kurs.",
    guestTitle: "Gleich geschafft",
    guestText: (left) => `Dein Scan gilt noch ${left}. Melde dich an, um einzuchecken.`,
    guestPlain: "Melde dich an, um einzuchecken.",
    guestExpired: "Dein Scan ist abgelaufen. Melde dich an und scanne den Code noch einmal.",
    signIn: "Anmelden",
    toSchool: "Kurse ansehen",
    noPast: "Noch keine Stunden",
  },
  myAttendance: {
    title: "Meine Anwesenheit",
    open: "Meine Anwesenheit",
    lead: "Alles, was über deine Anwesenheit gespeichert ist. Du, deine Lehrkräfte und die Verwaltung können "
      + "es sehen. Wer dich in einem Kurs betreut, sieht dort deine Zahlen.",
    percent: (value) => `${value} %`,
    none: "–",
    counts: (attended, counted) =>
      `${attended} von ${plural(counted, { one: "# Stunde", other: "# Stunden" })}`,
    excused: (count) => plural(count, { one: "# entschuldigt", other: "# entschuldigt" }),
    records: "Stunden",
    all: "Alle Kurse",
    filter: "Kurs",
    empty: "Noch nichts eingetragen",
    emptyText: "Hier stehen deine Stunden, sobald du eingecheckt hast.",
    noCourses: "Du besuchst keine Kurse",
    statuses: {
      present: "Anwesend", late: "Verspätet", excused: "Entschuldigt", absent: "Abwesend",
      pending: "Noch zu bestätigen", unmarked: "Nicht eingetragen", not_enrolled: "Nicht im Kurs",
    },
    means: {
      place: "per Standort", code: "per Code", place_and_code: "per Standort und Code",
      instructor: "durch deine Lehrkraft", excuse: "durch deine Entschuldigung", closing: "beim Schließen",
      offline: "später gesendet",
    },
    details: "Details",
    recorded: "Eingetragen",
    changed: "Geändert",
    changedBy: (name, from) => `${name}, vorher „${from}“`,
    changedFrom: (from) => `Vorher „${from}“`,
    markedBy: (name) => `Von ${name}`,
    by: "Eingetragen von",
    reason: "Grund",
    distance: "Entfernung",
    upTo: (count) => `Bis zu ${meters(count)} entfernt`,
    accuracy: "Genauigkeit",
    within: (count) => `Auf ${grouped.format(count)} m genau`,
    flags: "Hinweise",
    flagWords: {
      borderline: "am Rand des Bereichs", arrived_late: "nach einer Unterbrechung gesendet",
      same_coordinates: "gleicher Standort wie bei jemand anderem", same_accuracy: "mehrmals gleich genau",
      too_fast: "weit weg vom letzten Standort", shared_device: "gleiches Gerät wie bei jemand anderem",
    },
    receiptID: "Beleg",
  },
};
