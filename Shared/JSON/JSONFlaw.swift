/// The first reason why bytes are not a JSON document as Quad takes it, and its position.
package struct JSONFlaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// Raw values are stable: clients get them.
  package enum Reason: String, CaseIterable, Sendable {
    case empty, tooLarge, tooDeep, tooManyMembers
    case byteOrderMark, notUTF8
    case valueExpected, commaTrails, commaExpected, nameExpected, colonExpected
    case numberBad, textUnfinished, controlCharacter, escapeBad, surrogateLone
    case nameTwice, endExpected, unfinished
  }

  package let reason: Reason
  /// The offset of the byte, from 0; the number of bytes if more were expected.
  package let offset: Int

  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String { "at byte \(offset), \(reason.words)" }
}

extension JSONFlaw.Reason {
  /// The end of a sentence that begins with the position.
  var words: String {
    switch self {
    case .empty: "there is nothing to read"
    case .tooLarge: "the document is over \(JSONDocument.maxBytes >> 20) MiB"
    case .tooDeep: "lists and objects are nested over \(JSONDocument.maxDepth) levels deep"
    case .tooManyMembers: "an object has over \(JSONDocument.maxMembers) members"
    case .byteOrderMark: "there is a byte order mark; send UTF-8 without one"
    case .notUTF8: "the bytes are not UTF-8"
    case .valueExpected: "a value is missing or is not one"
    case .commaTrails: "a comma is not followed by anything"
    case .commaExpected: "a comma or a closing bracket is missing"
    case .nameExpected: "a name in double quotes is missing"
    case .colonExpected: "a colon after the name is missing"
    case .numberBad: "the number is not written as in JSON"
    case .textUnfinished: "the closing quotation mark is missing"
    case .controlCharacter: "a text holds a control character that is not escaped"
    case .escapeBad: "an escape is not one of JSON"
    case .surrogateLone: "an escape stands for half a character"
    case .nameTwice: "an object has the same name twice"
    case .endExpected: "something follows the end of the document"
    case .unfinished: "the document ends too early"
    }
  }
}
