// The French words of the other pages of a room.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  join: {
    title: "Ton invitation",
    invited: (place) => `Rejoindre ${place}`,
    guest: "Un coloc a partagé le code de la chambre avec toi. Crée un compte pour entrer tout de suite.",
    haveAccount: "J’ai un compte",
    member: "Un coloc a partagé le code de la chambre avec toi\u00a0: tu peux entrer tout de suite.",
    enter: (place) => `Rejoindre ${place}`,
    later: "Pas maintenant",
    waits: (place) => `Tu as déjà une demande en attente\u00a0: ${place}. Si tu entres ici, elle est `
      + "annulée.",
    isIn: (place) => `Tu habites déjà ici\u00a0: ${place}`,
    toRoom: "Aller à la chambre",
    elsewhere: (own) => `Tu habites déjà ailleurs\u00a0: ${own}`,
    leaveFirst: (own, place) => `Tu ne peux avoir qu’une chambre. Pour rejoindre ${place}, quitte d’abord `
      + `${own}\u00a0: Réglages, «\u202fQuitter la chambre\u202f». Puis rouvre l’invitation.`,
    toSettings: "Ouvrir les réglages",
    stay: (own) => `Rester à ${own}`,
    badTitle: "Ce lien ne fonctionne pas",
    bad: "Il en manque une partie. Redemande le lien ou tape le code de la chambre.",
    noDorm: "Sa résidence n’existe pas sur ce campus. Redemande le lien ou choisis la résidence.",
    ask: "Envoyer une demande",
    troubles: {
      join_code_wrong: "Ce code n’est plus valable. Demande le nouveau lien ou envoie une demande.",
      join_code_bad: "Le code est incomplet. Redemande le lien ou envoie une demande.",
      room_full: "Cette chambre est complète. Demande à ceux qui y vivent ou à l’administration de faire de "
        + "la place, et garde le lien.",
    },
  },
  completed: {
    title: "Tâches terminées",
    empty: "Rien de terminé pour l’instant",
    emptyText: "Les tâches que ta chambre termine s’afficheront ici.",
    reopened: "De retour dans la liste",
    reopen: (title) => `Rouvrir\u00a0: ${title}`,
    filter: "Filtres",
    byWhom: "Terminée par",
    when: "Quand",
    everyone: "Tout le monde",
    anyDay: "Tous les jours",
    today: "Aujourd’hui",
    yesterday: "Hier",
    week: "7 derniers jours",
    chooseDays: "Choisir les jours…",
    days: "Jours",
    from: "Premier jour",
    until: "Dernier jour",
    show: "Afficher",
    since: (day) => `Depuis\u00a0: ${day}`,
    upTo: (day) => `Jusqu’à\u00a0: ${day}`,
    span: (from, until) => `${from} – ${until}`,
    backwards: "Choisis un dernier jour après le premier.",
    none: "Aucun résultat",
    noneText: "Aucune tâche terminée ne correspond à ces filtres.",
    showAll: "Tout afficher",
  },
  boardPrivacy: {
    title: "Anonymat des messages",
    keptTitle: "Ce qui est enregistré",
    kept: "Pour chaque message\u00a0: sa chambre, son heure, son texte et un nombre aléatoire. Rien d’autre.",
    notKept: [
      "Pas d’auteur\u00a0: ni dans la base de données, ni dans un journal, ni chiffré pour les admins.",
      "Pas de minutes, seulement l’heure. L’ordre à l’intérieur de l’heure est aléatoire.",
      "Rien dans le journal des accès, et aucune trace entre les programmes.",
      "Un message que tu n’as pas publié reste sur cet appareil, un jour au plus. Le publier, le supprimer "
        + "ou te déconnecter l’efface.",
      "Ce que tu as lu et signalé est enregistré à ton nom, sans l’heure. Personne ne voit ce que tu as "
        + "signalé.",
    ],
    remainsTitle: "Ce que les autres peuvent quand même deviner",
    remains: "Aucun logiciel ne peut promettre davantage. Voici ce qu’il ne peut pas empêcher\u00a0:",
    remaining: [
      "Les personnes qui gèrent le site peuvent observer les requêtes à leur arrivée.",
      "Pendant une semaine, les fichiers sur son disque montrent à peu près dans quel ordre les choses ont "
        + "été écrites. Une personne qui les a peut situer un message à quelques minutes près, mais pas "
        + "l’attribuer à quelqu’un.",
      "Tous les téléphones annoncent aussitôt un nouveau message, le tien aussi. Quelqu’un qui regarde "
        + "par-dessus ton épaule sait quand.",
      "Dans une petite chambre, on peut te reconnaître à ton style, ou parce que tout le monde dormait sauf "
        + "toi.",
    ],
    rulesTitle: "Les règles",
    five: "Cinq messages par heure et par personne, comptés en mémoire et remis à zéro quand Quad redémarre.",
    final: "Personne ne peut modifier ni supprimer un message\u00a0: ni toi, ni les admins.",
    votes: (count) => count === null
      ? "Un signalement est un vote. Si plus de la moitié de la chambre vote, le message est masqué."
      : plural(count, {
        one: "Un signalement est un vote. Dans ta chambre, # signalement suffit à masquer le message.",
        other: "Un signalement est un vote. Dans ta chambre, # signalements suffisent à masquer le message. "
          + "Un admin qui voit un signalement peut aussi le masquer.",
      }),
    tombstone: "Un message masqué garde sa place et son sceau.",
    chainTitle: "Comment une falsification se voit",
    chain: "Quelques minutes après chaque heure, ses messages sont scellés par un nombre calculé à partir "
      + "d’eux tous et du sceau précédent. Modifier ou retirer un ancien message brise tous les sceaux "
      + "suivants.",
    verify: "Vérifie-le sur un ordinateur, avec le programme fourni avec Quad\u00a0:",
    verifyNote: "Il garde le dernier sceau et le compare la fois suivante. Ou note un sceau aujourd’hui et "
      + "retrouve-le ici dans un mois.",
    seals: "Heures scellées",
    messages: (count) => plural(count, { one: "# message", other: "# messages" }),
    noSeals: "Aucune heure scellée pour l’instant.",
  },
  roommates: {
    title: "Colocs",
    empty: "Pas encore de colocs",
    emptyText: "Partage le code de la chambre pour que tes colocs puissent entrer tout de suite.",
    code: "Code de la chambre",
    codeHint: "Avec ce code, on entre sans demander.",
    placesLeft: (count) => plural(count, { one: "Encore #\u00a0place.", other: "Encore #\u00a0places." }),
    full: "La chambre est complète.",
    qr: (place) => `QR code avec le lien de la chambre\u00a0: ${place}`,
    showQr: "Agrandir le QR code",
    qrHint: "Ton coloc peut le scanner avec son téléphone.",
    newCode: "Nouveau code",
    newCodeTitle: "Créer un nouveau code\u202f?",
    newCodeText: "L’ancien code, son lien et son QR code cessent aussitôt de fonctionner. Personne ne perd "
      + "sa place dans la chambre.",
    newCodeMade: "Nouveau code créé",
    isNew: "vient d’arriver",
    share: "Partager",
    copy: "Copier le lien",
    copied: "Lien copié",
    shareText: (place) => `Rejoins notre chambre sur Quad\u00a0: ${place}`,
    waiting: "Demandes reçues",
    approve: "Accepter",
    decline: "Refuser",
    approved: (name) => `${name} a rejoint la chambre`,
    declined: "Demande refusée",
    answered: "Quelqu’un a déjà répondu à cette demande.",
    asked: (when) => `demande\u00a0: ${when}`,
    letIn: (name) => `Accepter\u00a0: ${name}`,
    turnAway: (name) => `Refuser\u00a0: ${name}`,
    waitingFull: "Ta chambre est complète. Il faut que quelqu’un parte avant d’accepter une demande.",
    since: (when) => `Ici depuis ${when}`,
    fields: {
      pronouns: "Pronoms", concentration: "Filière", hometown: "Ville d’origine", phone: "Téléphone",
      languages: "Langues", allergies: "Allergies",
    },
    message: (name) => `SMS à ${name}`,
    copyNumber: "Copier",
    numberCopied: "Numéro copié",
    nothing: (name) => `${name} n’a rien partagé d’autre pour l’instant.`,
  },
};
