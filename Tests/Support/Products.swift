internal import FoundationEssentials

/// The executables of the build that the running tests belong to.
package enum Products {
  /// Their folder: next to the test bundle, or `QUAD_BIN`.
  package static var folder: String {
    get throws {
      if let folder = ProcessInfo.processInfo.environment["QUAD_BIN"] { return folder }
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.endIndex)])
    }
  }

  /// - Throws: `TestFailure` if the program was not built.
  package static func path(of program: String) throws -> String {
    let path = "\(try folder)/\(program)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw TestFailure("\(path) is missing: make \(program) a dependency of the test target")
    }
    return path
  }
}
