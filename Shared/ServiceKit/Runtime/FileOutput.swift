internal import FoundationEssentials
internal import Glibc

enum FileOutput {
  /// Writes all bytes, and continues after an interrupting signal.
  static func writeToStandardError(_ bytes: Data) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written < 0 {
        guard errno == EINTR else { throw CocoaError(.fileWriteUnknown) }
        continue
      }
      rest = rest.dropFirst(written)
    }
  }
}
