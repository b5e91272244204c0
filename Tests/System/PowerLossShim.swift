import TestSupport

/// powerloss.c, compiled: preloaded into a program it keeps what is not synced in memory, so that SIGKILL
/// leaves what a disk holds after a power cut.
enum PowerLossShim {
  /// - Returns: the path of the shared library.
  static func compile(into folder: String) throws -> String {
    let source = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let library = folder + "/powerloss.so"
    let compiler = try Child.start(
      "/usr/bin/cc",
      ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, "/\(source)/powerloss.c"])
    guard compiler.exitCode() == 0 else { throw TestFailure("powerloss.c does not compile") }
    return library
  }
}
