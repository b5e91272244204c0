// The words of alerts. Generated: quadctl catalogue --alert-words fr

export default {
  "alertTexts": {
    "singulars": [0, 1],
    "late": "En retard",
    "lengths": [
      { "minutes": 10080, "words": "{count:# semaine|# semaines}" },
      { "minutes": 1440, "words": "{count:# jour|# jours}" },
      { "minutes": 60, "words": "{count:# heure|# heures}" },
      { "minutes": 1, "words": "{count:# minute|# minutes}" },
    ],
    "texts": {
      "event.reminder": {
        "title": ["{title}", "Événement"],
        "note": [["Commence {start:moment}"], ["{place}"]],
        "reason": [],
      },
      "event.dayReminder": {
        "title": ["{title}", "Événement"],
        "note": [["{start:date}, toute la journée"], ["{place}"]],
        "reason": [],
      },
      "task.due": { "title": ["{title}", "Tâche"], "note": [["Échéance : {due:moment}"]], "reason": [] },
      "task.important": {
        "title": ["{title}", "Tâche"],
        "note": [["Marquée comme importante par {by:person}", "Marquée comme importante"]],
        "reason": [],
      },
      "board.message": {
        "title": ["Nouveau message"],
        "note": [["Quelqu’un a écrit à ta chambre."]],
        "reason": ["Quelqu’un a écrit à ta chambre. Quad n’enregistre pas son nom."],
      },
      "join.asked": {
        "title": ["{by:person} veut rejoindre ta chambre", "Quelqu’un veut rejoindre ta chambre"],
        "note": [["Tu peux accepter ou refuser dans Colocs."]],
        "reason": [],
      },
      "signin.new": {
        "title": ["Nouvelle connexion"],
        "note": [
          ["{device}, {address}.", "{device}.", "{address}."],
          ["Si ce n’était pas toi, déconnecte cet appareil et change ton mot de passe."],
        ],
        "reason": [],
      },
      "checkin.open": {
        "title": ["Pointage : {course}", "Pointage ouvert"],
        "note": [["Ferme {closes:moment}"], ["{place}"]],
        "reason": [],
      },
      "checkin.soon": {
        "title": ["{course} : le pointage ferme bientôt", "Un pointage ferme bientôt"],
        "note": [["Tu n’as pas encore pointé. Ça ferme {closes:moment}."]],
        "reason": [],
      },
      "mark.changed": {
        "title": [
          "{course} : {status:present=présence|late=retard|excused=absence excusée|absent=absence}",
          "Ta présence a été modifiée",
        ],
        "note": [["Cours : {start:moment}"], ["Motif : {reason}"]],
        "reason": [],
      },
      "course.low": {
        "title": ["{course} : tu manques souvent", "Tu manques souvent"],
        "note": [
          ["Tu étais là {percent} % du temps."],
          ["{absences:Tu as manqué le dernier cours.|Tu as manqué les # derniers cours.}"],
          ["Si quelque chose t’empêche de venir, parles-en à ton prof."],
        ],
        "reason": [],
      },
      "student.low": {
        "title": ["{course} : {student} manque souvent", "Quelqu’un que tu suis manque souvent"],
        "note": [
          ["Présence : {percent} % du temps."],
          ["{absences:A manqué le dernier cours.|A manqué les # derniers cours.}"],
          ["Tu es responsable de son suivi."],
        ],
        "reason": [],
      },
      "excuse.answered": {
        "title": [
          "{course} : {answer:accepted=absence excusée|declined=mot d’excuse refusé}",
          "Réponse à ton mot d’excuse",
        ],
        "note": [["Absence : {day:date}"], ["{note}"]],
        "reason": [],
      },
      "class.next": {
        "title": ["{title}", "Ton prochain cours"],
        "note": [["Commence {start:moment}"], ["Salle {room}"], ["Avec {teacher}"]],
        "reason": [],
      },
      "class.changed": {
        "title": [
          "{title} : {change:cancelled=annulé|changed=modifié|usual=a lieu comme d’habitude}",
          "Un cours a changé",
        ],
        "note": [["{day:date}"], ["Salle {room}"], ["Avec {substitute}"], ["« {note} »"]],
        "reason": [],
      },
      "day.closed": {
        "title": ["Pas de cours : {day:date}", "L’école est fermée"],
        "note": [
          ["{note}"],
          ["Les cours reprennent {next:date} ({type}).", "Les cours reprennent {next:date}."],
        ],
        "reason": ["Toute l’école reçoit ce message."],
      },
      "day.reopened": {
        "title": ["Finalement, il y a cours : {day:date}", "Finalement, il y a cours"],
        "note": [["Journée : {type}.", "La fermeture est annulée."]],
        "reason": ["Toute l’école reçoit ce message."],
      },
      "news.digest": {
        "title": [
          "{count:Actualités de l’école : # nouvelle|Actualités de l’école : # nouvelles}",
          "Actualités de l’école",
        ],
        "note": [["{titles:list}"]],
        "reason": ["Tu suis ces sources."],
      },
      "news.item": {
        "title": ["{source} : {title}", "{title}", "Actualités de l’école"],
        "note": [],
        "reason": ["Tu reçois tout de suite les nouvelles de cette source."],
      },
      "announcement.new": {
        "title": ["{title}", "Nouvelle annonce"],
        "note": [["Annonce signée {by:person}", "Annonce à toute l’école"]],
        "reason": ["Elle s’adresse à toute l’école."],
      },
      "training.refresh": {
        "title": ["Révise les premiers secours"],
        "note": [
          ["Tu as réussi le quiz il y a {days:un jour|# jours}."],
          ["Il faut une dizaine de minutes."],
        ],
        "reason": [],
      },
      "crisis.alert": {
        "title": ["Besoin d’aide : {place}", "Quelqu’un a besoin d’aide"],
        "note": [
          ["{by:person} a besoin d’aide.", "Quelqu’un a besoin d’aide."],
          [
            "Défibrillateur : {aed}, étage {floor}.",
            "Défibrillateur : {aed}.",
            "Défibrillateur : étage {floor}.",
          ],
          ["Appelle le {number} si personne ne l’a fait."],
          ["« {note} »"],
        ],
        "reason": [],
      },
      "crisis.drill": {
        "title": ["EXERCICE : besoin d’aide, {place}", "EXERCICE : quelqu’un a besoin d’aide"],
        "note": [
          ["Ce n’est qu’un exercice, lancé par {by:person}.", "Ce n’est qu’un exercice."],
          [
            "Défibrillateur : {aed}, étage {floor}.",
            "Défibrillateur : {aed}.",
            "Défibrillateur : étage {floor}.",
          ],
          ["« {note} »"],
        ],
        "reason": [],
      },
      "crisis.off": {
        "title": ["{drill:yes=EXERCICE terminé|no=Alerte levée} : {place}", "Alerte levée"],
        "note": [["Tu n’as plus besoin de venir."]],
        "reason": [],
      },
      "backup.old": {
        "title": ["Pas de sauvegarde récente"],
        "note": [
          ["Dernière sauvegarde réussie : {last:moment}.", "Il n’y a encore aucune sauvegarde."],
          ["Cherche la cause sur le serveur et fais-en une."],
        ],
        "reason": [],
      },
      "site.alert": {
        "title": ["{summary}", "{alert}", "Alerte de la surveillance de ce site"],
        "note": [
          [
            "{severity:page=Urgent.|critical=Critique.|ticket=Pas urgent.|warning=Avertissement.}",
            "Gravité : {severity}.",
          ],
          ["{do}"],
          ["Depuis {start:moment}"],
        ],
        "reason": [],
      },
      "site.resolved": {
        "title": ["Résolu : {summary}", "Résolu : {alert}", "Alerte résolue"],
        "note": [["Début : {start:moment}."]],
        "reason": [],
      },
      "site.more": {
        "title": ["{count:# autre alerte|# autres alertes}", "D’autres alertes"],
        "note": [["Il y en avait trop à la fois pour les citer ici. Consulte Alertmanager."]],
        "reason": [],
      },
      "missed": {
        "title": ["{count:Tu as manqué # rappel|Tu as manqué # rappels}", "Tu as manqué des rappels"],
        "note": [["{titles:list}"], ["{start:moment}", "{day:date}", "Échéance : {due:moment}"]],
        "reason": ["Quad ne tournait pas à l’heure prévue."],
      },
      "digest": {
        "title": [
          "{count:Ton récapitulatif : # notification|Ton récapitulatif : # notifications}",
          "Ton récapitulatif",
        ],
        "note": [["{titles:list}"]],
        "reason": ["Tu as activé le récapitulatif du jour."],
      },
      "test": {
        "title": ["Notification de test"],
        "note": [["Si tu lis ceci, {channel} fonctionne.", "Si tu lis ceci, tout fonctionne."]],
        "reason": ["Tu as envoyé un test depuis tes réglages."],
      },
    },
    "unknown": {
      "title": ["{title}", "Nouvelle notification"],
      "note": [["Il y a du nouveau dans tes notifications."]],
      "reason": [],
    },
    "reasons": {
      "event.yours": { "sentence": ["Tu as ajouté cet événement."], "short": ["ton événement"] },
      "event.answered": {
        "sentence": [
          "{answer:yes=Tu as dit oui.|maybe=Tu as dit peut-être.|no=Tu as dit non.}",
          "Tu as répondu à l’invitation.",
        ],
        "short": ["{answer:yes=tu viens|maybe=tu viens peut-être|no=tu ne viens pas}", "tu as répondu"],
      },
      "event.lead": {
        "sentence": [
          "{minutes:0=L’événement a un rappel au début.}",
          "L’événement a un rappel {minutes:length} avant le début.",
          "L’événement a un rappel.",
        ],
        "short": ["{minutes:0=au début}", "{minutes:length} avant", "rappel"],
      },
      "task.room": {
        "sentence": ["La tâche est dans la liste de ta chambre."],
        "short": ["tâche de ta chambre"],
      },
      "task.important": {
        "sentence": ["Quelqu’un a marqué la tâche comme importante."],
        "short": ["importante"],
      },
      "join.room": {
        "sentence": ["Tu y habites, alors tu peux accepter les demandes."],
        "short": ["ta chambre"],
      },
      "signin.yours": {
        "sentence": ["Quad te prévient à chaque connexion à ton compte."],
        "short": ["ton compte"],
      },
      "course.student": { "sentence": ["Tu suis ce cours."], "short": ["ton cours"] },
      "class.student": {
        "sentence": ["Ce cours est dans ton emploi du temps."],
        "short": ["ton emploi du temps"],
      },
      "class.reminder": {
        "sentence": [
          "{minutes:0=Tu as demandé un rappel à la première sonnerie.}",
          "Tu as demandé un rappel {minutes:length} avant le cours.",
          "Tu as demandé un rappel avant le cours.",
        ],
        "short": ["{minutes:0=à la sonnerie}", "{minutes:length} avant", "rappel"],
      },
      "training.passed": {
        "sentence": ["Tu as suivi la formation aux premiers secours."],
        "short": ["ta formation"],
      },
      "crisis.trained": {
        "sentence": ["Tu veux qu’on t’appelle quand quelqu’un a besoin des premiers secours."],
        "short": ["tu aides"],
      },
      "crisis.roommate": {
        "sentence": ["Tu partages la chambre de la personne qui l’envoie."],
        "short": ["ton coloc"],
      },
      "site.administrator": { "sentence": ["Tu administres ce site."], "short": ["admin"] },
    },
    "unknownReason": ["Aucune raison n’a été donnée."],
  },
};
