/// The version check of a request: `roomhub.task.add@1.2` fits every program that serves `roomhub.task.add`
/// in a version 1, because a new minor version only adds members that may be absent.
enum SchemaVersion {
  /// - Parameter schema: The header's text; empty if the caller does not state it, which is allowed.
  static func fits(_ schema: String, subject: String, version: String?) -> Bool {
    guard let version, !schema.isEmpty else { return true }
    let text = schema.utf8
    let own = subject.utf8
    guard text.starts(with: own), text.dropFirst(own.count).first == UInt8(ascii: "@") else { return false }
    let stated = text.dropFirst(own.count + 1)
    guard let dot = stated.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let major = version.utf8.prefix { $0 != UInt8(ascii: ".") }
    return stated[..<dot].elementsEqual(major) && isNumber(stated[stated.index(after: dot)...])
  }

  private static func isNumber(_ text: Substring.UTF8View.SubSequence) -> Bool {
    !text.isEmpty && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
