import Bus
import HTTPServer
import JSON
import Schema
import ServiceKit

/// The form of a request's body: JSON as received, or a document as one member.
enum BodyForm: Sendable {
  case json
  case document(DocumentMember)
  /// A picture, which was put in a file.
  case file(member: String)

  /// The limit on a document in bytes: 1 MiB. A document is longer as JSON, in which a control character
  /// takes six.
  static let maxDocumentBytes = 1 << 20

  init(of request: any Request.Type) {
    if let member = request.fileMember {
      self = .file(member: member)
    } else {
      self = request.documentMember.map { .document($0) } ?? .json
    }
  }

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .document(let member): member.type.rawValue
    case .file: "image/jpeg, image/png, image/webp or image/gif"
    }
  }

  /// True unless the body is compressed or otherwise encoded (RFC 9110, section 8.4).
  static func isPlain(_ request: HTTPRequest) -> Bool {
    request.header("Content-Encoding").map { $0.lowercased() == "identity" || $0.isEmpty } ?? true
  }

  func takes(_ request: HTTPRequest) -> Bool {
    guard !request.body.isEmpty || request.bodyFile != nil else { return true }
    guard let type = request.header("Content-Type") else { return false }
    // As nearly all clients write it.
    if case .json = self, type == "application/json" { return true }
    let essence = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    switch self {
    case .json: return essence == "application/json" || essence.hasSuffix("+json")
    case .document(let member): return essence == member.type.rawValue
    // The type that a client names is not trusted: media-fetcher reads it from the bytes.
    case .file: return essence.hasPrefix("image/") || essence == "application/octet-stream"
    }
  }

  /// The name of the file with the body.
  func params(of request: HTTPRequest) -> [Header.Param] {
    guard case .file(let member) = self else { return [] }
    return [Header.Param(name: member, value: request.bodyFile?.name ?? "")]
  }

  /// - Parameter limit: the limit on the message in bytes.
  /// A document that is not UTF-8 is read as windows-1252.
  /// - Throws: `bad_json` for what the scan of JSON refuses, `text_bad` for a document whose control
  ///   characters make it too long for a message.
  func body(of request: HTTPRequest, limit: Int) throws -> [UInt8] {
    if case .file = self { return Array("{}".utf8) }
    guard case .document(let member) = self else {
      _ = try RequestDecoding.document(request.body)
      return request.body
    }
    var members: [String: String] = [:]
    if let text = String(validating: request.body, as: UTF8.self) {
      members[member.name] = text
    } else {
      let encoding = TextEncoding.windows1252
      members[member.name] = encoding.text(request.body)
      members[member.encoding] = encoding.rawValue
    }
    let body = try JSONCoding.encode(members)
    guard body.count <= limit else { throw Fault(.textBad, field: member.name) }
    return body
  }
}

/// The reply of a request that returns a document.
struct ReplyDocument: Sendable {
  private let type: any DocumentReply.Type

  init?(of request: any Request.Type) {
    guard let type = ReplyDocument.reply(of: request) as? any DocumentReply.Type else { return nil }
    self.type = type
  }

  static func reply<R: Request>(of request: R.Type) -> Any.Type { R.Reply.self }

  func response(_ body: [UInt8]) throws -> HTTPResponse { try type.response(body) }
}

extension DocumentReply {
  fileprivate static func response(_ body: [UInt8]) throws -> HTTPResponse {
    let document = try JSONCoding.decode(Self.self, from: body)
    // Readers revalidate each time, and get a 304 if nothing is new.
    var headers = CommonHeaders.all.filter { $0.0 != "Cache-Control" }
    headers += [("Cache-Control", "private, no-cache"), ("ETag", "\"\(document.etag)\"")]
    guard let text = document.text else {
      return HTTPResponse(status: 304, headers: headers, body: .bytes([]))
    }
    headers.append(("Content-Type", form.contentType))
    if let fileName {
      headers.append(("Content-Disposition", DownloadName(document.title, or: fileName).header))
    }
    return HTTPResponse(status: 200, headers: headers, body: .bytes(Array(text.utf8)))
  }
}

/// The file name of a download: the words of its title, or a standard one.
struct DownloadName {
  /// A longer title is cut.
  private static let maxLength = 60

  private let standard: String
  private let own: String?

  /// - Parameter standard: A name in ASCII with its ending.
  init(_ title: String?, or standard: String) {
    self.standard = standard
    let words = (title ?? "").split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    let ending = standard.lastIndex(of: ".").map { String(standard[$0...]) } ?? ""
    own = words.isEmpty ? nil : String(words.prefix(DownloadName.maxLength)) + ending
  }

  /// The value of Content-Disposition, RFC 6266. A name beyond ASCII stands in the form of RFC 8187.
  var header: String {
    guard let own else { return "attachment; filename=\"\(standard)\"" }
    guard own.utf8.contains(where: { $0 >= 0x80 }) else { return "attachment; filename=\"\(own)\"" }
    let encoded = own.utf8.map { byte in
      byte < 0x80
        ? String(UnicodeScalar(byte))
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "attachment; filename=\"\(standard)\"; filename*=UTF-8''\(encoded.joined())"
  }
}
