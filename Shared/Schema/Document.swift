/// The form of a text that is no JSON: over HTTP it is the whole body, on the bus one member of the message.
package enum DocumentType: String, Sendable, CaseIterable {
  case calendar = "text/calendar"

  /// As the header states it.
  package var contentType: String { "\(rawValue); charset=utf-8" }
}

/// The member of a request that is the whole body over HTTP. A request that has one has no other members but
/// those in its path.
package struct DocumentMember: Hashable, Sendable {
  package let name: String
  package let type: DocumentType

  package init(_ name: String, _ type: DocumentType) {
    self.name = name
    self.type = type
  }
}

/// A reply that is a text in a form of its own. The gateway answers the text, with `etag` beside it; a caller
/// who has this state already gets none, over HTTP the status 304.
package protocol DocumentReply: Codable, Sendable {
  static var form: DocumentType { get }
  /// Under which name a browser keeps it; nil shows it.
  static var fileName: String? { get }
  /// Names the state of the text: 1 to 100 letters, digits, `-` and `_`.
  var etag: String { get }
  var text: String? { get }
  init(etag: String, text: String?)
}

/// The state of a document that a caller has: what `etag` was, without quotes.
package struct StateTag: CheckedText {
  package let text: String
  package static let bad = FaultCode.stateBad
  package static let sampleText = "dGhlIHF1aWNrIGJyb3du"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (1...100).contains(input.utf8.count) else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "minLength": 1, "maxLength": 100] }
}

extension FaultCode {
  package static let stateBad = FaultCode(
    .invalidArgument, "state_bad", "A state is named with 1 to 100 characters.")
}

extension DocumentReply {
  package static var fileName: String? { nil }
}
