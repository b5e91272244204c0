/// The rotating code of a check-in, as its teacher shows it.
extension Attendance {
  /// Returns the code to show in the room. It changes every 15 seconds, and each is accepted for 30.
  package struct GetCheckInCode: Request {
    package typealias Reply = ShownCode
    package static let subject = "attendance.checkin.code"
    package static let version = "1.1"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/checkins/{id}/code")
    package static let faults = [FaultCode.notFound, .notAllowed, .checkInClosed, .noCode]
    package static let summary = "Get the current code of an open check-in you teach."
    package let id: CheckInID

    package init(id: CheckInID) {
      self.id = id
    }
  }

  /// The code of a check-in at a moment.
  package struct ShownCode: Codable, Hashable, Sendable {
    /// Eight characters, shown in groups of four: `K7QM-X2AB`.
    package let code: String
    /// The moment at which the next code follows.
    package let until: Instant
    /// The code that follows, so that a screen need not wait for it.
    package let next: String
    /// The clock of the site.
    package let now: Instant
    /// The QR code of the link that checks in with `code`; absent on a site of an older release.
    package let qr: Roomhub.QRModules?
    /// The QR code of the link with `next`; absent on a site of an older release.
    package let nextQr: Roomhub.QRModules?

    package init(
      code: String, until: Instant, next: String, now: Instant, qr: Roomhub.QRModules?,
      nextQr: Roomhub.QRModules?
    ) {
      self.code = code
      self.until = until
      self.next = next
      self.now = now
      self.qr = qr
      self.nextQr = nextQr
    }
  }
}
