internal import CCurl

// libcurl calls these on the sending thread, with the delivery as context. They stay top-level functions: a
// closure written in an isolated scope compiles and traps there.

func mailBytesEntry(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let buffer, let context else { return Int(CURL_READFUNC_ABORT) }
  return delivery(context).fill(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

func answerLineEntry(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  delivery(context).receive(answerLine: UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

/// Called not only for commands, but also for libcurl's own texts, replies and the content.
func commandEntry(
  _ easy: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
  _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard kind == CURLINFO_HEADER_OUT, let bytes, let context else { return 0 }
  delivery(context).note(command: UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

private func delivery(_ context: UnsafeMutableRawPointer) -> Delivery {
  Unmanaged<Delivery>.fromOpaque(context).takeUnretainedValue()
}
