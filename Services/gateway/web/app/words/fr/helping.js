// The French words of alerts to help, and of the administrators' list of AEDs.

const alerted = (count) => count === 1 ? "1 personne alertée" : `${count} personnes alertées`;

export default {
  aidHelp: {
    title: "Besoin d’aide",
    drill: "Ceci est un exercice",
    by: (name) => `Alerte lancée par ${name}`,
    at: (when) => `Envoyée ${when}`,
    aed: (place) => `DAE\u00a0: ${place}`,
    coming: (coming, people) => `${alerted(people)}, `
      + `${coming < 2 ? `${coming} arrive` : `${coming} arrivent`}.`,
    calledOff: (when) => `Alerte levée (${when}). Plus personne n’a besoin de venir.`,
    come: "J’arrive",
    youCome: "Tu as dit que tu arrives.",
    callOff: "Lever l’alerte",
    callOffText: "Toutes les personnes alertées sauront qu’elles n’ont plus à venir.",
    steps: "Que faire",
  },
  crisisAdmin: {
    lead: "Les alertes et les exercices des 12 derniers mois. Ouvre une ligne pour voir la note et le "
      + "défibrillateur, ou pour lever l’alerte.",
    drill: "Exercice",
    calledOff: (time) => `Levée à ${time}`,
    open: "En cours",
    by: (name) => `Lancée par ${name}`,
    gone: "Lancée depuis un compte supprimé",
    coming: (coming, people) =>
      `${people} ${people < 2 ? "personne prévenue" : "personnes prévenues"}, ${coming} en route`,
    nobody: "N’a atteint personne",
    empty: "Aucune alerte pour l’instant",
    emptyText: "Tu verras ici quand quelqu’un prévient les secouristes, ou lance un exercice.",
  },
  aedAdmin: {
    lead: "Tout le monde voit ces défibrillateurs (DAE) sur la page d’urgence, même sans réseau.",
    add: "Ajouter un DAE",
    edit: "Modifier le DAE",
    remove: "Supprimer le DAE",
    removed: (name) => `Supprimé\u00a0: ${name}`,
    empty: "Pas encore de DAE",
    emptyText: "Ajoute le premier, ou importe-les depuis OpenStreetMap ci-dessous.",
    unnamed: "DAE",
    neverChecked: "jamais contrôlé",
    noPosition: "sans coordonnées",
    fromMap: "OpenStreetMap",
    fields: { building: "Bâtiment", floor: "Étage", words: "Emplacement précis",
      german: "Emplacement précis (en allemand)", hours: "Horaires d’accès", keeper: "Responsable",
      position: "Coordonnées GPS",
      checked: "Dernier contrôle" },
    positionHint: "Latitude et longitude, par exemple 48.8530, 2.3499. Elles permettent d’afficher "
      + "le DAE le plus proche en premier.",
    useMine: "Utiliser ma position",
    locating: "Recherche de ta position…",
    located: (meters) => `Ta position, à environ ${meters}\u00a0m près.`,
    positionProblems: {
      location_denied: "Quad n’a pas le droit d’utiliser ta position. Autorise-le dans les réglages du "
        + "navigateur, ou saisis les coordonnées.",
      location_missing: "Ce navigateur ne connaît pas ta position. Saisis les coordonnées.",
      location_failed: "Ta position est introuvable. Réessaie près d’une fenêtre, ou saisis les coordonnées.",
    },
    import: "Importer depuis OpenStreetMap",
    importLead: "Un fichier GeoJSON ou Overpass JSON dont les objets ont l’attribut emergency=defibrillator. "
      + "Si tu l’importes à nouveau, les mêmes DAE sont mis à jour.",
    file: "Fichier",
    fileHint: "1\u00a0Mo au maximum",
    check: "Vérifier le fichier",
    tooLarge: "Choisis un fichier de 1\u00a0Mo au maximum.",
    would: ({ rows, added, changed, already, refused }) => `${rows} DAE. Nouveaux\u00a0: ${added}, `
      + `modifiés\u00a0: ${changed}, identiques\u00a0: ${already}, écartés\u00a0: ${refused}.`,
    problem: (row, message) => `Objet ${row}\u00a0: ${message}`,
    take: "Importer les DAE",
    done: ({ added, changed }) => `Importation terminée. Nouveaux\u00a0: ${added}, modifiés\u00a0: `
      + `${changed}.`,
  },
};
