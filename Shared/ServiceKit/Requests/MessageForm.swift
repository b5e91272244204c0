internal import Bus
internal import Crypto
internal import JSON
internal import Schema

/// A short hash of the JSON structure of a request and its reply: members, types, limits and choices. Two
/// programs with the same form of a request are compatible.
enum MessageForm {
  /// Returns 16 hexadecimal digits. Empty for a type without a description, for which the version has to
  /// suffice.
  static func of(_ request: any Request.Type) -> String { form(request) }

  private static func form<R: Request>(_ request: R.Type) -> String {
    do {
      let parts = try [described(request), described(R.Reply.self)]
      return BLAKE2b.hash(parts: parts).prefix(8).hexadecimal
    } catch { return "" }
  }

  private static func described<Message: Decodable>(_ type: Message.Type) throws -> [UInt8] {
    let (description, _) = try SchemaRecorder.describe(type)
    let components = description.components.sorted { $0.key < $1.key }
    return try JSONCoding.encode(
      JSONValue.object(
        [JSONValue.Member("", description.schema)] + components.map { JSONValue.Member($0.key, $0.value) }))
  }
}
