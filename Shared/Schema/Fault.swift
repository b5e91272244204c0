/// An expected failure with a stable code, which reaches the caller unchanged. Anything else thrown by a
/// handler is a bug and reaches the caller as `internal`.
package struct Fault: Error, Codable, Hashable, Sendable {
  /// The kind of failure, which implies the caller's next step and fixes the HTTP status.
  package enum Kind: String, Choice {
    case invalidArgument = "invalid_argument"
    case unauthenticated
    case permissionDenied = "permission_denied"
    case notFound = "not_found"
    case alreadyExists = "already_exists"
    case failedPrecondition = "failed_precondition"
    case resourceExhausted = "resource_exhausted"
    case unavailable
    case deadlineExceeded = "deadline_exceeded"
    case cancelled
    case unimplemented
    case versionMismatch = "version_mismatch"
    case `internal`
    case storageFull = "storage_full"
    case badUpstream = "bad_upstream"
  }

  /// A request's effect, on which a retry depends: none, unknown, or done.
  package enum Processed: String, Choice {
    case no, maybe, yes
  }

  package struct Field: Codable, Hashable, Sendable {
    package let field: String
    package let code: String
    package let message: String

    package init(field: String, code: String, message: String) {
      self.field = field
      self.code = code
      self.message = message
    }

    package init(_ field: String, _ code: FaultCode) {
      self.init(field: field, code: code.code, message: code.message)
    }
  }

  package let kind: Kind
  package let code: String
  package let message: String
  package var fields: [Field]?
  /// Details in a form that the code defines: `changed_elsewhere` has the object as it is now.
  package var details: JSONValue?
  package var processed: Processed
  package var retryAfterMs: Int64?
  package var service: String?
  package var instance: String?
  package var traceId: String?

  package init(
    _ code: FaultCode, fields: [Field]? = nil, processed: Processed = .no, retryAfterMs: Int64? = nil,
    service: String? = nil
  ) {
    kind = code.kind
    self.code = code.code
    message = code.message(of: service)
    self.fields = fields
    self.processed = processed
    self.retryAfterMs = retryAfterMs
    self.service = service
  }

  /// A fault of one member of the request.
  package init(_ code: FaultCode, field: String) {
    self.init(code, fields: [Field(field, code)])
  }

  /// A fault of the member at the position of `decoder`.
  package init(_ code: FaultCode, at decoder: any Decoder) {
    self.init(code, field: Fault.path(decoder.codingPath))
  }

  /// The path of a member: `room.number`, `items.2.title`.
  package static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
  }
}

extension Fault.Kind {
  /// decisions: a fixed table over `kind`; only `bad_json` differs from its kind's status.
  package func httpStatus(code: String) -> Int {
    switch self {
    case .invalidArgument, .versionMismatch: code == FaultCode.badJSON.code ? 400 : 422
    case .unauthenticated: 401
    case .permissionDenied: 403
    case .notFound: 404
    case .alreadyExists, .failedPrecondition: 409
    case .resourceExhausted: 429
    case .unavailable, .cancelled: 503
    case .deadlineExceeded: 504
    case .unimplemented: 501
    case .internal: 500
    case .storageFull: 507
    case .badUpstream: 502
    }
  }
}

/// A stable code with its kind and the message for people.
package struct FaultCode: Hashable, Sendable {
  package let kind: Fault.Kind
  package let code: String
  package let message: String

  package init(_ kind: Fault.Kind, _ code: String, _ message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  /// The message for people. If a program does not reply, it names the part of the site that is away.
  func message(of service: String?) -> String {
    guard let service, code == FaultCode.serviceUnavailable.code,
      let down = Catalogue.rows.first(where: { $0.name.text == service })?.down
    else { return message }
    return "\(down) Try again in a moment."
  }
}

/// Faults that any request may return.
extension FaultCode {
  package static let anyRequest: [FaultCode] = [
    badJSON, wrongType, fieldMissing, idempotencyKeyBad, signInRequired, notAllowed, keyReused, alreadyDone,
    slowDown,
    busy, draining, serviceUnavailable, deadlineExceeded, cancelled, unknownSubject, versionMismatch,
    idInUse, internalError, storageFull, tooLarge,
  ]
  package static let badJSON = FaultCode(.invalidArgument, "bad_json", "The body isn't valid JSON.")
  package static let wrongType = FaultCode(.invalidArgument, "wrong_type", "A member has the wrong type.")
  package static let fieldMissing = FaultCode(
    .invalidArgument, "field_missing", "A required member is missing.")
  package static let idBad = FaultCode(.invalidArgument, "id_bad", "Enter an id that is a UUID.")
  package static let dateBad = FaultCode(
    .invalidArgument, "date_bad",
    "Enter a date like 2026-09-01 or a time like 2026-09-01T12:00:00Z, from the year 1900 to 9999.")
  package static let tooLong = FaultCode(.invalidArgument, "too_long", "The text is too long. Shorten it.")
  package static let textBad = FaultCode(
    .invalidArgument, "text_bad", "The text contains control characters. Remove them.")
  package static let valueUnknown = FaultCode(
    .invalidArgument, "value_unknown", "Choose one of the allowed values.")
  package static let cursorBad = FaultCode(
    .invalidArgument, "cursor_bad", "This cursor isn't from a list. Start the list again.")
  package static let limitBad = FaultCode(
    .invalidArgument, "page_limit_bad", "Choose a page size from 1 to 100.")
  package static let idempotencyKeyBad = FaultCode(
    .invalidArgument, "idempotency_key_bad",
    "Use an idempotency key of 1 to 255 visible ASCII characters, or a UUID for an anonymous message.")
  package static let signInRequired = FaultCode(.unauthenticated, "signin_required", "Sign in first.")
  package static let notAllowed = FaultCode(
    .permissionDenied, "not_allowed", "You don't have permission to do this.")
  package static let notFound = FaultCode(.notFound, "not_found", "This doesn't exist or was deleted.")
  package static let keyReused = FaultCode(
    .failedPrecondition, "key_reused", "This idempotency key was used for a different request.")
  package static let alreadyDone = FaultCode(
    .failedPrecondition, "already_done",
    "This request was already completed. Its reply contained a secret and isn't stored.")
  package static let changedElsewhere = FaultCode(
    .failedPrecondition, "changed_elsewhere",
    "Someone changed this while you were editing. Look at it and try again.")
  package static let slowDown = FaultCode(
    .resourceExhausted, "slow_down", "Too many requests. Wait a moment.")
  package static let busy = FaultCode(.unavailable, "busy", "Quad is busy. Try again in a moment.")
  package static let draining = FaultCode(
    .unavailable, "draining", "Quad is stopping. Try again in a moment.")
  package static let serviceUnavailable = FaultCode(
    .unavailable, "service_unavailable", "Part of Quad isn't responding. Try again in a moment.")
  package static let deadlineExceeded = FaultCode(
    .deadlineExceeded, "deadline_exceeded", "Quad took too long to respond. Try again.")
  package static let cancelled = FaultCode(.cancelled, "cancelled", "The request was canceled.")
  package static let unknownSubject = FaultCode(
    .unimplemented, "subject_unknown", "The program has no such request.")
  package static let versionMismatch = FaultCode(
    .versionMismatch, "version_mismatch", "Part of Quad is being updated. Try again in a moment.")
  package static let idInUse = FaultCode(
    .alreadyExists, "id_in_use", "Another request with this id is still in progress on this connection.")
  package static let internalError = FaultCode(
    .internal, "internal", "Something went wrong on our side. Try again in a moment.")
  package static let storageFull = FaultCode(
    .storageFull, "storage_full", "The site is out of storage. Ask your administrator to free up space.")
  package static let tooLarge = FaultCode(.invalidArgument, "too_large", "The request is too large.")
}
