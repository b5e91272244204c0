internal import FoundationEssentials
internal import JSON
internal import Schema

/// The HTTP representation of a request.
struct HTTPForm: Equatable {
  let method: HTTPMethod
  /// Path and query, percent-encoded.
  let target: String
  /// JSON, or a document. Empty if the target contains every member.
  let body: [UInt8]
  let contentType: String
  /// The state of the document that the caller already has.
  let state: String?

  init<R: Request>(_ request: R) throws(ClientError) {
    guard let route = R.route else { throw .unreachable("\(R.subject) has no place in the HTTP API") }
    var members = try HTTPForm.members(of: request)
    var path = ""
    for segment in route.segments {
      path += "/"
      guard segment.hasPrefix("{"), segment.hasSuffix("}") else {
        path += segment
        continue
      }
      let name = String(segment.dropFirst().dropLast())
      let value = members.first { $0.name == name }?.value ?? .null
      // An empty segment would result in a different path.
      guard let text = HTTPForm.text(value), !text.isEmpty else {
        throw .unreachable("\(R.subject): \(name) cannot stand in a path")
      }
      path += HTTPForm.percentEncoded(text)
      members.removeAll { $0.name == name }
    }
    method = route.method
    state = try HTTPForm.take(R.stateMember, from: &members)
    if let document = R.documentMember {
      contentType = document.type.contentType
      target = path
      let text = try HTTPForm.take(document.name, from: &members) ?? ""
      let encoding = try HTTPForm.take(document.encoding, from: &members).flatMap {
        TextEncoding(rawValue: $0)
      }
      body = encoding.flatMap { $0.bytes(text) } ?? Array(text.utf8)
      return
    }
    contentType = "application/json"
    target = path + (route.method.hasBody ? "" : try HTTPForm.query(members, of: R.subject))
    body = route.method.hasBody && !members.isEmpty ? try HTTPForm.json(.object(members)) : []
  }

  /// Removes and returns a text member that is sent apart from the others.
  private static func take(
    _ name: String?, from members: inout [JSONValue.Member]
  ) throws(ClientError) -> String? {
    guard let name, let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    return text(members.remove(at: index).value)
  }

  private static func members(of request: some Request) throws(ClientError) -> [JSONValue.Member] {
    do {
      let value = try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(request))
      guard case .object(let members) = value else {
        throw ClientError.unreachable("\(type(of: request).subject) is no object")
      }
      return members.sorted { $0.name < $1.name }
    } catch let error as ClientError { throw error } catch {
      throw .unreachable("\(type(of: request).subject): \(error)")
    }
  }

  private static func query(
    _ members: [JSONValue.Member], of subject: String
  ) throws(ClientError) -> String {
    var query = ""
    for member in members where member.value != .null {
      guard let text = text(member.value) else {
        throw .unreachable("\(subject): \(member.name) cannot stand in a query")
      }
      query += query.isEmpty ? "?" : "&"
      query += percentEncoded(member.name) + "=" + percentEncoded(text)
    }
    return query
  }

  /// Returns the text of a value for a path or a query; nil for a value without one.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  private static func json(_ value: JSONValue) throws(ClientError) -> [UInt8] {
    do { return try JSONCoding.encode(value) } catch { throw .unreachable("\(error)") }
  }

  /// Percent-encodes all but the unreserved characters (RFC 3986, 2.3).
  static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
