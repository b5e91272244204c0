internal import FoundationEssentials

/// The file in a program's folder that says that its data is on a server. A restore, which cannot ask the
/// server, does not take the folder for an empty one.
enum ServerMark {
  static let name = "on-server"

  /// - Parameter place: The address of the program's schema; nil for a store in a file.
  static func set(_ place: String?, in folder: String) throws {
    let path = "\(folder)/\(name)"
    if let place {
      let content = Data("\(place)\n".utf8)
      guard FileManager.default.contents(atPath: path) != content else { return }
      try content.write(to: URL(filePath: path), options: .atomic)
    } else if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
