// The French words: the search.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  search: {
    title: "Recherche",
    label: "Tâches, événements, colocs, cantine…",
    hint: "Cherche dans tout ce que tu peux voir",
    hintText: "Tâches, événements, choses à faire, colocs, cours, menus, contacts, premiers secours "
      + "et réglages. Une faute de frappe ou un accent oublié, ce n’est pas grave.",
    away: "Il manque peut-être des résultats : tout n’est pas joignable en ce moment.",
    nothing: (query) => `Rien trouvé pour « ${query} »`,
    near: (query) => `Rien ne contient exactement « ${query} ». Voici ce qui s’en approche.`,
    nothingText: "Essaie avec moins de mots, ou avec d’autres.",
    all: (count) => `Tout afficher (${count})`,
    due: (when) => `Pour ${when}`,
    completed: (when) => `Fait ${when}`,
    onDevice: "Cherché sur cet appareil seulement",
    found: (count) => count === 0 ? "Rien trouvé"
      : plural(count, { one: "# résultat", other: "# résultats" }),
    groups: {
      tasks: "Tâches", completed: "Terminées", events: "Événements", toDos: "Choses à faire",
      roommates: "Colocs", people: "Comptes", teachers: "Profs", courses: "Cours", classes: "Matières",
      activities: "Activités", contacts: "Contacts", menus: "Menus de la cantine",
      calendar: "Agenda de l’école", news: "Actualités",
      pages: "Pages", guides: "Premiers secours", settings: "Réglages", board: "Messages",
    },
  },
};
