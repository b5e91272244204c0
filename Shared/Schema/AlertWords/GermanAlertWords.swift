extension Alerts.Words {
  static let german = Alerts.Words(
    language: .german, late: "Verspätet",
    lengths: [
      Alerts.LengthWords(minutes: 10_080, words: "{count:# Woche|# Wochen}"),
      Alerts.LengthWords(minutes: 1440, words: "{count:# Tag|# Tage}"),
      Alerts.LengthWords(minutes: 60, words: "{count:# Stunde|# Stunden}"),
      Alerts.LengthWords(minutes: 1, words: "{count:# Minute|# Minuten}"),
    ],
    texts: [
      .eventReminder: Alerts.TextWords(
        title: ["{title}", "Ereignis"], note: [["Beginnt {start:moment}"], ["{place}"]]),
      .eventDayReminder: Alerts.TextWords(
        title: ["{title}", "Ereignis"], note: [["{start:date}, ganztägig"], ["{place}"]]),
      .taskDue: Alerts.TextWords(title: ["{title}", "Aufgabe"], note: [["Fällig {due:moment}"]]),
      .taskImportant: Alerts.TextWords(
        title: ["{title}", "Aufgabe"],
        note: [["Von {by:person} als wichtig markiert", "Als wichtig markiert"]]),
      .boardMessage: Alerts.TextWords(
        title: ["Neue Nachricht"], note: [["Jemand hat deinem Zimmer geschrieben."]],
        reason: ["Jemand hat deinem Zimmer geschrieben. Wer es war, speichert Quad nicht."]),
      .joinAsked: Alerts.TextWords(
        title: ["{by:person} möchte in dein Zimmer", "Jemand möchte in dein Zimmer"],
        note: [["Unter „Leute“ kannst du zustimmen oder ablehnen."]]),
      .newSignIn: Alerts.TextWords(
        title: ["Neue Anmeldung"],
        note: [
          ["{device}, {address}.", "{device}.", "{address}."],
          ["Falls du das nicht warst, melde das Gerät ab und ändere dein Passwort."],
        ]),
      .checkInOpen: Alerts.TextWords(
        title: ["Check-in: {course}", "Check-in offen"], note: [["Offen bis {closes:moment}"], ["{place}"]]),
      .checkInSoon: Alerts.TextWords(
        title: ["{course}: Der Check-in schließt bald", "Ein Check-in schließt bald"],
        note: [["Du hast noch nicht eingecheckt. Offen bis {closes:moment}."]]),
      .attendanceMarked: Alerts.TextWords(
        title: [
          "{course}: jetzt {status:present=anwesend|late=verspätet|excused=entschuldigt|absent=abwesend}",
          "Deine Anwesenheit wurde geändert",
        ],
        note: [["Unterricht am {start:moment}"], ["Grund: {reason}"]]),
      .attendanceLow: Alerts.TextWords(
        title: ["{course}: Du fehlst oft", "Du fehlst oft"],
        note: [
          ["Du warst bei {percent} % der Termine da."],
          ["{absences:Beim letzten Termin hast du gefehlt.|Bei den letzten # Terminen hast du gefehlt.}"],
          ["Sprich mit deiner Lehrkraft, wenn dich etwas abhält."],
        ]),
      .studentLow: Alerts.TextWords(
        title: ["{course}: {student} fehlt oft", "Jemand in deiner Betreuung fehlt oft"],
        note: [
          ["Bei {percent} % der Termine da."],
          ["{absences:Beim letzten Termin gefehlt.|Bei den letzten # Terminen gefehlt.}"],
          ["Du bist für die Betreuung eingetragen."],
        ]),
      .excuseAnswered: Alerts.TextWords(
        title: [
          "{course}: {answer:accepted=Du bist entschuldigt|declined=Deine Entschuldigung wurde abgelehnt}",
          "Deine Entschuldigung wurde beantwortet",
        ],
        note: [["Betrifft {day:date}"], ["{note}"]]),
      .classNext: Alerts.TextWords(
        title: ["{title}", "Deine nächste Stunde"],
        note: [["Beginnt {start:moment}"], ["Raum {room}"], ["Bei {teacher}"]]),
      .classChanged: Alerts.TextWords(
        title: [
          "{title}: {change:cancelled=fällt aus|changed=geändert|usual=findet wie gewohnt statt}",
          "Eine Stunde hat sich geändert",
        ],
        note: [["{day:date}"], ["Raum {room}"], ["Vertretung: {substitute}"], ["„{note}“"]]),
      .dayClosed: Alerts.TextWords(
        title: ["Schule fällt aus: {day:date}", "Die Schule fällt aus"],
        note: [
          ["{note}"],
          ["Weiter geht es: {next:date}, {type}.", "Weiter geht es: {next:date}."],
        ],
        reason: ["Das bekommen alle an der Schule."]),
      .dayReopened: Alerts.TextWords(
        title: ["Schule findet doch statt: {day:date}", "Die Schule findet doch statt"],
        note: [["Es ist {type}.", "Der Ausfall wurde zurückgenommen."]],
        reason: ["Das bekommen alle an der Schule."]),
      .newsDigest: Alerts.TextWords(
        title: [
          "{count:Neues aus der Schule: # Beitrag|Neues aus der Schule: # Beiträge}", "Neues aus der Schule",
        ],
        note: [["{titles:list}"]], reason: ["Du folgst diesen Quellen."]),
      .newsItem: Alerts.TextWords(
        title: ["{source}: {title}", "{title}", "Neues aus der Schule"], note: [],
        reason: ["Du bekommst Neues aus dieser Quelle sofort."]),
      .announcementNew: Alerts.TextWords(
        title: ["{title}", "Neue Durchsage"],
        note: [["Durchsage von {by:person}", "Durchsage an die Schule"]],
        reason: ["Sie geht an alle an der Schule."]),
      .refreshTraining: Alerts.TextWords(
        title: ["Frisch dein Erste-Hilfe-Training auf"],
        note: [
          ["Du hast das Quiz vor {days:einem Tag|# Tagen} bestanden."], ["Es dauert etwa zehn Minuten."],
        ]),
      .crisisAlert: Alerts.TextWords(
        title: ["Hilfe gebraucht: {place}", "Jemand braucht Hilfe"],
        note: [
          ["{by:person} braucht Hilfe.", "Jemand braucht Hilfe."],
          ["AED: {aed}, Stockwerk {floor}.", "AED: {aed}.", "AED: Stockwerk {floor}."],
          ["Ruf {number} an, wenn es noch niemand getan hat."], ["„{note}“"],
        ]),
      .crisisDrill: Alerts.TextWords(
        title: ["ÜBUNG: Hilfe gebraucht, {place}", "ÜBUNG: Jemand braucht Hilfe"],
        note: [
          ["Das ist nur eine Übung von {by:person}.", "Das ist nur eine Übung."],
          ["AED: {aed}, Stockwerk {floor}.", "AED: {aed}.", "AED: Stockwerk {floor}."], ["„{note}“"],
        ]),
      .crisisOff: Alerts.TextWords(
        title: ["{drill:yes=ÜBUNG beendet|no=Entwarnung}: {place}", "Entwarnung"],
        note: [["Du brauchst nicht mehr zu kommen."]]),
      .backupOld: Alerts.TextWords(
        title: ["Kein aktuelles Backup"],
        note: [
          ["Letztes gelungenes Backup: {last:moment}.", "Bisher gibt es kein Backup."],
          ["Sieh auf dem Server nach, woran es liegt, und erstelle eins."],
        ]),
      .siteAlert: Alerts.TextWords(
        title: ["{summary}", "{alert}", "Alarm aus der Überwachung dieser Seite"],
        note: [
          [
            "{severity:page=Dringend.|critical=Kritisch.|ticket=Nicht dringend.|warning=Warnung.}",
            "Dringlichkeit: {severity}.",
          ],
          ["{do}"], ["Seit {start:moment}"],
        ]),
      .siteResolved: Alerts.TextWords(
        title: ["Behoben: {summary}", "Behoben: {alert}", "Alarm behoben"],
        note: [["Beginn: {start:moment}."]]),
      .siteMore: Alerts.TextWords(
        title: ["{count:# weiterer Alarm|# weitere Alarme}", "Weitere Alarme"],
        note: [["Es waren zu viele auf einmal, um sie hier zu nennen. Sieh in Alertmanager nach."]]),
      .missed: Alerts.TextWords(
        title: [
          "{count:Du hast # Erinnerung verpasst|Du hast # Erinnerungen verpasst}",
          "Du hast Erinnerungen verpasst",
        ],
        note: [["{titles:list}"], ["{start:moment}", "{day:date}", "Fällig {due:moment}"]],
        reason: ["Quad lief nicht, als sie fällig waren."]),
      .digest: Alerts.TextWords(
        title: [
          "{count:Tageszusammenfassung: # Mitteilung|Tageszusammenfassung: # Mitteilungen}",
          "Tageszusammenfassung",
        ],
        note: [["{titles:list}"]], reason: ["Du hast die Tageszusammenfassung eingeschaltet."]),
      .test: Alerts.TextWords(
        title: ["Testmitteilung"],
        note: [
          [
            "Wenn du das lesen kannst, funktioniert {channel}.",
            "Wenn du das lesen kannst, funktioniert alles.",
          ]
        ],
        reason: ["Du hast in deinen Einstellungen einen Test gesendet."]),
    ],
    unknown: Alerts.TextWords(
      title: ["{title}", "Neue Mitteilung"], note: [["In deinen Mitteilungen gibt es etwas Neues."]]),
    reasons: [
      .yours: Alerts.ReasonWords(
        sentence: ["Du hast das Ereignis angelegt."], short: ["dein Ereignis"]),
      .answered: Alerts.ReasonWords(
        sentence: [
          "{answer:yes=Du hast zugesagt.|maybe=Du hast vielleicht zugesagt.|no=Du hast abgesagt.}",
          "Du hast auf die Einladung geantwortet.",
        ],
        short: ["{answer:yes=zugesagt|maybe=vielleicht zugesagt|no=abgesagt}", "eingeladen"]),
      .lead: Alerts.ReasonWords(
        sentence: [
          "{minutes:0=Das Ereignis hat eine Erinnerung zum Beginn.}",
          "Das Ereignis hat eine Erinnerung {minutes:length} vor Beginn.",
          "Das Ereignis hat eine Erinnerung.",
        ],
        short: ["{minutes:0=zum Beginn}", "{minutes:length} vorher", "Erinnerung"]),
      .taskOfRoom: Alerts.ReasonWords(
        sentence: ["Die Aufgabe steht auf der Liste deines Zimmers."], short: ["Aufgabe deines Zimmers"]),
      .taskImportant: Alerts.ReasonWords(
        sentence: ["Jemand hat die Aufgabe als wichtig markiert."], short: ["wichtig"]),
      .roomOfMember: Alerts.ReasonWords(
        sentence: ["Du wohnst dort und kannst andere hereinlassen."], short: ["dein Zimmer"]),
      .ownSignIn: Alerts.ReasonWords(
        sentence: ["Du erfährst von jeder Anmeldung in deinem Konto."], short: ["dein Konto"]),
      .studentOfCourse: Alerts.ReasonWords(
        sentence: ["Du bist in diesem Kurs."], short: ["dein Kurs"]),
      .studentOfClass: Alerts.ReasonWords(
        sentence: ["Du hast dieses Fach gewählt."], short: ["dein Fach"]),
      .classReminder: Alerts.ReasonWords(
        sentence: [
          "{minutes:0=Du willst beim ersten Läuten erinnert werden.}",
          "Du willst {minutes:length} vor der Stunde erinnert werden.",
          "Du willst vor der Stunde erinnert werden.",
        ],
        short: ["{minutes:0=beim Läuten}", "{minutes:length} vorher", "Erinnerung"]),
      .passedTraining: Alerts.ReasonWords(
        sentence: ["Du hast das Erste-Hilfe-Training gemacht."], short: ["dein Training"]),
      .calledToHelp: Alerts.ReasonWords(
        sentence: ["Du willst gerufen werden, wenn jemand Erste Hilfe braucht."], short: ["du hilfst"]),
      .roommateOfSender: Alerts.ReasonWords(
        sentence: ["Du wohnst mit der Person zusammen, von der das kommt."], short: ["deine WG"]),
      .administrator: Alerts.ReasonWords(
        sentence: ["Du verwaltest diese Seite."], short: ["Verwaltung"]),
    ],
    unknownReason: ["Es wurde kein Grund angegeben."])
}
