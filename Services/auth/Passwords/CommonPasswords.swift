import Schema

/// Passwords that attackers guess first: frequent ones, plain sequences, and the person's own name. They are
/// compared in lowercase; the password itself is never changed.
enum CommonPasswords {
  /// The number of characters that a password needs beyond names and addresses.
  static let minOwnCharacters = 5

  private static let frequent = Set(CommonPasswordList.text.split(whereSeparator: \.isWhitespace))

  /// Keyboard rows and alphabets; each is also read backward, and repeated from its start.
  private static let rows = [
    "abcdefghijklmnopqrstuvwxyz", "0123456789", "1234567890", "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn", "qwertyuiop[]", "asdfghjkl;'#", "!@#$%^&*()",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "1q2w3e4r5t6y7u8i9o0p", "йцукенгшщзхъ",
  ]
  private static let sequences = rows.flatMap { row in
    [row, String(row.reversed())].map { $0 + $0 + $0 }
  }

  /// - Parameters:
  ///   - words: the words that anyone can guess: the person's address and names, and the site's name.
  static func contains(_ password: Password, words: [String]) -> Bool {
    let lower = password.secret.lowercased()
    if frequent.contains(lower[...]) || isRepetition(lower) { return true }
    // Sequences are shorter than that, so a longer password is not compared.
    if lower.utf8.count <= 90, sequences.contains(where: { $0.contains(lower) }) { return true }
    return isMadeOf(words, lower)
  }

  /// The words that a password of this person must not consist of.
  static func words(email: String, firstName: String, lastName: String, site: String) -> [String] {
    let local = email.prefix { $0 != "@" }
    let parts = local.split { ".-_+".contains($0) } + [local]
    let names = [firstName, lastName, site].flatMap { [$0[...]] + $0.split(separator: " ") }
    return (parts + names).map { $0.lowercased() }
  }

  /// True if the text repeats one to three characters throughout.
  private static func isRepetition(_ text: String) -> Bool {
    let characters = Array(text)
    return (1...3).contains { length in
      characters.indices.dropFirst(length).allSatisfy { characters[$0] == characters[$0 - length] }
    }
  }

  /// True if too little is left without the words.
  private static func isMadeOf(_ words: [String], _ text: String) -> Bool {
    var rest = text
    for word in Set(words).filter({ $0.count >= 3 }).sorted(by: { $0.count > $1.count }) {
      rest = rest.replacing(word, with: " ")
    }
    guard rest != text else { return false }
    return rest.count { $0.isLetter || $0.isNumber } < minOwnCharacters
  }
}
