// The words of alerts. Generated: quadctl catalogue --alert-words de

export default {
  "alertTexts": {
    "singulars": [1],
    "late": "Verspätet",
    "lengths": [
      { "minutes": 10080, "words": "{count:# Woche|# Wochen}" },
      { "minutes": 1440, "words": "{count:# Tag|# Tage}" },
      { "minutes": 60, "words": "{count:# Stunde|# Stunden}" },
      { "minutes": 1, "words": "{count:# Minute|# Minuten}" },
    ],
    "texts": {
      "event.reminder": {
        "title": ["{title}", "Ereignis"],
        "note": [["Beginnt {start:moment}"], ["{place}"]],
        "reason": [],
      },
      "event.dayReminder": {
        "title": ["{title}", "Ereignis"],
        "note": [["{start:date}, ganztägig"], ["{place}"]],
        "reason": [],
      },
      "task.due": { "title": ["{title}", "Aufgabe"], "note": [["Fällig {due:moment}"]], "reason": [] },
      "task.important": {
        "title": ["{title}", "Aufgabe"],
        "note": [["Von {by:person} als wichtig markiert", "Als wichtig markiert"]],
        "reason": [],
      },
      "board.message": {
        "title": ["Neue Nachricht"],
        "note": [["Jemand hat deinem Zimmer geschrieben."]],
        "reason": ["Jemand hat deinem Zimmer geschrieben. Wer es war, speichert Quad nicht."],
      },
      "join.asked": {
        "title": ["{by:person} möchte in dein Zimmer", "Jemand möchte in dein Zimmer"],
        "note": [["Unter „Leute“ kannst du zustimmen oder ablehnen."]],
        "reason": [],
      },
      "signin.new": {
        "title": ["Neue Anmeldung"],
        "note": [
          ["{device}, {address}.", "{device}.", "{address}."],
          ["Falls du das nicht warst, melde das Gerät ab und ändere dein Passwort."],
        ],
        "reason": [],
      },
      "checkin.open": {
        "title": ["Check-in: {course}", "Check-in offen"],
        "note": [["Offen bis {closes:moment}"], ["{place}"]],
        "reason": [],
      },
      "checkin.soon": {
        "title": ["{course}: Der Check-in schließt bald", "Ein Check-in schließt bald"],
        "note": [["Du hast noch nicht eingecheckt. Offen bis {closes:moment}."]],
        "reason": [],
      },
      "mark.changed": {
        "title": [
          "{course}: jetzt {status:present=anwesend|late=verspätet|excused=entschuldigt|absent=abwesend}",
          "Deine Anwesenheit wurde geändert",
        ],
        "note": [["Unterricht am {start:moment}"], ["Grund: {reason}"]],
        "reason": [],
      },
      "course.low": {
        "title": ["{course}: Du fehlst oft", "Du fehlst oft"],
        "note": [
          ["Du warst bei {percent} % der Termine da."],
          ["{absences:Beim letzten Termin hast du gefehlt.|Bei den letzten # Terminen hast du gefehlt.}"],
          ["Sprich mit deiner Lehrkraft, wenn dich etwas abhält."],
        ],
        "reason": [],
      },
      "student.low": {
        "title": ["{course}: {student} fehlt oft", "Jemand in deiner Betreuung fehlt oft"],
        "note": [
          ["Bei {percent} % der Termine da."],
          ["{absences:Beim letzten Termin gefehlt.|Bei den letzten # Terminen gefehlt.}"],
          ["Du bist für die Betreuung eingetragen."],
        ],
        "reason": [],
      },
      "excuse.answered": {
        "title": [
          "{course}: {answer:accepted=Du bist entschuldigt|declined=Deine Entschuldigung wurde abgelehnt}",
          "Deine Entschuldigung wurde beantwortet",
        ],
        "note": [["Betrifft {day:date}"], ["{note}"]],
        "reason": [],
      },
      "class.next": {
        "title": ["{title}", "Deine nächste Stunde"],
        "note": [["Beginnt {start:moment}"], ["Raum {room}"], ["Bei {teacher}"]],
        "reason": [],
      },
      "class.changed": {
        "title": [
          "{title}: {change:cancelled=fällt aus|changed=geändert|usual=findet wie gewohnt statt}",
          "Eine Stunde hat sich geändert",
        ],
        "note": [["{day:date}"], ["Raum {room}"], ["Vertretung: {substitute}"], ["„{note}“"]],
        "reason": [],
      },
      "day.closed": {
        "title": ["Schule fällt aus: {day:date}", "Die Schule fällt aus"],
        "note": [["{note}"], ["Weiter geht es: {next:date}, {type}.", "Weiter geht es: {next:date}."]],
        "reason": ["Das bekommen alle an der Schule."],
      },
      "day.reopened": {
        "title": ["Schule findet doch statt: {day:date}", "Die Schule findet doch statt"],
        "note": [["Es ist {type}.", "Der Ausfall wurde zurückgenommen."]],
        "reason": ["Das bekommen alle an der Schule."],
      },
      "news.digest": {
        "title": [
          "{count:Neues aus der Schule: # Beitrag|Neues aus der Schule: # Beiträge}",
          "Neues aus der Schule",
        ],
        "note": [["{titles:list}"]],
        "reason": ["Du folgst diesen Quellen."],
      },
      "news.item": {
        "title": ["{source}: {title}", "{title}", "Neues aus der Schule"],
        "note": [],
        "reason": ["Du bekommst Neues aus dieser Quelle sofort."],
      },
      "announcement.new": {
        "title": ["{title}", "Neue Durchsage"],
        "note": [["Durchsage von {by:person}", "Durchsage an die Schule"]],
        "reason": ["Sie geht an alle an der Schule."],
      },
      "training.refresh": {
        "title": ["Frisch dein Erste-Hilfe-Training auf"],
        "note": [
          ["Du hast das Quiz vor {days:einem Tag|# Tagen} bestanden."],
          ["Es dauert etwa zehn Minuten."],
        ],
        "reason": [],
      },
      "crisis.alert": {
        "title": ["Hilfe gebraucht: {place}", "Jemand braucht Hilfe"],
        "note": [
          ["{by:person} braucht Hilfe.", "Jemand braucht Hilfe."],
          ["AED: {aed}, Stockwerk {floor}.", "AED: {aed}.", "AED: Stockwerk {floor}."],
          ["Ruf {number} an, wenn es noch niemand getan hat."],
          ["„{note}“"],
        ],
        "reason": [],
      },
      "crisis.drill": {
        "title": ["ÜBUNG: Hilfe gebraucht, {place}", "ÜBUNG: Jemand braucht Hilfe"],
        "note": [
          ["Das ist nur eine Übung von {by:person}.", "Das ist nur eine Übung."],
          ["AED: {aed}, Stockwerk {floor}.", "AED: {aed}.", "AED: Stockwerk {floor}."],
          ["„{note}“"],
        ],
        "reason": [],
      },
      "crisis.off": {
        "title": ["{drill:yes=ÜBUNG beendet|no=Entwarnung}: {place}", "Entwarnung"],
        "note": [["Du brauchst nicht mehr zu kommen."]],
        "reason": [],
      },
      "backup.old": {
        "title": ["Kein aktuelles Backup"],
        "note": [
          ["Letztes gelungenes Backup: {last:moment}.", "Bisher gibt es kein Backup."],
          ["Sieh auf dem Server nach, woran es liegt, und erstelle eins."],
        ],
        "reason": [],
      },
      "site.alert": {
        "title": ["{summary}", "{alert}", "Alarm aus der Überwachung dieser Seite"],
        "note": [
          [
            "{severity:page=Dringend.|critical=Kritisch.|ticket=Nicht dringend.|warning=Warnung.}",
            "Dringlichkeit: {severity}.",
          ],
          ["{do}"],
          ["Seit {start:moment}"],
        ],
        "reason": [],
      },
      "site.resolved": {
        "title": ["Behoben: {summary}", "Behoben: {alert}", "Alarm behoben"],
        "note": [["Beginn: {start:moment}."]],
        "reason": [],
      },
      "site.more": {
        "title": ["{count:# weiterer Alarm|# weitere Alarme}", "Weitere Alarme"],
        "note": [["Es waren zu viele auf einmal, um sie hier zu nennen. Sieh in Alertmanager nach."]],
        "reason": [],
      },
      "missed": {
        "title": [
          "{count:Du hast # Erinnerung verpasst|Du hast # Erinnerungen verpasst}",
          "Du hast Erinnerungen verpasst",
        ],
        "note": [["{titles:list}"], ["{start:moment}", "{day:date}", "Fällig {due:moment}"]],
        "reason": ["Quad lief nicht, als sie fällig waren."],
      },
      "digest": {
        "title": [
          "{count:Tageszusammenfassung: # Mitteilung|Tageszusammenfassung: # Mitteilungen}",
          "Tageszusammenfassung",
        ],
        "note": [["{titles:list}"]],
        "reason": ["Du hast die Tageszusammenfassung eingeschaltet."],
      },
      "test": {
        "title": ["Testmitteilung"],
        "note": [
          [
            "Wenn du das lesen kannst, funktioniert {channel}.",
            "Wenn du das lesen kannst, funktioniert alles.",
          ],
        ],
        "reason": ["Du hast in deinen Einstellungen einen Test gesendet."],
      },
    },
    "unknown": {
      "title": ["{title}", "Neue Mitteilung"],
      "note": [["In deinen Mitteilungen gibt es etwas Neues."]],
      "reason": [],
    },
    "reasons": {
      "event.yours": { "sentence": ["Du hast das Ereignis angelegt."], "short": ["dein Ereignis"] },
      "event.answered": {
        "sentence": [
          "{answer:yes=Du hast zugesagt.|maybe=Du hast vielleicht zugesagt.|no=Du hast abgesagt.}",
          "Du hast auf die Einladung geantwortet.",
        ],
        "short": ["{answer:yes=zugesagt|maybe=vielleicht zugesagt|no=abgesagt}", "eingeladen"],
      },
      "event.lead": {
        "sentence": [
          "{minutes:0=Das Ereignis hat eine Erinnerung zum Beginn.}",
          "Das Ereignis hat eine Erinnerung {minutes:length} vor Beginn.",
          "Das Ereignis hat eine Erinnerung.",
        ],
        "short": ["{minutes:0=zum Beginn}", "{minutes:length} vorher", "Erinnerung"],
      },
      "task.room": {
        "sentence": ["Die Aufgabe steht auf der Liste deines Zimmers."],
        "short": ["Aufgabe deines Zimmers"],
      },
      "task.important": {
        "sentence": ["Jemand hat die Aufgabe als wichtig markiert."],
        "short": ["wichtig"],
      },
      "join.room": {
        "sentence": ["Du wohnst dort und kannst andere hereinlassen."],
        "short": ["dein Zimmer"],
      },
      "signin.yours": {
        "sentence": ["Du erfährst von jeder Anmeldung in deinem Konto."],
        "short": ["dein Konto"],
      },
      "course.student": { "sentence": ["Du bist in diesem Kurs."], "short": ["dein Kurs"] },
      "class.student": { "sentence": ["Du hast dieses Fach gewählt."], "short": ["dein Fach"] },
      "class.reminder": {
        "sentence": [
          "{minutes:0=Du willst beim ersten Läuten erinnert werden.}",
          "Du willst {minutes:length} vor der Stunde erinnert werden.",
          "Du willst vor der Stunde erinnert werden.",
        ],
        "short": ["{minutes:0=beim Läuten}", "{minutes:length} vorher", "Erinnerung"],
      },
      "training.passed": {
        "sentence": ["Du hast das Erste-Hilfe-Training gemacht."],
        "short": ["dein Training"],
      },
      "crisis.trained": {
        "sentence": ["Du willst gerufen werden, wenn jemand Erste Hilfe braucht."],
        "short": ["du hilfst"],
      },
      "crisis.roommate": {
        "sentence": ["Du wohnst mit der Person zusammen, von der das kommt."],
        "short": ["deine WG"],
      },
      "site.administrator": { "sentence": ["Du verwaltest diese Seite."], "short": ["Verwaltung"] },
    },
    "unknownReason": ["Es wurde kein Grund angegeben."],
  },
};
