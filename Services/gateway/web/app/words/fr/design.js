// The French words of the design page.

import { formsOf } from "../forms.js";

const { ratio } = formsOf("fr");

export default {
  design: {
    title: "Design",
    lead: "Tous les tokens et composants de Quad, tels que les pages les utilisent. Tu ajoutes une "
      + "page\u202f? Commence ici.",
    contents: "Sur cette page",
    scheme: "Thème",
    device: "Appareil",
    light: "Clair",
    dark: "Sombre",
    direction: "Sens de lecture",
    ltr: "De gauche à droite",
    rtl: "De droite à gauche",
    open: "Ouvrir",
    sample: "Dans une chambre où l’on se parle, la vaisselle se fait.",
    space: "Espacements",
    rounds: "Coins",
    motion: "Mouvement",
    motionHint: "Rien ne bouge sur les appareils réglés pour réduire les animations.",
    contrast: (value) => `${ratio.format(value)}\u00a0: 1`,
    ofMany: (value, most) => `${value} sur ${most}`,
    textPairs: "Texte sur son fond\u00a0: au moins 4,5\u00a0: 1",
    edgePairs: "Bords, anneaux, icônes et dessins\u00a0: au moins 3\u00a0: 1",
    colours: {
      surfaces: "Surfaces, de l’arrière à l’avant", text: "Texte",
      indigo: "Indigo\u00a0: tout ce qui se touche", meaning: "Sens, toujours avec des mots",
      notes: "Messages éphémères et fond des panneaux", charts: "Graphiques",
      skies: "Ciels des événements", people: "Personnes",
    },
    parts: {
      colour: { title: "Couleur",
        when: "Indigo, blanc et noir, avec des emojis pour relever. Les pages passent par les tokens, jamais "
          + "par des couleurs brutes." },
      type: { title: "Typographie", when: "La police de l’appareil. Un seul grand titre par page." },
      space: { title: "Espacement et mouvement",
        when: "Par pas de quatre pixels. La gauche et la droite suivent le sens de lecture." },
      buttons: { title: "Boutons",
        when: "Un seul bouton plein, pour l’action principale de la page. Tout ce qui se touche fait au "
          + "moins 44 pixels de haut.",
        uses: {
          main: "L’action principale de la page.", quiet: "Les autres actions.",
          danger: "La dernière étape avant quelque chose d’irréversible. Seulement dans un panneau.",
          dangerQuiet: "Mène à quelque chose qui demande d’abord, ou qui s’annule.",
          small: "À côté d’un nom, dans une ligne.",
          busy: "Pendant l’envoi. Toucher encore ne fait rien.",
          link: "En bas d’un message ou d’une ligne.",
          add: "Ajoute à la liste de la page, à portée de pouce.",
        } },
      lists: { title: "Listes et cartes",
        when: "Une liste pour plusieurs choses du même genre, une carte pour une seule.",
        uses: {
          paged: "Les listes qui s’allongent. Elles se chargent par morceaux et changent ligne par ligne.",
          mate: "Une personne, et ce qu’elle partage sur elle.", card: "Une chose et son titre.",
        } },
      states: { title: "Chargement, vide et erreur",
        when: "Une page n’est jamais blanche\u00a0: elle charge, n’a rien à montrer, ou dit ce qui a raté.",
        uses: {
          skeleton: "En attendant la première réponse.",
          empty: "Rien pour l’instant, et ce qu’on peut y faire.",
          failed: "Pas de réponse, avec un moyen de réessayer.",
        } },
      forms: { title: "Formulaires",
        when: "Le libellé au-dessus du champ, l’erreur en dessous. Ce qui est tapé reste.",
        uses: {
          form: "Des champs envoyés ensemble.", error: "Ce qui ne va pas, et comment y remédier.",
          toggle: "Oui ou non. Toute la ligne réagit.",
          repeated: "Autant de lignes qu’on veut, comme les horaires d’une journée.",
          alert: "Un problème avec tout le formulaire.",
          warning: "Bon à savoir avant d’envoyer.",
        } },
      choices: { title: "Choix", when: "Pour quelques options courtes qui tiennent sur la page.",
        uses: {
          segmented: "Une option sur deux à quatre, comme le thème.",
          chips: "Filtres d’une liste, un à la fois.",
          many: "Filtres d’une liste, plusieurs à la fois.",
        } },
      sheets: { title: "Panneaux",
        when: "Une question ou une petite tâche par-dessus la page. Échap, un toucher à côté ou un geste "
          + "vers le bas les ferme.",
        uses: {
          ask: "Avant quelque chose d’irréversible.",
          sheet: "Un petit texte à lire ou une petite chose à faire. Le reste défile.",
        } },
      notes: { title: "Messages éphémères",
        when: "Courts, en bas, partis au bout de cinq secondes. Jamais le seul endroit pour une erreur.",
        uses: {
          toast: "Confirme une action.", undo: "Avec Annuler, plutôt que de demander d’abord.",
        } },
      marks: { title: "Pastilles et étiquettes", when: "De petits signes qui se lisent aussi comme des mots.",
        uses: {
          badge: "Combien attendent.", label: "Un état.", important: "Une tâche qui passe en premier.",
          avatar: "À côté d’un nom.", progress: "Ce qui est déjà fait.",
        } },
      charts: { title: "Graphiques",
        when: "Pour des nombres que l’on compare. Motifs et formes distinguent les séries, pas seulement la "
          + "couleur, et chaque valeur se lit aussi en texte.",
        uses: {
          bars: "Qui a fait combien. Le trait marque une part équitable.",
          groups: "Deux nombres par élément, comme prévu et payé.",
          line: "Une évolution, avec des trous là où les données manquent.",
          donut: "Quatre parts d’un tout au plus. Les autres sont regroupées.",
        } },
    },
    samples: {
      lines: "Tâches", addLine: "Ajouter une ligne",
      main: "Continuer", other: "Autre chose", note: "Une ligne avec un peu plus de détails",
      nothing: "Tout est fait",
      cardTitle: "Le dîner de vendredi", field: "Nom", hint: "Comme sur la porte.",
      back: "Rétabli", person: ["Ada", "Lindqvist"],
      good: "Confirmé", caution: "En attente", danger: "Fermé",
      rows: ["Vider le frigo", "Acheter du lait d’avoine", "Arroser le monstera", "Rendre le parapluie"],
      choices: ["Les miennes", "Toutes", "À personne"], people: ["Ada", "Mei-Ling", "Nia", "Priya"],
      days: ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
      barTitle: "Tâches faites ce mois-ci", barText: "Ada en a fait neuf sur 24.", fair: "Part équitable",
      moneyTitle: "Dépenses de la période", lineTitle: "Au dîner",
      lineText: "C’est le jeudi qu’il y a le plus de monde.", partsTitle: "Qui a fait quoi",
    },
  },
  docs: {
    title: "API",
    lead: "Tout ce que fait ce site, tes programmes peuvent le faire aussi\u00a0: un écran près de la porte, "
      + "un script, une autre appli.",
    start: "Crée un jeton d’API dans les réglages et envoie-le sous la forme «\u202fAuthorization: Bearer "
      + "…\u202f».",
    download: "Télécharger le document OpenAPI",
    search: "Rechercher",
    nothing: "Aucune opération trouvée",
    parameters: "Paramètres", body: "Corps",
    reply: (status) => `Réponse (${status})`,
    noBody: "Pas de corps.", errors: "Erreurs", required: "obligatoire",
    anyone: "Ouvert à tout le monde, sans session.",
    session: "Nécessite une session. Les jetons d’API ne sont pas acceptés.",
    scope: (scope) => `Nécessite une session ou un jeton d’API avec ${scope}.`,
    role: (role) => `Réservé aux personnes qui ont le rôle «\u202f${role}\u202f».`,
  },
};
