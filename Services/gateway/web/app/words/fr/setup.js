// The French words: setting up a new site.

export default {
  setup: {
    title: "Configurer ce site",
    lead: "Deviens son admin et donne-lui un nom.",
    code: "Code de configuration",
    codeHint: "Il figure dans le journal du site. Sinon, lance quadctl setup sur le serveur.",
    you: "Ton compte d’admin",
    passwordHint: "Au moins 10 caractères. Si tu as déjà un compte ici, saisis son mot de passe.",
    site: "Site",
    name: "Nom du site",
    nameHint: "Affiché sur les pages et dans les e-mails.",
    zone: "Fuseau horaire",
    zoneHint: "Pour les personnes qui n’en ont pas choisi.",
    language: "Langue des e-mails",
    languageHint: "Les pages suivent la langue du navigateur.",
    signUp: "Création de comptes",
    modes: {
      invite: "Sur invitation",
      open: "Ouverte à tout le monde",
      domains: "Ouverte à certains domaines e-mail",
      off: "Fermée",
    },
    domains: "Domaines e-mail",
    domainsHint: "Sépare-les par des virgules, par exemple ecole.example, info.ecole.example.",
    submit: "Configurer le site",
    doneTitle: "Ce site est configuré",
    doneText: "Connecte-toi ou demande de l’aide à un admin.",
  },
};
