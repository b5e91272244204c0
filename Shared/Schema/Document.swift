/// The form of a text that is not JSON: over HTTP it is the whole body, on the bus one member of the message.
package enum DocumentType: String, Sendable, CaseIterable {
  case calendar = "text/calendar"

  /// The value of the header Content-Type.
  package var contentType: String { "\(rawValue); charset=utf-8" }
}

/// The member of a request that is the whole body over HTTP. The request's other members are all in its path.
package struct DocumentMember: Hashable, Sendable {
  package let name: String
  package let type: DocumentType

  package init(_ name: String, _ type: DocumentType) {
    self.name = name
    self.type = type
  }
}

/// A reply that is a text in a form of its own. The gateway returns the text with `etag` in a header. A
/// caller who has this state already gets no text; over HTTP the status is 304.
package protocol DocumentReply: Codable, Sendable {
  static var form: DocumentType { get }
  /// The file name for a browser's download; nil shows the text instead.
  static var fileName: String? { get }
  /// The tag of the text's state: 1 to 100 letters, digits, `-` and `_`.
  var etag: String { get }
  var text: String? { get }
  init(etag: String, text: String?)
}

/// The state of a document that a caller has: an earlier `etag`, without quotes.
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
    .invalidArgument, "state_bad", "Enter a state of 1 to 100 characters.")
}

extension DocumentReply {
  package static var fileName: String? { nil }
}
