/// The id of a dorm in addresses and files, from the campus list: 1 to 32 of `a` to `z`, digits and dashes.
/// The case is not folded, because only operators type it, and their tools fold it. Roomhub decides if the
/// dorm exists.
package struct DormID: CheckedText {
  package let text: String
  package static let bad = FaultCode.dormUnknown
  package static let sampleText = "forbes"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (1...32).contains(input.utf8.count),
      input.utf8.allSatisfy({
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "pattern": "^[a-z0-9-]{1,32}$"] }
}

/// A room number in one canonical form: "Rm 101a", "#101-A" and " 0101.A" are all `101A`. Spaces and
/// `-` `.` `/` are dropped; between two digits they are one `-`, because 1-11 and 11-1 are two rooms.
package struct RoomNumber: CheckedText {
  package let text: String
  package static let bad = FaultCode.roomNumberBad
  package static let sampleText = "101A"
  package init(checked text: String) { self.text = text }

  private static let separators = " -./"

  /// Normalizes a number: trimmed, upper case, without `#`, `RM` or `ROOM`, separators as above, leading
  /// zeros dropped; 1 to 8 characters.
  package init?(_ input: String) {
    guard input.utf8.count <= 200 else { return nil }
    let upper = Text.normalize(Text.normalize(input).uppercased())
    let words = upper.split(whereSeparator: { $0.isWhitespace })
    let joined = RoomNumber.joined(RoomNumber.plain(words.joined(separator: " ")))
    // Without its separators, a number may begin with what is dropped: "0-A" is `0A`, which is `A`.
    let rest = RoomNumber.plain(Text.normalize(joined))
    // The check is scalar by scalar, because a character may hide a joiner or a mark and so look like another
    // number.
    guard (1...8).contains(rest.count),
      rest.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
      })
    else { return nil }
    text = rest
  }

  /// The text without separators, except for one dash between two digits.
  private static func joined(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isApart = false
    for scalar in text.unicodeScalars {
      if separators.unicodeScalars.contains(scalar) {
        isApart = true
        continue
      }
      if isApart, let last = result.last, isDigit(last), isDigit(scalar) { result.append("-") }
      result.append(scalar)
      isApart = false
    }
    return String(result)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The text without what stands before the number.
  private static func plain(_ text: String) -> String {
    var rest = Substring(text)
    while let length = ornament(rest) { rest = rest.dropFirst(length) }
    return String(rest)
  }

  /// The number of characters at the start that are not part of the number; nil if there are none.
  private static func ornament(_ text: Substring) -> Int? {
    guard let first = text.first else { return nil }
    if "#\(separators)".contains(first) { return 1 }
    // The word is dropped before a number: "RM101" is a number, "RMA" is a name.
    for word in ["ROOM", "RM"] where text.hasPrefix(word) {
      guard let next = text.dropFirst(word.count).first else { return word.count }
      if next.isNumber || "#\(separators)".contains(next) { return word.count }
    }
    guard first == "0", let next = text.dropFirst().first, !separators.contains(next) else { return nil }
    return 1
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 200] }
}

/// The address of a room, which identifies it for everyone.
package struct RoomAddress: Codable, Hashable, Sendable, CustomStringConvertible {
  package let dorm: DormID
  package let number: RoomNumber

  package init(dorm: DormID, number: RoomNumber) {
    self.dorm = dorm
    self.number = number
  }

  /// The address as text: `forbes:101A`.
  package var description: String { "\(dorm):\(number)" }
}

/// The title of a task.
package struct TaskTitle: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.titleBlank
  package static let sampleText = "Take out the recycling"
}

/// Notes on a task, with line breaks.
package struct TaskNotes: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 2000
  package static let blank = FaultCode.valueBlank
  package static let allowsLines = true
  package static let sampleText = "The blue bin goes out on Tuesdays."
}

/// The text of a message, with line breaks.
package struct MessageText: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 1000
  package static let blank = FaultCode.messageBlank
  package static let allowsLines = true
  package static let sampleText = "Whoever baked the banana bread: thank you."
}

/// The name of a dorm.
package struct DormName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 80
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Forbes Hall"
}

/// The code that lets a roommate in: 8 characters of Crockford's base32 without `I L O U`. Input may hold
/// spaces and dashes and be in lower case.
package struct JoinCode: CheckedText {
  package let text: String
  package static let bad = FaultCode.joinCodeBad
  package static let sampleText = "7KQ2M9XA"
  package init(checked text: String) { self.text = text }
  package static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  package init?(_ input: String) {
    guard input.utf8.count <= 40, input.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let folded = input.uppercased().filter { !" -".contains($0) }
    guard folded.count == 8, folded.allSatisfy({ JoinCode.alphabet.contains($0) }) else { return nil }
    text = folded
  }

  /// Creates a code of 40 random bits.
  package static func random() -> JoinCode {
    var generator = SystemRandomNumberGenerator()
    var bits: UInt64 = generator.next()
    var text = ""
    for _ in 0..<8 {
      text.append(alphabet[Int(bits & 31)])
      bits >>= 5
    }
    return JoinCode(checked: text)
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 8, "maxLength": 40] }
}

extension FaultCode {
  package static let dormUnknown = FaultCode(
    .invalidArgument, "dorm_unknown", "Choose a dorm on this campus.")
  package static let roomNumberBad = FaultCode(
    .invalidArgument, "room_number_bad", "Enter a room number of 1 to 8 letters and digits.")
  package static let joinCodeBad = FaultCode(
    .invalidArgument, "join_code_bad", "Enter a room code of 8 letters and digits. Ask a roommate for it.")
  package static let joinCodeWrong = FaultCode(
    .permissionDenied, "join_code_wrong",
    "This isn't the code of that room. Ask a roommate for the current one.")
  package static let titleBlank = FaultCode(.invalidArgument, "title_blank", "Enter a title.")
  package static let messageBlank = FaultCode(.invalidArgument, "message_blank", "Write a message first.")
  package static let noRoom = FaultCode(
    .failedPrecondition, "no_room", "You don't have a room yet. Join one first.")
  package static let alreadyInRoom = FaultCode(
    .failedPrecondition, "already_in_room", "You already live in another room. Leave it first.")
  package static let roomFull = FaultCode(
    .failedPrecondition, "room_full", "This room is full. Ask your roommates or choose another room.")
  package static let tooManyTasks = FaultCode(
    .failedPrecondition, "too_many_tasks", "The list is full (100,000 open tasks). Complete some first.")
  package static let reopenTooLate = FaultCode(
    .failedPrecondition, "reopen_too_late", "You can't reopen a task after 30 days.")
}
