extension MailText {
  enum German: MailWords {
    static func signUp(name: String, site: String, link: String) -> MailText {
      MailText(
        "Lege dein Konto bei \(site) fertig an",
        [
          "Hallo \(name),", "mit diesem Link legst du dein Konto bei \(site) fertig an:", link,
          "Er gilt einmal, innerhalb von 24 Stunden.",
          "Das warst nicht du? Dann ignoriere diese Mail. Ohne den Link entsteht kein Konto.",
        ])
    }

    static func hasAccount(name: String, site: String, origin: String) -> MailText {
      MailText(
        "Du hast schon ein Konto bei \(site)",
        [
          "Hallo \(name),",
          "jemand wollte bei \(site) mit dieser Adresse ein Konto anlegen. Es gibt schon eins.",
          "Warst du das, dann melde dich an: \(origin)\nDort kannst du auch ein neues Passwort setzen.",
          "Das warst nicht du? Dann ignoriere diese Mail. Niemand hat erfahren, dass du ein Konto hast.",
        ])
    }

    static func reset(name: String, site: String, link: String) -> MailText {
      MailText(
        "Neues Passwort für \(site)",
        [
          "Hallo \(name),", "mit diesem Link setzt du ein neues Passwort für dein Konto bei \(site):", link,
          "Er gilt einmal, innerhalb von 30 Minuten. Das neue Passwort meldet dich auf allen Geräten ab.",
          "Das warst nicht du? Dann ignoriere diese Mail. Dein Passwort bleibt, wie es ist.",
        ])
    }

    static func verify(name: String, site: String, link: String) -> MailText {
      MailText(
        "Bestätige deine E-Mail-Adresse für \(site)",
        [
          "Hallo \(name),", "mit diesem Link bestätigst du, dass diese Adresse deine ist:", link,
          "Er gilt einmal, innerhalb von 24 Stunden.",
          "Du hast kein Konto bei \(site)? Dann ignoriere diese Mail. Jemand hat sich beim Tippen vertan.",
        ])
    }

    static func change(name: String, site: String, link: String) -> MailText {
      MailText(
        "Bestätige deine neue E-Mail-Adresse für \(site)",
        [
          "Hallo \(name),", "mit diesem Link verwendest du diese Adresse für dein Konto bei \(site):", link,
          "Er gilt einmal, innerhalb von 24 Stunden. Bis dahin meldest du dich mit deiner alten Adresse an.",
          "Das warst nicht du? Dann ignoriere diese Mail.",
        ])
    }

    static func addressTaken(name: String, site: String) -> MailText {
      MailText(
        "Deine E-Mail-Adresse für \(site)",
        [
          "Hallo \(name),",
          "jemand mit einem anderen Konto bei \(site) wollte seine Adresse in deine ändern.",
          "Warst du das, dann lösche zuerst eines der beiden Konten. Sonst ignoriere diese Mail. "
            + "Es ändert sich nichts.",
        ])
    }

    static func test(name: String, site: String) -> MailText {
      MailText(
        "Testmail von \(site)",
        [
          "Hallo \(name),",
          "du hast bei \(site) eine Testmail angefordert. Sie ist da: Der Mailversand funktioniert.",
        ])
    }

    static func changed(name: String, site: String, origin: String) -> MailText {
      MailText(
        "Deine E-Mail-Adresse für \(site) wurde geändert",
        [
          "Hallo \(name),",
          "dein Konto bei \(site) hat jetzt eine andere E-Mail-Adresse. Diese hier gilt dafür nicht mehr.",
          "Das warst nicht du? Dann wende dich sofort an die Verwaltung von \(site): \(origin)",
        ])
    }
  }
}
