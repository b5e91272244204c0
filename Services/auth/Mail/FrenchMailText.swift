extension MailText {
  enum French: MailWords {
    static func signUp(name: String, site: String, link: String) -> MailText {
      MailText(
        "Termine la création de ton compte sur \(site)",
        [
          "Bonjour \(name),", "Ce lien termine la création de ton compte sur \(site)\u{a0}:", link,
          "Il ne sert qu’une fois, dans les 24 heures.",
          "Ce n’était pas toi\u{202f}? Ignore cet e-mail. Sans le lien, aucun compte n’est créé.",
        ])
    }

    static func hasAccount(name: String, site: String, origin: String) -> MailText {
      MailText(
        "Tu as déjà un compte sur \(site)",
        [
          "Bonjour \(name),",
          "Quelqu’un a voulu créer un compte sur \(site) avec cette adresse, mais elle en a déjà un.",
          "Si c’était toi, connecte-toi plutôt\u{a0}: \(origin)\n"
            + "Tu peux aussi y choisir un nouveau mot de passe.",
          "Sinon, ignore cet e-mail. Personne n’a appris que tu as un compte.",
        ])
    }

    static func reset(name: String, site: String, link: String) -> MailText {
      MailText(
        "Nouveau mot de passe pour \(site)",
        [
          "Bonjour \(name),",
          "Avec ce lien, choisis un nouveau mot de passe pour ton compte sur \(site)\u{a0}:", link,
          "Il ne sert qu’une fois, dans les 30 minutes. Le nouveau mot de passe ferme toutes tes sessions.",
          "Ce n’était pas toi\u{202f}? Ignore cet e-mail. Ton mot de passe reste le même.",
        ])
    }

    static func verify(name: String, site: String, link: String) -> MailText {
      MailText(
        "Confirme ton adresse e-mail pour \(site)",
        [
          "Bonjour \(name),", "Ce lien confirme que cette adresse est bien la tienne\u{a0}:", link,
          "Il ne sert qu’une fois, dans les 24 heures.",
          "Tu n’as pas de compte sur \(site)\u{202f}? Ignore cet e-mail. Quelqu’un s’est trompé d’adresse.",
        ])
    }

    static func change(name: String, site: String, link: String) -> MailText {
      MailText(
        "Confirme ta nouvelle adresse e-mail pour \(site)",
        [
          "Bonjour \(name),", "Avec ce lien, ton compte sur \(site) passe à cette adresse\u{a0}:", link,
          "Il ne sert qu’une fois, dans les 24 heures. D’ici là, connecte-toi avec ton ancienne adresse.",
          "Ce n’était pas toi\u{202f}? Ignore cet e-mail.",
        ])
    }

    static func addressTaken(name: String, site: String) -> MailText {
      MailText(
        "Ton adresse e-mail sur \(site)",
        [
          "Bonjour \(name),",
          "Quelqu’un qui a un autre compte sur \(site) a voulu remplacer son adresse par la tienne.",
          "Si c’était toi, supprime d’abord l’un des deux comptes. Sinon, ignore cet e-mail. Rien ne change.",
        ])
    }

    static func test(name: String, site: String) -> MailText {
      MailText(
        "E-mail de test de \(site)",
        [
          "Bonjour \(name),",
          "Tu as demandé un e-mail de test sur \(site). Le voici\u{a0}: l’envoi d’e-mails fonctionne.",
        ])
    }

    static func changed(name: String, site: String, origin: String) -> MailText {
      MailText(
        "Ton adresse e-mail sur \(site) a été changée",
        [
          "Bonjour \(name),",
          "Ton compte sur \(site) a maintenant une autre adresse e-mail. Celle-ci ne vaut plus pour lui.",
          "Ce n’était pas toi\u{202f}? Écris tout de suite à un admin de \(site)\u{a0}: \(origin)",
        ])
    }
  }
}
