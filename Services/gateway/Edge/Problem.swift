import HTTPServer
import JSON
import Schema
import ServiceKit

/// RFC 9457 problem details, the form of every error in the HTTP API.
struct Problem: Encodable {
  let type: String
  let title: String
  let status: Int
  let detail: String
  let code: String
  let errors: [Fault.Field]?
  let details: JSONValue?
  let processed: Fault.Processed?
  let service: String?
  let traceId: String?

  static func response(_ fault: Fault, headers: [(String, String)] = []) -> HTTPResponse {
    let status = fault.kind.httpStatus(code: fault.code)
    var headers = headers
    if let wait = fault.retryAfterMs {
      headers.append(("Retry-After", "\(max((wait + 999) / 1000, 1))"))
    } else if status == 429 || status == 503 {
      headers.append(("Retry-After", "1"))
    }
    if status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
    return response(
      Problem(
        type: "about:blank", title: title(status), status: status, detail: fault.message, code: fault.code,
        errors: fault.fields, details: fault.details, processed: fault.processed, service: fault.service,
        traceId: fault.traceId),
      headers)
  }

  /// The response for an error of the HTTP edge itself, which does not occur on the bus.
  static func response(
    _ status: Int, _ code: String, _ detail: String, headers: [(String, String)] = []
  ) -> HTTPResponse {
    response(
      Problem(
        type: "about:blank", title: title(status), status: status, detail: detail, code: code, errors: nil,
        details: nil, processed: .no, service: nil, traceId: nil), headers)
  }

  /// The response for a known path with an unknown method.
  static func methodNotAllowed(_ methods: [String]) -> HTTPResponse {
    let methods = methods.joined(separator: ", ")
    return response(
      405, "method_not_allowed", "This address takes \(methods).", headers: [("Allow", methods)])
  }

  /// The response for a compressed body.
  static var encodingUnsupported: HTTPResponse {
    response(
      415, "content_encoding_unsupported", "Send the body without a Content-Encoding.",
      headers: [("Accept-Encoding", "identity")])
  }

  /// The response for a request that the HTTP server rejected by itself.
  static func response(_ rejection: HTTPRejection) -> HTTPResponse {
    response(
      rejection.status, rejection.code, rejection.message,
      headers: rejection.status == 503 ? [("Retry-After", "1")] : [])
  }

  private static func response(_ problem: Problem, _ headers: [(String, String)]) -> HTTPResponse {
    let body: [UInt8]
    do { body = try JSONCoding.encode(problem) } catch { body = Array(#"{"code":"internal"}"#.utf8) }
    return HTTPResponse(
      status: problem.status,
      headers: CommonHeaders.all + [("Content-Type", "application/problem+json")] + headers,
      body: .bytes(body))
  }

  private static func title(_ status: Int) -> String {
    switch status {
    case 400: "Bad request"
    case 401: "Sign-in required"
    case 403: "Not allowed"
    case 404: "Not found"
    case 405: "Method not allowed"
    case 409: "Conflict"
    case 413: "Too large"
    case 414: "URI too long"
    case 415: "Unsupported media type"
    case 422: "Invalid input"
    case 429: "Too many requests"
    case 431: "Header fields too large"
    case 501: "Not implemented"
    case 503: "Unavailable"
    case 504: "Took too long"
    case 505: "HTTP version not supported"
    case 507: "Storage full"
    default: "Error"
    }
  }
}

/// Headers of every response; `pages` are those of the web client's files.
enum CommonHeaders {
  static let all: [(String, String)] = [
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "geolocation=(self), camera=(self)"),
    (
      "Content-Security-Policy",
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
  ]
  static let json = all + [("Content-Type", "application/json")]
  /// Headers of a public document that a client may keep, and asks for again by its tag.
  static let revalidated = all.filter { $0.0 != "Cache-Control" } + [("Cache-Control", "no-cache")]
}

extension HTTPResponse {
  /// Adds a header over TLS that makes browsers come back over TLS only; nil adds none.
  func secured(_ transport: String?) -> HTTPResponse {
    guard let transport else { return self }
    var response = self
    response.headers.append(("Strict-Transport-Security", transport))
    return response
  }
}
