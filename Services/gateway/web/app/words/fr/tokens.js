// The French words of what an API token may do.

export default {
  tokenScopes: {
    names: {
      "room:read": "Voir ta chambre", "room:write": "Agir dans ta chambre",
      "events:read": "Voir tes événements", "events:write": "Modifier tes événements",
      "courses:read": "Voir tes cours", "courses:write": "Modifier tes cours",
      "profile:read": "Voir ton profil", "profile:write": "Modifier ton profil",
      "alerts:read": "Voir tes notifications", "alerts:write": "Gérer tes notifications",
      "site:alert": "Signaler des alertes aux admins", admin: "Administrer ce site",
    },
    hints: {
      "room:read": "Tâches, messages, colocs",
      "room:write": "Ajouter et terminer des tâches, publier des messages",
      "events:read": "Avec les choses à faire et les budgets",
      "events:write": "Les ajouter, les modifier, les partager et y répondre",
      "courses:read": "Tes présences, ainsi que les listes et les appels des cours que tu donnes",
      "courses:write": "Listes, appels, présences et excuses, mais jamais pointer à ta place",
      "alerts:read": "Celles à venir et celles déjà reçues",
      "alerts:write": "Les épingler, les lire, les effacer et choisir tes canaux",
      "profile:read": "Y compris ce que tu caches aux autres",
      "profile:write": "Ton nom et tes informations, jamais ton mot de passe",
      "site:alert": "Pour Alertmanager, qui surveille ce site",
      admin: "Tout ce que tu peux faire comme admin",
    },
  },
};
