import FoundationEssentials
import GatewayClient
internal import JSON
package import Terminal

/// The folder of the command lines among a person's settings: `$XDG_CONFIG_HOME/quad`, else
/// `~/.config/quad`. It holds the rows of the lists that were shown last, and what else a program stores.
package struct Home: Sendable {
  package let path: String

  private static let listsName = "lists.json"
  private static let mode: UInt32 = 0o600
  /// The maximum size of a file in bytes; files that are written here stay far below.
  private static let maxFileBytes = 1024 * 1024

  package init(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(EnvironmentError) {
    // A relative XDG_CONFIG_HOME must be ignored (XDG Base Directory Specification 0.8).
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      path = "\(folder)/quad"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = "\(home)/.config/quad"
    } else {
      throw EnvironmentError(problem: "HOME is not set, so the session cannot be saved")
    }
  }

  package func lists() throws -> ShownLists? { try read(ShownLists.self, Home.listsName) }

  package func keep(_ lists: ShownLists) throws { try write(lists, Home.listsName) }

  package func forgetLists() throws { try remove(Home.listsName) }

  /// Removes a file if it exists.
  package func remove(_ name: String) throws {
    do { try FileManager.default.removeItem(atPath: "\(path)/\(name)") } catch {
      guard FileManager.default.fileExists(atPath: "\(path)/\(name)") else { return }
      throw Failure("cannot remove \(path)/\(name)")
    }
  }

  package func write(_ value: some Encodable, _ name: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw Failure("cannot create the folder \(path)") }
    let folder = try SecretFolder.open(path)
    try folder.closeToOthers()
    try folder.write(JSONCoding.encode(value) + [UInt8(ascii: "\n")], to: name, mode: Home.mode)
  }

  package func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    let file = "\(path)/\(name)"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    do {
      let data = try Data(contentsOf: URL(filePath: file))
      guard data.count <= Home.maxFileBytes else { throw Failure("too large") }
      return try JSONCoding.decode(type, from: Array(data))
    } catch { throw Failure("cannot read \(file); remove it") }
  }
}
