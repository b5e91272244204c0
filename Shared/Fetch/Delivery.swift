internal import CCurl
internal import Schema

/// The delivery of one mail over libcurl. It is created, called back and ended on one thread, so it needs no
/// lock.
final class Delivery {
  private let easy: UnsafeMutableRawPointer
  private let bytes: [UInt8]
  private var recipients: UnsafeMutablePointer<curl_slist>?
  private var sent = 0
  /// True from the command `MAIL` on, when replies are about the mail.
  private var isAboutMail = false
  /// True after `QUIT`, when replies no longer count.
  private var hasSaidGoodbye = false
  private var answer = SMTPReply()

  /// Returns nil if libcurl rejects a setting.
  init?(_ job: MailJob, _ server: SMTPServer, within timeout: Duration) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    bytes = job.bytes
    guard configure(server, within: timeout), setMail(job) else { return nil }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(recipients)
  }

  /// The reason if an `smtp:` server is asked for TLS and has none.
  private static let noStartTLS =
    "the server offers no STARTTLS, so nothing was sent; use smtps://, or end QUAD_SMTP in ?tls=off for a "
    + "relay on this machine"

  func perform() -> Result<Void, MailError> {
    let result = curl_easy_perform(easy)
    if result == CURLE_OK { return .success(()) }
    let reason =
      result == CURLE_USE_SSL_FAILED
      ? Delivery.noStartTLS : String(cString: curl_easy_strerror(result))
    guard result != CURLE_OPERATION_TIMEDOUT, result != CURLE_USE_SSL_FAILED, answer.isFailure else {
      return .failure(.deferred(code: nil, text: reason))
    }
    // Earlier replies, to a greeting or a sign-in, are about this site and not about the mail.
    return isAboutMail && answer.isPermanent
      ? .failure(.refused(code: answer.code, text: answer.text))
      : .failure(.deferred(code: answer.code, text: answer.text))
  }
}

extension Delivery {
  private func configure(_ server: SMTPServer, within timeout: Duration) -> Bool {
    let whole = max(1, Int(clamping: timeout.milliseconds))
    let connecting = min(whole, max(1, Int(clamping: server.connectTimeout.milliseconds)))
    var isSet = set(CURLOPT_URL, server.transferURL) && set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    isSet = isSet && set(CURLOPT_PROXY, "") && set(CURLOPT_NOPROXY, "*") && set(CURLOPT_NETRC, 0)
    isSet = isSet && set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    isSet = isSet && set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
    isSet = isSet && set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    let level = server.security == .off ? CURLUSESSL_NONE : CURLUSESSL_ALL
    isSet = isSet && set(CURLOPT_USE_SSL, Int(level.rawValue))
    isSet = isSet && set(CURLOPT_CONNECTTIMEOUT_MS, connecting) && set(CURLOPT_TIMEOUT_MS, whole)
    // In seconds. The other two end a stall earlier.
    isSet = isSet && set(CURLOPT_SERVER_RESPONSE_TIMEOUT, whole / 1000 + 1)
    // Do not wait beyond the timeout for a name that cannot be resolved.
    isSet = isSet && set(CURLOPT_QUICK_EXIT, 1)
    // This makes perform send QUIT, and not the clean-up, which would wait two minutes for the reply.
    isSet = isSet && set(CURLOPT_FRESH_CONNECT, 1) && set(CURLOPT_FORBID_REUSE, 1)
    if let caFile = server.caFile { isSet = isSet && set(CURLOPT_CAINFO, caFile) }
    if let (user, password) = server.login {
      isSet = isSet && set(CURLOPT_USERNAME, user) && set(CURLOPT_PASSWORD, password)
      // Other methods look at tickets of the environment, or protect what TLS already protects.
      isSet = isSet && set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
    }
    return isSet
  }

  private func setMail(_ job: MailJob) -> Bool {
    recipients = curl_slist_append(nil, "<\(job.to)>")
    guard recipients != nil else { return false }
    let context = Unmanaged.passUnretained(self).toOpaque()
    // Called only if verbose. Output that it does not need is dropped.
    var isSet = set(CURLOPT_VERBOSE, 1) && quad_curl_set_observer(easy, commandEntry) == CURLE_OK
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_DEBUGDATA, context) == CURLE_OK
    isSet = isSet && set(CURLOPT_MAIL_FROM, "<\(job.from)>") && set(CURLOPT_UPLOAD, 1)
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_MAIL_RCPT, recipients) == CURLE_OK
    isSet = isSet && quad_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, bytes.count) == CURLE_OK
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_READDATA, context) == CURLE_OK
    isSet = isSet && quad_curl_set_pointer(easy, CURLOPT_HEADERDATA, context) == CURLE_OK
    isSet = isSet && quad_curl_set_receiver(easy, CURLOPT_READFUNCTION, mailBytesEntry) == CURLE_OK
    return isSet && quad_curl_set_receiver(easy, CURLOPT_HEADERFUNCTION, answerLineEntry) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ value: Int) -> Bool {
    quad_curl_set_long(easy, option, value) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ value: String) -> Bool {
    quad_curl_set_text(easy, option, value) == CURLE_OK
  }
}

// MARK: - libcurl callbacks

extension Delivery {
  /// Fills the buffer with the rest of the mail; 0 is its end.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = bytes[sent..<min(sent + buffer.count, bytes.count)]
    buffer.copyBytes(from: part)
    sent += part.count
    return part.count
  }

  func receive(answerLine line: UnsafeRawBufferPointer) {
    if !hasSaidGoodbye { answer.take(line) }
  }

  func note(command: UnsafeRawBufferPointer) {
    if command.starts(with: "MAIL ".utf8) { isAboutMail = true }
    guard command.starts(with: "QUIT".utf8) else { return }
    hasSaidGoodbye = true
    // Only this timeout ends the wait for the reply, and the result waits with it.
    _ = set(CURLOPT_SERVER_RESPONSE_TIMEOUT, 1)
  }
}

/// The last reply of a server, of one line or several (RFC 5321, section 4.2).
struct SMTPReply {
  private(set) var code = 0
  private(set) var text = ""
  private var isComplete = true

  /// The maximum number of bytes kept of the text, which goes into logs and job rows.
  static let maxTextBytes = 512

  var isFailure: Bool { (400...599).contains(code) }

  /// False for the codes about signing in (RFC 4954, section 6), because they are not about the mail.
  var isPermanent: Bool { (500...599).contains(code) && ![530, 534, 535, 538].contains(code) }

  /// Reads one line: three digits, `-` if more lines follow, text.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    let digits = line.prefix(3).map { Int($0) - 0x30 }
    guard digits.count == 3, digits.allSatisfy({ (0...9).contains($0) }) else { return }
    if isComplete { text = "" }
    code = digits[0] * 100 + digits[1] * 10 + digits[2]
    isComplete = line.count < 4 || line[3] != UInt8(ascii: "-")
    // Servers reply in ASCII. Anything else could be cut in two, or move the cursor of a terminal.
    let kept = line.dropFirst(4).prefix(max(0, SMTPReply.maxTextBytes - text.utf8.count))
    let shown = kept.map { (0x21...0x7E).contains($0) ? $0 : 0x20 }
    let words = Text.trim(String(decoding: shown, as: UTF8.self))
    text = text.isEmpty || words.isEmpty ? text + words : "\(text) \(words)"
  }
}
