/// The name of a place: `Main Hall 101`.
package struct SpotName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 80
  package static let blank = FaultCode.nameBlank
  package static let sampleText = "Main Hall 101"
}

/// The reason that a teacher gives for changing a mark.
package struct MarkReason: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let blank = FaultCode.reasonMissing
  package static let sampleText = "Was on the paper roll."
}

/// The note of an excuse, or of its answer, with line breaks.
package struct ExcuseNote: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 1000
  package static let blank = FaultCode.noteBlank
  package static let allowsLines = true
  package static let sampleText = "I have a dentist’s appointment."
}

/// Degrees north of the equator (WGS 84).
package struct Latitude: CheckedMeasure {
  package let value: Double
  package init(checked value: Double) { self.value = value }
  package static let limits = -90.0...90.0
  package static let bad = FaultCode.positionBad
  package static let sample = Latitude(checked: 37.8719)
}

/// Degrees east of Greenwich (WGS 84).
package struct Longitude: CheckedMeasure {
  package let value: Double
  package init(checked value: Double) { self.value = value }
  package static let limits = -180.0...180.0
  package static let bad = FaultCode.positionBad
  package static let sample = Longitude(checked: -122.2585)
}

/// The accuracy of a position in meters, as the device states it.
package struct PositionAccuracy: CheckedMeasure {
  package let value: Double
  package init(checked value: Double) { self.value = value }
  package static let limits = 0.0...100_000.0
  package static let bad = FaultCode.positionBad
  package static let sample = PositionAccuracy(checked: 12)
}

/// The milliseconds since a position was measured, by the clock of the device that measured it.
package struct PositionAge: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...86_400_000
  package static let bad = FaultCode.positionBad
  package static let sample = PositionAge(checked: 800)
}

/// The range of a check-in in meters: 50 to 5,280 feet, of 0.3048 m each.
package struct CheckInRange: CheckedMeasure {
  package let value: Double
  package init(checked value: Double) { self.value = value }
  package static let limits = 15.24...1609.344
  package static let bad = FaultCode.rangeBad
  /// 100 feet.
  package static let standard = CheckInRange(checked: 30.48)
  package static let sample = standard
}

/// The minutes for which a check-in accepts students from its start.
package struct CheckInMinutes: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...240
  package static let bad = FaultCode.checkInLimitBad
  package static let standard = CheckInMinutes(checked: 10)
  package static let sample = standard
}

/// The minutes by which a check-in opens before its start.
package struct EarlyMinutes: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...60
  package static let bad = FaultCode.earlyBad
  package static let sample = EarlyMinutes(checked: 5)
}

/// The minutes after the start from which a student counts as late.
package struct LateMinutes: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 0...240
  package static let bad = FaultCode.lateBad
  package static let sample = LateMinutes(checked: 5)
}

/// The percentage of attendance below which a student is warned.
package struct WarnPercent: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 1...100
  package static let bad = FaultCode.warningBad
  package static let sample = WarnPercent(checked: 75)
}

/// The number of absences in a row at which a student is warned.
package struct WarnAbsences: CheckedNumber {
  package let count: Int
  package init(checked count: Int) { self.count = count }
  package static let limits = 2...20
  package static let bad = FaultCode.warningBad
  package static let sample = WarnAbsences(checked: 3)
}

/// The rotating code of a check-in as typed: 8 characters of base32 (RFC 4648, `A-Z2-7`). Spaces and dashes
/// are ignored; `0`, `1` and `8`, which the alphabet lacks, count as `O`, `I` and `B`.
package struct CheckInCode: CheckedText {
  package let text: String
  package static let bad = FaultCode.checkInCodeBad
  package static let sampleText = "K7QMX2AB"
  package static let length = 8
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= 40, input.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let folded = input.uppercased().filter { !" -".contains($0) }
    let typed = String(folded.map { CheckInCode.alike[$0] ?? $0 })
    guard typed.count == CheckInCode.length, typed.allSatisfy({ CheckInCode.alphabet.contains($0) }) else {
      return nil
    }
    text = typed
  }

  package static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  private static let alike: [Character: Character] = ["0": "O", "1": "I", "8": "B"]

  package static var schema: JSONValue { ["type": "string", "minLength": 8, "maxLength": 40] }
}

/// A ticket for a scanned code: it lasts two minutes, so that signing in does not cost the place.
package struct CheckInTicket: CheckedText {
  package let text: String
  package static let bad = FaultCode.ticketBad
  package static let sampleText = "AAABnl6kOgABc2FtcGxlLXRpY2tldC1vZi1hLWNoZWNrLWlu"
  package static let maxLength = 120
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (16...CheckInTicket.maxLength).contains(input.utf8.count),
      input.utf8.allSatisfy({ CheckInTicket.allowed.contains($0) })
    else { return nil }
    text = input
  }

  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static var schema: JSONValue {
    ["type": "string", "pattern": "^[A-Za-z0-9_-]{16,120}$"]
  }
}

extension Attendance {
  /// The proof of presence that a check-in asks for.
  package enum CheckInMode: String, Choice {
    case place, code
    case placeAndCode = "place_and_code"
    /// The instructor marks everyone.
    case manual

    package var needsPlace: Bool { self == .place || self == .placeAndCode }
    package var needsCode: Bool { self == .code || self == .placeAndCode }
  }

  package enum CheckInState: String, Choice {
    /// It has not opened yet.
    case planned
    case open, closed
  }

  /// A mark that an instructor sets.
  package enum Mark: String, Choice {
    case present, late, excused, absent
  }

  /// A student's state in a check-in.
  package enum Status: String, Choice {
    case present, late, excused, absent
    /// The student checked in, but an instructor has to confirm it.
    case pending
    /// Nothing is recorded, and the check-in has not closed yet.
    case unmarked
    /// The student was not in the course yet. It counts in no percentage.
    case notEnrolled = "not_enrolled"
  }

  /// The origin of a mark.
  package enum Means: String, Choice {
    case place, code
    case placeAndCode = "place_and_code"
    case instructor
    /// An accepted excuse.
    case excuse
    /// The check-in closed without a mark.
    case closing
    /// The device was offline, and the student's press arrived later.
    case offline
  }

  /// Something about a record that an instructor may want to look at. It changes no mark.
  package enum RecordFlag: String, Choice {
    /// Within the range only if the accuracy of the position is allowed for.
    case borderline
    /// The press arrived after it was made: the device was offline.
    case arrivedLate = "arrived_late"
    /// The same coordinates as another student's, to six decimals.
    case sameCoordinates = "same_coordinates"
    /// Exactly the same accuracy in several check-ins in a row.
    case sameAccuracy = "same_accuracy"
    /// The last position is too far away for the time since.
    case tooFast = "too_fast"
    /// The device has checked in another account, too.
    case sharedDevice = "shared_device"
  }

  /// The reason why a student cannot check in now.
  package enum Refusal: String, Choice {
    case noCheckIn = "no_checkin"
    case notOpenYet = "not_open_yet"
    case closed
    case outOfRange = "out_of_range"
    case accuracyLow = "accuracy_low"
    case fixStale = "fix_stale"
    case fixNeeded = "fix_needed"
    case codeNeeded = "code_needed"
    case codeWrong = "checkin_code_wrong"
    case alreadyDone = "already_done"
    case instructorOnly = "instructor_only"
    case notEnrolled = "not_enrolled"
  }

  package enum ExcuseState: String, Choice {
    case waiting, accepted, declined
  }
}

package enum CheckInRecord {}
package enum AttendanceRecord {}
package enum SpotRecord {}
package enum ExcuseRecord {}

/// The id of a check-in.
package typealias CheckInID = ID<CheckInRecord>
/// The id of a record of attendance; a student keeps it as the receipt.
package typealias ReceiptID = ID<AttendanceRecord>
/// The id of a saved place.
package typealias SpotID = ID<SpotRecord>
/// The id of an excuse.
package typealias ExcuseID = ID<ExcuseRecord>

extension FaultCode {
  package static let reasonMissing = FaultCode(
    .invalidArgument, "reason_missing", "Say why you're changing this. The student sees it.")
  package static let noteBlank = FaultCode(.invalidArgument, "note_blank", "Write a note.")
  package static let positionBad = FaultCode(
    .invalidArgument, "position_bad", "This isn't a position on Earth.")
  package static let rangeBad = FaultCode(
    .invalidArgument, "range_bad", "Choose a range of 50 to 5,280 ft (15 to 1,609 m).")
  package static let checkInLimitBad = FaultCode(
    .invalidArgument, "limit_bad", "Choose a time limit of 1 to 240 minutes.")
  package static let earlyBad = FaultCode(
    .invalidArgument, "early_bad", "A check-in can open up to 60 minutes early.")
  package static let lateBad = FaultCode(
    .invalidArgument, "late_bad", "Students can only be late before the time limit is up.")
  package static let warningBad = FaultCode(
    .invalidArgument, "warning_bad", "Warn below 1 to 100 percent, or after 2 to 20 absences in a row.")
  package static let checkInCodeBad = FaultCode(
    .invalidArgument, "checkin_code_bad", "The code has 8 letters and digits. Check what you typed.")
  package static let ticketBad = FaultCode(
    .invalidArgument, "ticket_bad", "Scan the code again.")
}
