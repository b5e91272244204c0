// The French words of the administrators’ start page.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  overview: {
    health: { good: "Tout va bien", look: "Un point à vérifier", bad: "Quelque chose ne marche pas" },
    levels: { good: "OK", look: "À vérifier", bad: "Problème" },
    programs: "Programmes",
    parts: { auth: "Comptes", roomhub: "Chambres et murs", attendance: "Cours", events: "Événements",
      campus: "Journée d’école", "media-fetcher": "Images", guide: "Premiers secours",
      notifier: "Notifications", gateway: "Serveur web" },
    states: { ready: "Prêt", starting: "Démarre", degraded: "N’enregistre rien", away: "Ne répond pas" },
    since: (version, when) => `Version ${version}, depuis ${when}`,
    gigabytes: (count) => `${count}\u00a0Go`,
    checks: {
      programs: {
        title: "Programmes",
        ready: { says: ({ count, version, since }) => `Les ${count} sont prêts. Version ${version}, dernier `
          + `démarrage\u00a0: ${since}.` },
        away: { says: ({ programs }) => `Pas de réponse\u00a0: ${programs}. Les pages qui en dépendent ne `
          + "marchent pas en ce moment.",
          act: "Sur le serveur, compose/local status ou docker compose ps montre ce qui tourne, et les "
            + "journaux disent pourquoi." },
        starting: { says: ({ programs }) => `En train de démarrer ou de rattraper du retard\u00a0: `
          + `${programs}.`,
          act: "En général, ça ne dure qu’un instant. Sinon, lis le journal du programme." },
        versions: { says: ({ versions }) => `Des versions différentes tournent\u00a0: ${versions}.`,
          act: "Redémarre le site pour terminer la mise à jour." },
      },
      disk: {
        title: "Disque",
        free: { says: ({ free, part }) => `${free} libres (${part}).` },
        low: { says: ({ free, part }) => `Plus que ${free} libres (${part}).`,
          act: "Supprime ce dont le serveur n’a pas besoin, comme de vieilles sauvegardes, ou agrandis le "
            + "disque. Quand il est plein, personne ne peut plus rien enregistrer." },
        full: { says: "Rien ne peut être enregistré\u00a0: le disque est plein, ou la base de données "
            + "n’accepte rien.",
          act: "Fais tout de suite de la place sur le serveur, ou vérifie la base de données. Ce qui était "
            + "enregistré n’est pas perdu." },
      },
      updates: {
        title: "Échanges entre les programmes",
        sent: { says: ({ count }) => count === 0 ? "Rien n’attend."
          : plural(count, { one: "# mise à jour est en route.", other: "# mises à jour sont en route." }) },
        behind: { says: ({ count }) => plural(count, { one: "# mise à jour attend.",
          other: "# mises à jour attendent." }),
          act: "Les changements apparaissent en retard. Si ce nombre augmente encore, redémarre le site." },
        dead: { says: ({ count }) => plural(count, { one: "# mise à jour n’a pas pu être appliquée.",
          other: "# mises à jour n’ont pas pu être appliquées." }),
          act: "Sur le serveur, quadctl bus dlq les montre et réessaie." },
      },
      notifications: {
        title: "Notifications",
        onTime: { says: ({ count }) => count === 0 ? "À l’heure. Rien n’attend d’être envoyé."
          : plural(count, { one: "À l’heure. # envoi en cours.",
            other: "À l’heure. # envois en cours." }) },
        late: { says: ({ count }) => plural(count, { one: "# rappel est en retard.",
          other: "# rappels sont en retard." }),
          act: "Le serveur est peut-être surchargé, ou son horloge a été changée." },
      },
      backup: {
        title: "Sauvegarde",
        recent: { says: ({ last, age }) => `Dernière sauvegarde\u00a0: ${last} (${age}).` },
        due: { says: "Pas encore de sauvegarde. La première est prévue d’ici un jour.",
          act: "Avec une phrase secrète dans QUAD_BACKUP_PASSPHRASE, il y a une sauvegarde chaque nuit." },
        old: { says: ({ last }) => `La dernière sauvegarde réussie a plus de 26 heures\u00a0: ${last}.`,
          act: "Sur le serveur, docker compose logs backup ou journalctl -u quad-backup dit pourquoi. "
            + "compose/local backup en fait une tout de suite." },
        none: { says: "Ce site n’a encore aucune sauvegarde. Si un disque lâche, tout ce qu’il contient est "
          + "perdu.",
          act: "Sur le serveur, docker compose logs backup ou journalctl -u quad-backup dit pourquoi. Avec "
            + "une phrase secrète dans QUAD_BACKUP_PASSPHRASE, compose/local backup en fait une tout de "
            + "suite." },
      },
    },
    decisions: "À toi de décider",
    noDecisions: "Aucune décision n’attend.",
    waits: {
      reports: (count) => plural(count, { one: "# message signalé", other: "# messages signalés" }),
      deadDeliveries: (count) => plural(count, { one: "# notification non envoyée",
        other: "# notifications non envoyées" }),
      expiredInvites: (count) => plural(count, { one: "# invitation expirée",
        other: "# invitations expirées" }),
    },
    todo: {
      reports: "Masque-les ou classe les signalements",
      deadDeliveries: "Ces 7 derniers jours\u202f; regarde pourquoi",
      expiredInvites: "Pas toutes utilisées\u202f; crées-en de nouvelles",
    },
    inNumbers: "En chiffres",
    numbers: {
      people: (count) => plural(count, { one: "personne", other: "personnes" }),
      rooms: (count) => plural(count, { one: "chambre", other: "chambres" }),
      dorms: (count) => plural(count, { one: "résidence", other: "résidences" }),
      joinRequests: () => "en attente des colocs",
      courses: (count) => plural(count, { one: "cours", other: "cours" }),
      events: (count) => plural(count, { one: "événement", other: "événements" }),
      pictures: (count) => plural(count, { one: "image", other: "images" }),
      messages: (count) => plural(count, { one: "message sur les murs", other: "messages sur les murs" }),
      alerts: (count) => plural(count, { one: "rappel", other: "rappels" }),
    },
    peopleNote: ({ newPeople, students, staff, admins }) => [
      `${newPeople} de plus cette semaine`, plural(students, { one: "# élève", other: "# élèves" }),
      `${staff} dans le personnel`, plural(admins, { one: "# admin", other: "# admins" })].join(" · "),
    roomsNote: ({ rooms, fullRooms }) => [`${rooms - fullRooms} avec de la place`,
      plural(fullRooms, { one: "# pleine", other: "# pleines" })].join(" · "),
    joinRequestsNote: "pour rejoindre une chambre",
    messagesNote: "ces dernières 24 heures",
    alertsNote: "à venir",
    places: "Gérer",
  },
};
