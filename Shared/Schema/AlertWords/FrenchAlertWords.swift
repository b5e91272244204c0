extension Alerts.Words {
  static let french = Alerts.Words(
    language: .french, late: "En retard",
    lengths: [
      Alerts.LengthWords(minutes: 10_080, words: "{count:# semaine|# semaines}"),
      Alerts.LengthWords(minutes: 1440, words: "{count:# jour|# jours}"),
      Alerts.LengthWords(minutes: 60, words: "{count:# heure|# heures}"),
      Alerts.LengthWords(minutes: 1, words: "{count:# minute|# minutes}"),
    ],
    texts: [
      .eventReminder: Alerts.TextWords(
        title: ["{title}", "Événement"], note: [["Commence {start:moment}"], ["{place}"]]),
      .eventDayReminder: Alerts.TextWords(
        title: ["{title}", "Événement"], note: [["{start:date}, toute la journée"], ["{place}"]]),
      .taskDue: Alerts.TextWords(title: ["{title}", "Tâche"], note: [["Échéance\u{a0}: {due:moment}"]]),
      .taskImportant: Alerts.TextWords(
        title: ["{title}", "Tâche"],
        note: [["Marquée comme importante par {by:person}", "Marquée comme importante"]]),
      .boardMessage: Alerts.TextWords(
        title: ["Nouveau message"], note: [["Quelqu’un a écrit à ta chambre."]],
        reason: ["Quelqu’un a écrit à ta chambre. Quad n’enregistre pas son nom."]),
      .joinAsked: Alerts.TextWords(
        title: ["{by:person} veut rejoindre ta chambre", "Quelqu’un veut rejoindre ta chambre"],
        note: [["Tu peux accepter ou refuser dans Colocs."]]),
      .newSignIn: Alerts.TextWords(
        title: ["Nouvelle connexion"],
        note: [
          ["{device}, {address}.", "{device}.", "{address}."],
          ["Si ce n’était pas toi, déconnecte cet appareil et change ton mot de passe."],
        ]),
      .checkInOpen: Alerts.TextWords(
        title: ["Pointage\u{a0}: {course}", "Pointage ouvert"],
        note: [["Ferme {closes:moment}"], ["{place}"]]),
      .checkInSoon: Alerts.TextWords(
        title: ["{course}\u{a0}: le pointage ferme bientôt", "Un pointage ferme bientôt"],
        note: [["Tu n’as pas encore pointé. Ça ferme {closes:moment}."]]),
      .attendanceMarked: Alerts.TextWords(
        title: [
          "{course}\u{a0}: {status:present=présence|late=retard|excused=absence excusée|absent=absence}",
          "Ta présence a été modifiée",
        ],
        note: [["Cours\u{a0}: {start:moment}"], ["Motif\u{a0}: {reason}"]]),
      .attendanceLow: Alerts.TextWords(
        title: ["{course}\u{a0}: tu manques souvent", "Tu manques souvent"],
        note: [
          ["Tu étais là {percent}\u{202f}% du temps."],
          ["{absences:Tu as manqué le dernier cours.|Tu as manqué les # derniers cours.}"],
          ["Si quelque chose t’empêche de venir, parles-en à ton prof."],
        ]),
      .studentLow: Alerts.TextWords(
        title: ["{course}\u{a0}: {student} manque souvent", "Quelqu’un que tu suis manque souvent"],
        note: [
          ["Présence\u{a0}: {percent}\u{202f}% du temps."],
          ["{absences:A manqué le dernier cours.|A manqué les # derniers cours.}"],
          ["Tu es responsable de son suivi."],
        ]),
      .excuseAnswered: Alerts.TextWords(
        title: [
          "{course}\u{a0}: {answer:accepted=absence excusée|declined=mot d’excuse refusé}",
          "Réponse à ton mot d’excuse",
        ],
        note: [["Absence\u{a0}: {day:date}"], ["{note}"]]),
      .classNext: Alerts.TextWords(
        title: ["{title}", "Ton prochain cours"],
        note: [["Commence {start:moment}"], ["Salle {room}"], ["Avec {teacher}"]]),
      .classChanged: Alerts.TextWords(
        title: [
          "{title}\u{a0}: {change:cancelled=annulé|changed=modifié|usual=a lieu comme d’habitude}",
          "Un cours a changé",
        ],
        note: [["{day:date}"], ["Salle {room}"], ["Avec {substitute}"], ["«\u{202f}{note}\u{202f}»"]]),
      .dayClosed: Alerts.TextWords(
        title: ["Pas de cours\u{a0}: {day:date}", "L’école est fermée"],
        note: [
          ["{note}"],
          ["Les cours reprennent {next:date} ({type}).", "Les cours reprennent {next:date}."],
        ],
        reason: ["Toute l’école reçoit ce message."]),
      .dayReopened: Alerts.TextWords(
        title: ["Finalement, il y a cours\u{a0}: {day:date}", "Finalement, il y a cours"],
        note: [["Journée\u{a0}: {type}.", "La fermeture est annulée."]],
        reason: ["Toute l’école reçoit ce message."]),
      .newsDigest: Alerts.TextWords(
        title: [
          "{count:Actualités de l’école\u{a0}: # nouvelle|Actualités de l’école\u{a0}: # nouvelles}",
          "Actualités de l’école",
        ],
        note: [["{titles:list}"]], reason: ["Tu suis ces sources."]),
      .newsItem: Alerts.TextWords(
        title: ["{source}\u{a0}: {title}", "{title}", "Actualités de l’école"], note: [],
        reason: ["Tu reçois tout de suite les nouvelles de cette source."]),
      .announcementNew: Alerts.TextWords(
        title: ["{title}", "Nouvelle annonce"],
        note: [["Annonce signée {by:person}", "Annonce à toute l’école"]],
        reason: ["Elle s’adresse à toute l’école."]),
      .refreshTraining: Alerts.TextWords(
        title: ["Révise les premiers secours"],
        note: [
          ["Tu as réussi le quiz il y a {days:un jour|# jours}."], ["Il faut une dizaine de minutes."],
        ]),
      .crisisAlert: Alerts.TextWords(
        title: ["Besoin d’aide\u{a0}: {place}", "Quelqu’un a besoin d’aide"],
        note: [
          ["{by:person} a besoin d’aide.", "Quelqu’un a besoin d’aide."],
          [
            "Défibrillateur\u{a0}: {aed}, étage {floor}.", "Défibrillateur\u{a0}: {aed}.",
            "Défibrillateur\u{a0}: étage {floor}.",
          ],
          ["Appelle le {number} si personne ne l’a fait."], ["«\u{202f}{note}\u{202f}»"],
        ]),
      .crisisDrill: Alerts.TextWords(
        title: ["EXERCICE\u{a0}: besoin d’aide, {place}", "EXERCICE\u{a0}: quelqu’un a besoin d’aide"],
        note: [
          ["Ce n’est qu’un exercice, lancé par {by:person}.", "Ce n’est qu’un exercice."],
          [
            "Défibrillateur\u{a0}: {aed}, étage {floor}.", "Défibrillateur\u{a0}: {aed}.",
            "Défibrillateur\u{a0}: étage {floor}.",
          ], ["«\u{202f}{note}\u{202f}»"],
        ]),
      .crisisOff: Alerts.TextWords(
        title: ["{drill:yes=EXERCICE terminé|no=Alerte levée}\u{a0}: {place}", "Alerte levée"],
        note: [["Tu n’as plus besoin de venir."]]),
      .backupOld: Alerts.TextWords(
        title: ["Pas de sauvegarde récente"],
        note: [
          ["Dernière sauvegarde réussie\u{a0}: {last:moment}.", "Il n’y a encore aucune sauvegarde."],
          ["Cherche la cause sur le serveur et fais-en une."],
        ]),
      .siteAlert: Alerts.TextWords(
        title: ["{summary}", "{alert}", "Alerte de la surveillance de ce site"],
        note: [
          [
            "{severity:page=Urgent.|critical=Critique.|ticket=Pas urgent.|warning=Avertissement.}",
            "Gravité\u{a0}: {severity}.",
          ],
          ["{do}"], ["Depuis {start:moment}"],
        ]),
      .siteResolved: Alerts.TextWords(
        title: ["Résolu\u{a0}: {summary}", "Résolu\u{a0}: {alert}", "Alerte résolue"],
        note: [["Début\u{a0}: {start:moment}."]]),
      .siteMore: Alerts.TextWords(
        title: ["{count:# autre alerte|# autres alertes}", "D’autres alertes"],
        note: [["Il y en avait trop à la fois pour les citer ici. Consulte Alertmanager."]]),
      .missed: Alerts.TextWords(
        title: [
          "{count:Tu as manqué # rappel|Tu as manqué # rappels}", "Tu as manqué des rappels",
        ],
        note: [["{titles:list}"], ["{start:moment}", "{day:date}", "Échéance\u{a0}: {due:moment}"]],
        reason: ["Quad ne tournait pas à l’heure prévue."]),
      .digest: Alerts.TextWords(
        title: [
          "{count:Ton récapitulatif\u{a0}: # notification|Ton récapitulatif\u{a0}: # notifications}",
          "Ton récapitulatif",
        ],
        note: [["{titles:list}"]], reason: ["Tu as activé le récapitulatif du jour."]),
      .test: Alerts.TextWords(
        title: ["Notification de test"],
        note: [["Si tu lis ceci, {channel} fonctionne.", "Si tu lis ceci, tout fonctionne."]],
        reason: ["Tu as envoyé un test depuis tes réglages."]),
    ],
    unknown: Alerts.TextWords(
      title: ["{title}", "Nouvelle notification"], note: [["Il y a du nouveau dans tes notifications."]]),
    reasons: [
      .yours: Alerts.ReasonWords(
        sentence: ["Tu as ajouté cet événement."], short: ["ton événement"]),
      .answered: Alerts.ReasonWords(
        sentence: [
          "{answer:yes=Tu as dit oui.|maybe=Tu as dit peut-être.|no=Tu as dit non.}",
          "Tu as répondu à l’invitation.",
        ],
        short: [
          "{answer:yes=tu viens|maybe=tu viens peut-être|no=tu ne viens pas}", "tu as répondu",
        ]),
      .lead: Alerts.ReasonWords(
        sentence: [
          "{minutes:0=L’événement a un rappel au début.}",
          "L’événement a un rappel {minutes:length} avant le début.", "L’événement a un rappel.",
        ],
        short: ["{minutes:0=au début}", "{minutes:length} avant", "rappel"]),
      .taskOfRoom: Alerts.ReasonWords(
        sentence: ["La tâche est dans la liste de ta chambre."], short: ["tâche de ta chambre"]),
      .taskImportant: Alerts.ReasonWords(
        sentence: ["Quelqu’un a marqué la tâche comme importante."], short: ["importante"]),
      .roomOfMember: Alerts.ReasonWords(
        sentence: ["Tu y habites, alors tu peux accepter les demandes."], short: ["ta chambre"]),
      .ownSignIn: Alerts.ReasonWords(
        sentence: ["Quad te prévient à chaque connexion à ton compte."], short: ["ton compte"]),
      .studentOfCourse: Alerts.ReasonWords(
        sentence: ["Tu suis ce cours."], short: ["ton cours"]),
      .studentOfClass: Alerts.ReasonWords(
        sentence: ["Ce cours est dans ton emploi du temps."], short: ["ton emploi du temps"]),
      .classReminder: Alerts.ReasonWords(
        sentence: [
          "{minutes:0=Tu as demandé un rappel à la première sonnerie.}",
          "Tu as demandé un rappel {minutes:length} avant le cours.",
          "Tu as demandé un rappel avant le cours.",
        ],
        short: ["{minutes:0=à la sonnerie}", "{minutes:length} avant", "rappel"]),
      .passedTraining: Alerts.ReasonWords(
        sentence: ["Tu as suivi la formation aux premiers secours."], short: ["ta formation"]),
      .calledToHelp: Alerts.ReasonWords(
        sentence: ["Tu veux qu’on t’appelle quand quelqu’un a besoin des premiers secours."],
        short: ["tu aides"]),
      .roommateOfSender: Alerts.ReasonWords(
        sentence: ["Tu partages la chambre de la personne qui l’envoie."], short: ["ton coloc"]),
      .administrator: Alerts.ReasonWords(
        sentence: ["Tu administres ce site."], short: ["admin"]),
    ],
    unknownReason: ["Aucune raison n’a été donnée."])
}
