import Glibc

/// A terminal without echo.
enum Silence {
  static func during<Result>(
    _ terminal: Int32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try TerminalMode.during(
      terminal,
      change: { settings in
        settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        settings.c_lflag |= tcflag_t(ICANON)
      }, body)
  }
}
