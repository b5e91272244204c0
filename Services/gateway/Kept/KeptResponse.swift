import HTTPServer

extension KeptReplies.Kept {
  /// The reply, or 304 for a client that has it already.
  /// - Parameter newest: the newest live event before it.
  func response(to request: HTTPRequest, newest: String?) -> HTTPResponse {
    var headers = CommonHeaders.json
    headers.append(("ETag", "\"\(tag)\""))
    if let newest { headers.append((LiveStream.newestHeader, newest)) }
    if let tags = request.header("If-None-Match"), EntityTag.first(in: tags) == tag {
      return HTTPResponse(status: 304, headers: headers, body: .bytes([]))
    }
    return HTTPResponse(status: status, headers: headers, body: .bytes(body))
  }
}
