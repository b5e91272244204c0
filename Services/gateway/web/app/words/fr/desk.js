// The French words of the calendar of events and the keyboard shortcuts.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  eventCalendar: {
    week: ["Semaine précédente", "Semaine suivante"],
    month: ["Mois précédent", "Mois suivant"],
    today: "Aujourd’hui",
    count: (count) => plural(count, { one: "# événement", other: "# événements" }),
    more: (count) => plural(count, { one: "+# autre", other: "+# autres" }),
    nothing: "Aucun événement ce jour-là.",
    span: (from, to) => `${from} – ${to}`,
    partly: "Pas de connexion. Il manque peut-être des événements jusqu’à ton retour en ligne.",
    cut: (count) => `${count} événements affichés. D’autres peuvent manquer à ces dates.`,
  },
  shortcuts: {
    title: "Raccourcis clavier",
    use: "Utiliser les raccourcis clavier",
    hint: "Ils sont sans effet pendant que tu écris.",
    list: "Afficher cette liste",
    search: "Rechercher",
    add: "Ajouter",
    open: (place) => `Ouvrir ${place}`,
    calendar: "Dans une semaine ou un mois",
    arrows: ["←", "→", "↑", "↓"],
    days: "Autre jour",
    ends: ["Début", "Fin"],
    week: "Premier ou dernier jour de la semaine",
    pages: ["Page préc.", "Page suiv."],
    months: "Autre semaine ou autre mois",
  },
};
