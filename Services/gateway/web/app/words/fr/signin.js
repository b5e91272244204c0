// The French words of signing in and signing up.

export default {
  signin: {
    title: "Bon retour parmi nous",
    lead: "Connecte-toi à ta chambre.",
    email: "E-mail", password: "Mot de passe",
    showPassword: "Afficher le mot de passe",
    capsLock: "La touche Verr. Maj est activée.",
    withRoom: "Vérifier aussi ma chambre",
    dorm: "Résidence", number: "Numéro de chambre", anyDorm: "Choisir une résidence",
    submit: "Se connecter",
    toSignUp: "Pas encore de compte\u202f? Crées-en un",
    forgot: "Mot de passe oublié\u202f?",
    room: "Saisis la résidence et le numéro de chambre, ou aucun des deux.",
    ended: "Ta session a expiré ou a été fermée depuis un autre appareil. Connecte-toi pour reprendre où tu "
      + "en étais.",
    endedHere: "Ta session a été fermée dans un autre onglet.",
    setUp: "Configurer ce site",
    needsSetup: "Ce site n’a pas encore d’admin.",
    demo: {
      lead: "Voici un campus de démonstration. Toutes les personnes y sont imaginaires.",
      student: "Visiter comme Ada (élève)",
      teacher: "Visiter comme Magnus (prof)",
    },
  },
  signup: {
    title: "Créer ton compte",
    lead: (site) => `Rejoins ${site} sur Quad.`,
    first: "Prénom", last: "Nom", invite: "Code d’invitation",
    inviteHint: "Il faut une invitation\u00a0: demande un code à un admin.",
    domains: (domains) => `Utilise ton adresse ${domains}.`,
    withRoom: "Je connais ma chambre", code: "Code de la chambre",
    codeHint: "Un coloc peut te le donner. Sans code, tes colocs devront accepter ta demande.",
    submit: "Créer mon compte",
    toSignIn: "Déjà un compte\u202f? Connecte-toi",
    off: "Ce site n’accepte pas de nouveaux comptes. Adresse-toi à un admin.",
    mailTitle: "Consulte tes e-mails",
    mail: (email) => `Un lien t’attend à l’adresse ${email}. Ouvre-le pour terminer la création de ton `
      + "compte.",
    mailHint: "Rien reçu\u202f? Regarde dans tes spams ou recommence dans quelques minutes.",
  },
};
