import Crypto
import Schema

/// The codes of a check-in: a new one every 15 seconds, as in RFC 6238, but with letters, which give five
/// bits each where digits give three. Only the holder of the check-in's secret can compute them.
enum RotatingCode {
  static let stepLength = Duration.seconds(15)
  /// Steps for which a code is accepted, from its own: this one and the next. Reading and typing takes longer
  /// than what may be left of one.
  static let maxSteps: Int64 = 2

  /// The number of the step of a moment.
  static func step(at moment: Instant) -> Int64 {
    let length = stepLength.milliseconds
    let (step, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: length)
    return rest < 0 ? step - 1 : step
  }

  static func start(of step: Int64) -> Instant {
    let (start, isTooLarge) = step.multipliedReportingOverflow(by: stepLength.milliseconds)
    return Instant(milliseconds: isTooLarge ? (step < 0 ? .min : .max) : start)
  }

  /// 8 characters of base32 (RFC 4648): the first 40 bits of the HMAC of the step.
  static func code(_ secret: [UInt8], step: Int64) -> String {
    let hash = HMAC.sha256(bytes(of: step), key: secret)
    let bits = hash.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return String(
      (0..<CheckInCode.length).map { place -> Character in
        let shift = 35 - 5 * place
        return CheckInCode.alphabet[Int(bits >> shift & 31)]
      })
  }

  /// A code in groups of four: `K7QM-X2AB`.
  static func shown(_ code: String) -> String { "\(code.prefix(4))-\(code.dropFirst(4))" }

  /// True for the code of this moment's step or the one before: 30 seconds after its step began, a code is
  /// refused.
  ///
  /// - Parameter moment: the moment of the press, even if it arrived later.
  static func accepts(_ code: CheckInCode, _ secret: [UInt8], at moment: Instant) -> Bool {
    let typed = Array(code.text.utf8)
    let now = step(at: moment)
    var isAccepted = false
    for step in (now - maxSteps + 1)...now {
      // Every step is compared, so that the time reveals nothing.
      let isEqual = Secrets.equal(typed, Array(RotatingCode.code(secret, step: step).utf8))
      isAccepted = isEqual || isAccepted
    }
    return isAccepted
  }

  /// The number as 8 bytes, most significant first.
  fileprivate static func bytes(of number: Int64) -> [UInt8] {
    let bits = UInt64(bitPattern: number)
    return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
  }
}

/// Tickets. Signing in takes longer than a code lives, so whoever scans one gets a ticket for it.
extension RotatingCode {
  static let ticketLifetime = Duration.seconds(120)

  enum TicketProof: Sendable {
    case valid, expired, wrong
  }

  private static let nonceBytes = 8
  private static let macBytes = 24

  /// A ticket: its end in milliseconds (8 bytes), a nonce, because tickets are for one person each, and the
  /// first 24 bytes of an HMAC of both.
  static func ticket(
    for checkIn: CheckInID, _ secret: [UInt8], at now: Instant
  ) -> (ticket: CheckInTicket, until: Instant) {
    let until = now.advanced(by: ticketLifetime)
    let head = bytes(of: until.milliseconds) + Secrets.randomBytes(nonceBytes)
    let ticket = CheckInTicket(checked: Base64URL.encode(head + mac(of: head, checkIn, secret)))
    return (ticket, until)
  }

  /// Checks a ticket, first whether it is genuine: the end of a forged one is not looked at.
  ///
  /// - Parameter moment: the moment of the press, even if it arrived later.
  static func check(
    _ ticket: CheckInTicket, for checkIn: CheckInID, _ secret: [UInt8], at moment: Instant
  ) -> TicketProof {
    guard let bytes = Base64URL.decode(ticket.text), bytes.count == 8 + nonceBytes + macBytes else {
      return .wrong
    }
    let head = Array(bytes.prefix(8 + nonceBytes))
    guard Secrets.equal(Array(bytes.suffix(macBytes)), mac(of: head, checkIn, secret)) else { return .wrong }
    let until = Int64(bitPattern: head.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    return moment < Instant(milliseconds: until) ? .valid : .expired
  }

  /// The first word keeps tickets apart from codes, which are made with the same key.
  private static func mac(of head: [UInt8], _ checkIn: CheckInID, _ secret: [UInt8]) -> [UInt8] {
    let message = Array("ticket".utf8) + checkIn.raw.bytes + head
    return Array(HMAC.sha256(message, key: secret).prefix(macBytes))
  }
}
