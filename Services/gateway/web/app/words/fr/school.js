// The French words of School, with courses and their rosters.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  school: {
    title: "École",
    courses: "Cours",
    teach: "Cours que tu donnes",
    take: "Cours que tu suis",
    add: "Ajouter un cours",
    empty: "Pas encore de cours",
    emptyStudent: "Tes profs t’inscrivent à leurs cours.",
    emptyStaff: "Ajoute un cours, puis inscris tes élèves par e-mail.",
    emptyAll: "Personne n’a encore ajouté de cours.",
    show: "Afficher",
    own: "Mes cours",
    all: "Tous les cours",
    search: "Chercher un cours",
    found: (count) => plural(count, { one: "# cours", other: "# cours" }),
    count: (here, everyone) => `${here} sur ${everyone}`,
    isOpen: (count) => `Ouvert · ${count}`,
    nothing: "Aucun cours trouvé",
    nothingText: "Cherche par nom, code ou période.",
  },
  course: {
    one: "Cours",
    students: (count) => plural(count, { one: "# élève", other: "# élèves" }),
    teaching: "Tu donnes ce cours",
    taking: "Tu suis ce cours",
    taughtBy: (names) => `Avec ${names}`,
    managing: "Tu gères ce cours en tant qu’admin",
    gone: "Cours indisponible",
    goneText: "Il a été supprimé, ou tu n’en fais plus partie.",
    toSchool: "Voir les cours",
    edit: "Modifier",
    events: "Événements",
    addEvent: "Ajouter un événement",
    noEvents: "Rien de prévu. Les événements partagés avec ce cours s’affichent ici.",
    newTitle: "Nouveau cours",
    editTitle: "Modifier le cours",
    name: "Nom",
    code: "Code",
    ofClass: "Le nom et le code viennent de la liste des cours de l’école.",
    codeHint: "Par exemple STAT 101",
    term: "Période",
    termHint: "Par exemple Automne 2026",
    statuses: "Termes de présence",
    statusesLead: "Tes propres termes pour la présence, ici et dans les fichiers CSV. Laisse un champ vide "
      + "pour garder le terme habituel.",
    usualStatuses: "Les termes habituels",
    added: "Cours ajouté",
    delete: "Supprimer le cours",
    deleteTitle: (name) => `Supprimer ${name}\u202f?`,
    deleteText: (count) => (count === 0
      ? "Le cours et sa liste d’élèves seront supprimés pour de bon. Les événements partagés avec lui "
        + "deviendront privés."
      : plural(count, {
        one: "Le cours et sa liste d’élèves seront supprimés pour de bon. # élève n’y aura plus accès, et "
          + "les événements partagés avec lui deviendront privés.",
        other: "Le cours et sa liste d’élèves seront supprimés pour de bon. # élèves n’y auront plus accès, "
          + "et les événements partagés avec lui deviendront privés.",
      })),
    deleted: (name) => `Cours supprimé\u00a0: ${name}`,
    conflict: {
      title: "Modifié ailleurs",
      lead: "Ce cours a été modifié entre-temps. Quelle version veux-tu garder\u202f?",
      same: "Ces changements sont déjà enregistrés.",
      members: { name: "Nom", code: "Code", term: "Période" },
    },
  },
  schoolDays: { closed: "Fermé", closedShort: "Fermé", none: "Pas d’école" },
};
