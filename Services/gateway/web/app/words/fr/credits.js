// French: what Quad is made of, and the licenses.

export default {
  credits: {
    title: "Crédits et licences", license: "Licence", software: "Quad",
    code: "Quad est un logiciel libre. Tu peux l’utiliser, le modifier et le partager.",
    drawings: "Dessins",
    icons: "L’icône de l’appli et celles des raccourcis ont été dessinées pour Quad.",
    pictures: "Images des événements",
    bundled: "Les images fournies avec Quad ont été dessinées pour lui. Fais-en ce que tu veux.",
    aid: "Premiers secours",
    aidText: "Les textes et les dessins du guide des premiers secours ont été créés pour Quad. Utilise-les "
      + "avec cette mention.",
    samples: "Campus de démonstration",
    campus: "Ses habitants, ses chambres, ses tâches et ses messages ont été inventés pour Quad. Toute "
      + "ressemblance est un hasard.",
  },
};
