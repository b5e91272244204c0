// Deutsch, per Du: die Designseite.

import { formsOf } from "../forms.js";

const { ratio } = formsOf("de");

export default {
  design: {
    title: "Gestaltung",
    lead: "Alle Werte und Bausteine von Quad, wie die Seiten sie verwenden. Du baust eine Seite? Fang hier "
      + "an.",
    contents: "Auf dieser Seite",
    scheme: "Design",
    device: "Gerät",
    light: "Hell",
    dark: "Dunkel",
    direction: "Richtung",
    ltr: "Links nach rechts",
    rtl: "Rechts nach links",
    open: "Öffnen",
    sample: "Ein Zimmer, das redet, hat sauberes Geschirr.",
    space: "Abstände",
    rounds: "Ecken",
    motion: "Bewegung",
    motionHint: "Nichts bewegt sich auf Geräten, die auf weniger Bewegung eingestellt sind.",
    contrast: (value) => `${ratio.format(value)} : 1`,
    ofMany: (value, most) => `${value} von ${most}`,
    textPairs: "Text auf seinem Hintergrund: mindestens 4,5 : 1",
    edgePairs: "Kanten, Ringe, Symbole und Zeichnungen: mindestens 3 : 1",
    colours: {
      surfaces: "Flächen, von hinten nach vorn", text: "Text", indigo: "Indigo: alles zum Antippen",
      meaning: "Bedeutung, nie ohne Worte", notes: "Meldungen und Hintergrund von Dialogen",
      charts: "Diagramme", skies: "Himmel der Ereignisse", people: "Leute",
    },
    parts: {
      colour: { title: "Farbe",
        when: "Indigo, Weiß und Schwarz, mit Emoji als Akzent. Seiten nutzen Tokens, nie Farbwerte." },
      type: { title: "Schrift", when: "Die Schrift des Geräts. Ein großer Titel pro Seite." },
      space: { title: "Abstand und Bewegung",
        when: "Schritte von vier Pixeln. Links und rechts folgen der Schreibrichtung." },
      buttons: { title: "Buttons",
        when: "Ein gefüllter Button für die wichtigste Aktion der Seite. Alles zum Antippen ist mindestens "
          + "44 Pixel hoch.",
        uses: {
          main: "Die wichtigste Aktion der Seite.", quiet: "Weitere Aktionen.",
          danger: "Der letzte Schritt, der sich nicht rückgängig machen lässt. Nur in einem Dialog.",
          dangerQuiet: "Führt zu etwas, das erst nachfragt oder sich rückgängig machen lässt.",
          small: "Neben einem Namen in einer Zeile.",
          busy: "Solange gesendet wird. Noch einmal tippen bewirkt nichts.",
          link: "Unten in einer Nachricht oder Zeile.",
          add: "Fügt der Liste etwas hinzu, mit dem Daumen erreichbar.",
        } },
      lists: { title: "Listen und Karten",
        when: "Eine Liste für vieles von einer Art, eine Karte für eine einzelne Sache.",
        uses: {
          paged: "Lange Listen: Sie laden in Abschnitten und ändern sich Zeile für Zeile.",
          mate: "Eine Person und was sie von sich zeigt.", card: "Eine Sache mit Überschrift.",
        } },
      states: { title: "Laden, leer und Fehler",
        when: "Eine Seite ist nie leer: Sie zeigt, dass sie lädt, dass nichts da ist oder was schiefging.",
        uses: {
          skeleton: "Bis die erste Antwort da ist.", empty: "Noch nichts da, und was du tun kannst.",
          failed: "Keine Antwort, mit einem neuen Versuch.",
        } },
      forms: { title: "Formulare",
        when: "Beschriftung über dem Feld, Fehler darunter. Getipptes bleibt stehen.",
        uses: {
          form: "Felder, die zusammen gesendet werden.", error: "Was falsch ist und wie es richtig geht.",
          toggle: "An oder aus. Du kannst die ganze Zeile antippen.",
          repeated: "Beliebig viele Zeilen, zum Beispiel die Zeiten eines Tages.",
          alert: "Ein Problem mit dem ganzen Formular.",
          warning: "Gut zu wissen vor dem Senden.",
        } },
      choices: { title: "Auswahl",
        when: "Für wenige, kurze Optionen, die alle auf die Seite passen.",
        uses: {
          segmented: "Eins von zwei bis vier, etwa das Design.", chips: "Filter einer Liste, einer auf "
            + "einmal.",
          many: "Filter einer Liste, mehrere zugleich.",
        } },
      sheets: { title: "Dialoge",
        when: "Eine Frage oder eine kurze Aufgabe über der Seite. Escape, Tippen daneben oder "
          + "Herunterziehen schließt sie.",
        uses: { ask: "Vor etwas, das sich nicht rückgängig machen lässt.",
          sheet: "Kurz etwas lesen oder erledigen. Langes lässt sich scrollen." } },
      notes: { title: "Meldungen",
        when: "Kurz, unten, nach fünf Sekunden weg. Nie der einzige Ort für einen Fehler.",
        uses: { toast: "Bestätigt eine Aktion.", undo: "Mit „Rückgängig“, statt vorher zu fragen." } },
      marks: { title: "Badges und Labels", when: "Kleine Zeichen, die auch als Text funktionieren.",
        uses: {
          badge: "Wie viele warten.", label: "Ein Status.",
          important: "Eine Aufgabe, die vorgeht.",
          avatar: "Neben einem Namen.", progress: "Wie viel erledigt ist.",
        } },
      charts: { title: "Diagramme",
        when: "Für Zahlen, die man vergleicht. Muster und Formen unterscheiden sie, nicht nur Farben. "
          + "Jeder Wert ist auch als Text da.",
        uses: {
          bars: "Wer wie viel gemacht hat. Der Strich zeigt den fairen Anteil.",
          groups: "Zwei Zahlen pro Posten, etwa geplant und bezahlt.",
          line: "Veränderung über die Zeit, mit Lücken, wo Daten fehlen.",
          donut: "Bis zu vier Teile eines Ganzen. Der Rest ist zusammengefasst.",
        } },
    },
    samples: {
      lines: "Aufgaben", addLine: "Zeile hinzufügen",
      main: "Weiter", other: "Etwas anderes", note: "Eine Zeile mit mehr Details",
      nothing: "Alles erledigt",
      cardTitle: "Essen am Freitag", field: "Name", hint: "Wie an der Tür.",
      back: "Wiederhergestellt", person: ["Ada", "Lindqvist"],
      good: "Bestätigt", caution: "Wartet", danger: "Geschlossen",
      rows: ["Kühlschrank ausräumen", "Hafermilch kaufen", "Monstera gießen", "Schirm zurückbringen"],
      choices: ["Meine", "Alle", "Keine"], people: ["Ada", "Mei-Ling", "Nia", "Priya"],
      days: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
      barTitle: "Erledigt in diesem Monat", barText: "Ada hat neun von 24 erledigt.",
      fair: "Fairer Anteil",
      moneyTitle: "Ausgaben in diesem Semester", lineTitle: "Beim Abendessen",
      lineText: "Am Donnerstag sind die meisten da.", partsTitle: "Wer was gemacht hat",
    },
  },
};
