// French: administrators' tables.

import { formsOf } from "../forms.js";

const { plural } = formsOf("fr");

export default {
  tables: {
    choose: (name) => `Sélectionner ${name}`,
    chosen: (count) => plural(count, { one: "# sélection", other: "# sélections" }),
    clear: "Tout désélectionner",
    export: "Exporter en CSV",
    progress: (done, all) => `${done} sur ${all}`,
    stop: "Arrêter",
    people: {
      chooseAll: "Sélectionner toutes les personnes affichées",
      chosenRows: "Personnes sélectionnées",
      name: "Nom",
      firstName: "Prénom",
      lastName: "Nom de famille",
      status: "État",
      more: (count) => `Seules ${count} personnes sont affichées. Cherche ou filtre pour trouver `
        + "les autres.",
      exporting: (count) => `${count} personnes…`,
      roles: "Changer les rôles",
      rolesTitle: (count) => plural(count, {
        one: "Changer les rôles de # personne",
        other: "Changer les rôles de # personnes",
      }),
      rolesLead: "Un changement de rôles déconnecte la personne partout.",
      way: "Changement",
      ways: {
        give: "Ajouter ces rôles",
        take: "Retirer ces rôles",
        set: "Remplacer tous les rôles par ceux-ci",
      },
      signOut: "Déconnecter",
      signOutTitle: (count) => plural(count, {
        one: "Déconnecter # personne partout\u00a0?",
        other: "Déconnecter # personnes partout\u00a0?",
      }),
      block: "Bloquer",
      blockTitle: (count) => plural(count, {
        one: "Bloquer # personne\u00a0?",
        other: "Bloquer # personnes\u00a0?",
      }),
      unblock: "Débloquer",
      unblockTitle: (count) => plural(count, {
        one: "Débloquer # personne\u00a0?",
        other: "Débloquer # personnes\u00a0?",
      }),
      done: (count) => plural(count, {
        one: "C’est fait pour # personne",
        other: "C’est fait pour # personnes",
      }),
      refused: (count) => plural(count, {
        one: "Impossible pour # personne",
        other: "Impossible pour # personnes",
      }),
    },
    rooms: {
      chooseAll: "Sélectionner toutes les chambres affichées",
      chosenRows: "Chambres sélectionnées",
      room: "Chambre",
      residents: "Qui y habite",
      people: "Personnes",
      opened: "Ouverte",
      more: (count) => `Voici les ${count} premières chambres. Choisis une résidence ou cherche pour `
        + "trouver les autres.",
      exporting: (count) => `${count} chambres…`,
      capacityTitle: (count) => plural(count, {
        one: "Changer le nombre de places de # chambre",
        other: "Changer le nombre de places de # chambres",
      }),
      capacityHint: "De 1 à 20. Laisse vide pour faire comme la résidence.",
      done: (count) => plural(count, { one: "# chambre modifiée", other: "# chambres modifiées" }),
      refused: (count) => plural(count, {
        one: "# chambre non modifiée",
        other: "# chambres non modifiées",
      }),
    },
    invites: {
      chooseAll: "Sélectionner toutes les invitations affichées",
      chosenRows: "Invitations sélectionnées",
      code: "Code",
      link: "Lien",
      used: "Utilisée",
      usedOf: "Comptes",
      expires: "Valable jusqu’au",
      more: (count) => `Voici les ${count} invitations les plus récentes.`,
      exporting: (count) => `${count} invitations…`,
      revokeTitle: (count) => plural(count, {
        one: "Révoquer # invitation\u00a0?",
        other: "Révoquer # invitations\u00a0?",
      }),
      revokeText: "Plus personne ne pourra s’en servir pour créer un compte. Les comptes existants restent.",
      done: (count) => plural(count, { one: "# invitation révoquée", other: "# invitations révoquées" }),
      refused: (count) => plural(count, {
        one: "# invitation non révoquée",
        other: "# invitations non révoquées",
      }),
    },
    deliveries: {
      time: "Date",
      person: "Personne",
      channel: "Canal",
      reason: "Motif",
      attempts: "Essais",
      gone: "Compte supprimé",
      more: (count) => `Voici les ${count} plus récents.`,
      exporting: (count) => `${count} notifications…`,
    },
    audit: {
      time: "Date",
      act: "Action",
      more: (count) => `Le fichier contient les ${count} actions les plus récentes.`,
      exporting: (count) => `${count} actions…`,
    },
  },
};
