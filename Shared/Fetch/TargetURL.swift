internal import CCurl

/// A URL that passed a policy, as parsed by libcurl itself: the checked URL is the one that is connected to.
struct TargetURL: Sendable, Equatable {
  let text: String
  let scheme: String
  let host: String
  let port: Int

  init(_ url: String, _ policy: FetchPolicy) throws(FetchError) {
    try self.init([url], policy)
  }

  /// Returns the target of a redirect, relative to this one.
  func redirect(to location: String, _ policy: FetchPolicy) throws(FetchError) -> TargetURL {
    let target = try TargetURL([text, location], policy)
    guard policy.mayRedirect(to: target) else { throw .refused(.redirect(target.text)) }
    return target
  }

  /// The host without the brackets of IPv6.
  var bareHost: String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

  /// Resolves the texts: the first is absolute, each further one relative to the one before.
  private init(_ texts: [String], _ policy: FetchPolicy) throws(FetchError) {
    guard let handle = curl_url() else { throw .unavailable }
    defer { curl_url_cleanup(handle) }
    for text in texts {
      guard !text.utf8.contains(0), curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK else {
        throw .refused(.url)
      }
    }
    // A fragment is not sent.
    _ = curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
    guard let text = urlPart(CURLUPART_URL, of: handle), let scheme = urlPart(CURLUPART_SCHEME, of: handle),
      scheme == "http" || scheme == "https", let host = urlPart(CURLUPART_HOST, of: handle), !host.isEmpty,
      let port = urlPart(CURLUPART_PORT, of: handle).flatMap({ Int($0) })
    else { throw .refused(.url) }
    guard urlPart(CURLUPART_USER, of: handle) == nil, urlPart(CURLUPART_PASSWORD, of: handle) == nil else {
      throw .refused(.credentials)
    }
    self.text = text
    self.scheme = scheme
    self.host = host
    self.port = port
    guard policy.mayUse(host: bareHost, port: port) else { throw .refused(.port(port)) }
  }
}

/// - Parameter flags: By default, a missing port is the scheme's.
func urlPart(_ part: CURLUPart, of handle: OpaquePointer, flags: Int32 = CURLU_DEFAULT_PORT) -> String? {
  var text: UnsafeMutablePointer<CChar>?
  let flags = part == CURLUPART_PORT ? UInt32(flags) : 0
  guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
  defer { curl_free(text) }
  return String(cString: text)
}
