internal import Fetch
internal import JSON
internal import Schema

/// Decodes HTTP responses into replies and faults.
enum ReplyDecoding {
  static func reply<R: Request>(
    to request: R.Type, _ response: FetchResponse
  ) throws(ClientError) -> R.Reply {
    if let type = R.Reply.self as? any DocumentReply.Type, response.status == 200 || response.status == 304 {
      guard let reply = document(type, response) as? R.Reply else {
        throw .unreadable("\(R.subject), status \(response.status): no \(type.form.rawValue)")
      }
      return reply
    }
    guard (200..<300).contains(response.status) else { throw error(response, declared: R.faults) }
    let body = response.status == 204 ? Array("{}".utf8) : response.body
    do { return try JSONCoding.decode(R.Reply.self, from: body) } catch {
      throw .unreadable("\(R.subject), status \(response.status): \(error)")
    }
  }

  private static func document<D: DocumentReply>(_ type: D.Type, _ response: FetchResponse) -> D? {
    let tag = (response.header("ETag") ?? "").filter { $0 != "\"" }
    if response.status == 304 { return D(etag: tag, text: nil) }
    guard response.header("Content-Type")?.hasPrefix(D.form.rawValue) == true,
      let text = String(validating: response.body, as: UTF8.self)
    else { return nil }
    return D(etag: tag, text: text)
  }

  /// Returns the fault in a response other than 2xx, if the response comes from Quad.
  static func error(_ response: FetchResponse, declared: [FaultCode]) -> ClientError {
    let type = response.header("Content-Type") ?? "no content type"
    let unreadable = ClientError.unreadable("status \(response.status), \(type)")
    guard type.prefix(while: { $0 != ";" }).lowercased() == "application/problem+json" else {
      return unreadable
    }
    let problem: ProblemDetails
    do { problem = try JSONCoding.decode(ProblemDetails.self, from: response.body) } catch {
      return unreadable
    }
    return .refused(problem.fault(response, declared: declared))
  }
}

/// RFC 9457 problem details, with Quad's own members.
private struct ProblemDetails: Decodable {
  let detail: String
  let code: String
  let errors: [Fault.Field]?
  let details: JSONValue?
  let processed: Fault.Processed?
  let service: String?
  let traceId: String?

  func fault(_ response: FetchResponse, declared: [FaultCode]) -> Fault {
    let kind = Fault.Kind(status: response.status, code: code, declared: declared)
    // Retry-After is in whole seconds here, never a date.
    let wait = response.header("Retry-After").flatMap { Int64($0) }.map {
      $0.multipliedReportingOverflow(by: 1000)
    }
    var fault = Fault(
      FaultCode(kind, code, detail), fields: errors, processed: processed ?? .maybe,
      retryAfterMs: wait.flatMap { $0.overflow ? nil : $0.partialValue }, service: service)
    fault.details = details
    fault.traceId = traceId
    return fault
  }
}

extension Fault.Kind {
  /// Creates the kind for a status. 409 and 503 each stand for two kinds; there the code decides.
  init(status: Int, code: String, declared: [FaultCode]) {
    let known = declared + [.keyReused, .alreadyDone, .changedElsewhere, .cancelled]
    if let match = known.first(where: { $0.code == code && $0.kind.httpStatus(code: code) == status }) {
      self = match.kind
      return
    }
    self =
      switch status {
      case 401: .unauthenticated
      case 403: .permissionDenied
      case 404: .notFound
      case 409: .failedPrecondition
      case 429: .resourceExhausted
      case 501: .unimplemented
      case 502: .badUpstream
      case 503: .unavailable
      case 504: .deadlineExceeded
      case 507: .storageFull
      case 400..<500: .invalidArgument
      default: .internal
      }
  }
}
