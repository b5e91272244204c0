internal import CCurl
internal import Glibc
internal import Schema

/// The input of a transfer, ready to pass to libcurl's thread.
struct TransferOrder: Sendable {
  let id: UInt64
  let request: FetchRequest
  let target: TargetURL
  let policy: FetchPolicy
  let timeout: Duration
  /// Nil collects the body.
  let lines: LineBuffer?
  let caFile: String?
  let finish: @Sendable (Result<FetchResponse, FetchError>) -> Void
}

/// One request on libcurl's thread. It is created, called back and ended there, so it needs no lock.
final class Transfer {
  let order: TransferOrder
  let easy: UnsafeMutableRawPointer
  private var sentHeaders: UnsafeMutablePointer<curl_slist>?
  private var headers: [(name: String, value: String)] = []
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var fileBytes = 0
  /// The reason why one of our callbacks stopped the transfer.
  private var stopped: FetchError?
  /// True if the body was longer than its reader needs.
  private var isCut = false
  private(set) var lastByte = ContinuousClock.now
  /// True while the reader is behind: the silence is then not the sender's.
  private(set) var isPaused = false

  /// Returns nil if libcurl rejects the request.
  init?(_ order: TransferOrder) {
    guard let easy = curl_easy_init() else { return nil }
    self.order = order
    self.easy = easy
    guard configure() else { return nil }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(sentHeaders)
  }

  func end(_ result: CURLcode) {
    order.finish(outcome(result))
  }

  func end(_ error: FetchError) {
    order.finish(.failure(error))
  }

  private func outcome(_ result: CURLcode) -> Result<FetchResponse, FetchError> {
    if let stopped { return .failure(stopped) }
    if isCut || result == CURLE_OK {
      return .success(FetchResponse(status: quad_curl_status(easy), headers: headers, body: body))
    }
    let reason = String(cString: curl_easy_strerror(result))
    return switch result {
    case CURLE_URL_MALFORMAT: .failure(.refused(.url))
    case CURLE_OPERATION_TIMEDOUT: .failure(.timedOut)
    case CURLE_FILESIZE_EXCEEDED: .failure(.tooLarge)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
      CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
      .failure(.unreachable(reason))
    default: .failure(.interrupted(reason))
    }
  }
}

/// Limits of every transfer.
enum TransferLimits {
  /// Bytes of the response's head, and the number of its fields.
  static let headerBytes = 64 * 1024
  static let headerCount = 128
  static let connectTimeout = 5000
  /// The time after which the certificates to trust are read again.
  static let certificatesSeconds = 3600
  /// A guarded response below this many bytes per second, for this many seconds, is aborted.
  static let lowSpeed = (bytes: 1024, seconds: 5)
}

extension Transfer {
  private func configure() -> Bool {
    let request = order.request
    let isGuarded = order.policy.isGuarded
    var isSet = set(CURLOPT_URL, order.target.text) && set(CURLOPT_PROTOCOLS_STR, "http,https")
    isSet = isSet && set(CURLOPT_REDIR_PROTOCOLS_STR, "https") && set(CURLOPT_FOLLOWLOCATION, 0)
    isSet = isSet && set(CURLOPT_PROXY, "") && set(CURLOPT_NOPROXY, "*") && set(CURLOPT_NOSIGNAL, 1)
    isSet = isSet && set(CURLOPT_NETRC, 0) && set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    isSet = isSet && set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
    isSet = isSet && set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    isSet = isSet && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    isSet = isSet && set(CURLOPT_CONNECTTIMEOUT_MS, TransferLimits.connectTimeout)
    // Do not wait for a name server beyond the end of the request: that would hold up the whole thread.
    isSet = isSet && set(CURLOPT_QUICK_EXIT, 1)
    if let caFile = order.caFile { isSet = isSet && set(CURLOPT_CAINFO, caFile) }
    // Reading the system's certificates takes 20 ms a connection. libcurl keeps them if they come from a file
    // alone, not from a folder beside it.
    isSet = isSet && quad_curl_set_text(easy, CURLOPT_CAPATH, nil) == CURLE_OK
    isSet = isSet && set(CURLOPT_CA_CACHE_TIMEOUT, TransferLimits.certificatesSeconds)
    if order.lines == nil {
      isSet = isSet && set(CURLOPT_TIMEOUT_MS, max(1, Int(clamping: order.timeout.milliseconds)))
    }
    if order.lines == nil && request.method != "HEAD" && !request.cutsBody {
      isSet = isSet && quad_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, bodyLimit) == CURLE_OK
    }
    if !order.policy.keepsConnections {
      isSet = isSet && set(CURLOPT_FRESH_CONNECT, 1) && set(CURLOPT_FORBID_REUSE, 1)
    }
    if isGuarded {
      isSet = isSet && set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
      isSet = isSet && set(CURLOPT_LOW_SPEED_LIMIT, TransferLimits.lowSpeed.bytes)
      isSet = isSet && set(CURLOPT_LOW_SPEED_TIME, TransferLimits.lowSpeed.seconds)
    }
    return isSet && setMethod(request) && setHeaders(request) && setCallbacks(isGuarded)
  }

  private func setMethod(_ request: FetchRequest) -> Bool {
    if request.method == "HEAD" { return set(CURLOPT_NOBODY, 1) }
    if request.method == "GET" && request.body.isEmpty { return set(CURLOPT_HTTPGET, 1) }
    guard quad_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, request.body.count) == CURLE_OK else {
      return false
    }
    // COPYPOSTFIELDS copies as much as POSTFIELDSIZE says; a null pointer would use the read callback.
    let isCopied = request.body.withUnsafeBytes { bytes in
      quad_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? UnsafeRawPointer(easy))
        == CURLE_OK
    }
    return isCopied && set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func setHeaders(_ request: FetchRequest) -> Bool {
    var lines = request.headers.map { $0.1.isEmpty ? "\($0.0);" : "\($0.0): \($0.1)" }
    // libcurl adds these to a body by itself. A line that ends at the colon removes them.
    lines.append("Expect:")
    if !request.headers.contains(where: { $0.0.lowercased() == "content-type" }) {
      lines.append("Content-Type:")
    }
    if !request.headers.contains(where: { $0.0.lowercased() == "user-agent" }) {
      lines.append("User-Agent: Quad")
    }
    for line in lines {
      guard let longer = curl_slist_append(sentHeaders, line) else { return false }
      sentHeaders = longer
    }
    return quad_curl_set_pointer(easy, CURLOPT_HTTPHEADER, sentHeaders) == CURLE_OK
  }

  private func setCallbacks(_ isGuarded: Bool) -> Bool {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var isSet = quad_curl_set_pointer(easy, CURLOPT_WRITEDATA, context) == CURLE_OK
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_HEADERDATA, context) == CURLE_OK
    isSet = isSet && quad_curl_set_receiver(easy, CURLOPT_WRITEFUNCTION, bodyEntry) == CURLE_OK
    isSet = isSet && quad_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION, headerEntry) == CURLE_OK
    guard isGuarded else { return isSet }
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context) == CURLE_OK
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_PREREQDATA, context) == CURLE_OK
    isSet = isSet && quad_curl_set_socket_opener(easy, openSocketEntry) == CURLE_OK
    return isSet && quad_curl_set_before_request(easy, beforeRequestEntry) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ value: Int) -> Bool {
    quad_curl_set_long(easy, option, value) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ value: String) -> Bool {
    quad_curl_set_text(easy, option, value) == CURLE_OK
  }

  private var bodyLimit: Int {
    order.policy.isGuarded ? min(order.request.maxBody, FetchPolicy.guardedBody) : order.request.maxBody
  }
}

// MARK: - libcurl callbacks

extension Transfer {
  /// Receives bytes of the body and returns the number taken. Any number other than all of them stops the
  /// transfer.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastByte = .now
    if let lines = order.lines, (200...299).contains(quad_curl_status(easy)) {
      switch lines.take(bytes) {
      case .taken: return bytes.count
      case .full:
        isPaused = true
        return Int(CURL_WRITEFUNC_PAUSE)
      case .lineTooLong: return stop(.tooLarge)
      }
    }
    if let file = order.request.file, (200...299).contains(quad_curl_status(easy)) {
      fileBytes += bytes.count
      guard fileBytes <= bodyLimit else { return stop(.tooLarge) }
      if write(bytes, to: file) { return bytes.count }
      return stop(.interrupted("the file cannot be written: errno \(errno)"))
    }
    // Counted here as well: MAXFILESIZE ignores a body of unknown length before libcurl 8.4.
    guard body.count + bytes.count <= bodyLimit else {
      guard order.request.cutsBody, order.lines == nil else { return stop(.tooLarge) }
      body.append(contentsOf: bytes.prefix(bodyLimit - body.count))
      isCut = true
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }

  /// Receives one line of the head. A status line starts over, because the lines before were an interim
  /// response.
  func receive(headerLine bytes: UnsafeRawBufferPointer) -> Int {
    lastByte = .now
    headerBytes += bytes.count
    guard headerBytes <= TransferLimits.headerBytes, headers.count < TransferLimits.headerCount else {
      return stop(.tooLarge)
    }
    if bytes.starts(with: "HTTP/".utf8) {
      headers = []
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(decoding: bytes[..<colon], as: UTF8.self)
      headers.append((name, trimmed(bytes[(colon + 1)...])))
    }
    return bytes.count
  }

  /// Resumes the transfer after the reader has caught up.
  func goOn() {
    isPaused = false
    lastByte = .now
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Returns false to stop the transfer before anything is sent to the address.
  func mayConnect(to address: IPAddress?, _ text: String) -> Bool {
    guard order.policy.isGuarded else { return true }
    if let address, order.policy.mayConnect(to: address, for: order.target) {
      stopped = nil
      return true
    }
    stopped = .refused(.address(text))
    return false
  }

  private func stop(_ error: FetchError) -> Int {
    stopped = error
    return 0
  }
}

private func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
  let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  let start = bytes.drop(while: isBlank)
  guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
  return String(decoding: start[...last], as: UTF8.self)
}
