// The French words: the page Today.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  today: {
    title: "Aujourd’hui",
    add: "Ajouter une tâche ou un événement",
    addButton: "Ajouter",
    example: "Acheter du lait demain 18h",
    exampleEvent: "Dîner ven 19h",
    kind: "Type",
    hint: "Ajoute une tâche. Pour un événement, commence par «\u202févénement\u00a0:\u202f»",
    hintEvent: "Ajoute un événement. Termine par le jour et l’heure.",
    addDay: "ajoute le jour et l’heure",
    needsDay: "Termine par le jour, par exemple «\u202fven 19h\u202f».",
    past: "cette heure est passée",
    allDay: "toute la journée",
    notATime: "Ce n’est pas une heure",
    tooMany: "Trop de lignes en attente. Réessaie dans un instant.",
    cards: {
      checkin: "Pointage", class: "Prochain cours",
      room: "Chambre", event: "Prochain événement", tasks: "Tâches", board: "Messages",
      inbox: "Notifications", courses: "Cours",
    },
    due: (count) => plural(count, { one: "# à faire", other: "# à faire" }),
    nothingDue: "Rien à faire aujourd’hui",
    moreDue: (count) => plural(count, { one: "Encore # à faire", other: "Encore # à faire" }),
    next: "Ensuite",
    noMessages: "Pose une question à ta chambre. C’est anonyme.",
    noCourses: "Ajoute ton premier cours",
    noCoursesText: "Inscris ensuite tes élèves par e-mail.",
    moreCourses: (count) => plural(count, { one: "Encore # cours", other: "Encore # cours" }),
    noNotices: "Tes rappels et les nouvelles de ta chambre s’afficheront ici.",
    asOf: (when) => `Mis à jour\u00a0: ${when}.`,
    away: {
      checkin: "Les pointages sont indisponibles pour le moment.",
      event: "Les événements sont indisponibles pour le moment.",
      tasks: "Les tâches sont indisponibles pour le moment.",
      board: "Les messages sont indisponibles pour le moment.",
      inbox: "Les notifications sont indisponibles pour le moment.",
      class: "La journée de cours est indisponible pour le moment.",
      courses: "Les cours sont indisponibles pour le moment.",
    },
    bell: (when, isOn) => isOn ? `jusqu’à ${when}` : `à ${when}`,
    cancelled: "annulé",
    checkedIn: (there, all, when) => `${there} sur ${all} ont pointé · ouvert jusqu’à ${when}`,
    free: "Ta journée est libre",
    freeText: "Rien à faire et tout est lu. Un projet\u202f? Écris-le dans la ligne du haut.",
    arrangeLead: "Place en haut ce qui te sert le plus et masque le reste.",
    show: "Afficher\u00a0:",
    moveUp: (card) => `Monter\u00a0: ${card}`,
    moveDown: (card) => `Descendre\u00a0: ${card}`,
    movedTo: (card, position, count) => `${card}\u00a0: ${position} sur ${count}`,
  },
};
