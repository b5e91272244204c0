import Bus
import FoundationEssentials

/// The folder of `quad` among a person's settings: `$XDG_CONFIG_HOME/quad`, else `~/.config/quad`. It holds
/// the session and the rows of the lists that were shown last.
struct Home: Sendable {
  let path: String

  private static let sessionName = "session.json"
  private static let listsName = "lists.json"
  private static let devicesName = "devices.json"
  private static let boardsName = "boards.json"
  private static let mode: UInt32 = 0o600
  /// The maximum size of a file in bytes; files that `quad` writes stay far below.
  private static let maxFileBytes = 1024 * 1024

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(EnvironmentError) {
    // A relative XDG_CONFIG_HOME must be ignored (XDG Base Directory Specification 0.8).
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      path = "\(folder)/quad"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      path = "\(home)/.config/quad"
    } else {
      throw EnvironmentError(problem: "HOME is not set: there is no folder to keep the session in")
    }
  }

  /// The stored session; nil if nobody is signed in.
  func session() throws -> SiteSession? { try read(SiteSession.self, Home.sessionName) }

  func keep(_ session: SiteSession) throws { try write(session, Home.sessionName) }

  /// Deletes the session and the lists that were shown in it.
  func forget() throws {
    for name in [Home.sessionName, Home.listsName] {
      do { try FileManager.default.removeItem(atPath: "\(path)/\(name)") } catch {
        guard FileManager.default.fileExists(atPath: "\(path)/\(name)") else { continue }
        throw Failure("cannot remove \(path)/\(name)")
      }
    }
  }

  func lists() throws -> ShownLists? { try read(ShownLists.self, Home.listsName) }

  func keep(_ lists: ShownLists) throws { try write(lists, Home.listsName) }

  func devices() throws -> KnownDevices { try read(KnownDevices.self, Home.devicesName) ?? KnownDevices() }

  func keep(_ devices: KnownDevices) throws { try write(devices, Home.devicesName) }

  func boards() throws -> SeenBoards { try read(SeenBoards.self, Home.boardsName) ?? SeenBoards() }

  func keep(_ boards: SeenBoards) throws { try write(boards, Home.boardsName) }

  private func write(_ value: some Encodable, _ name: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw Failure("cannot make the folder \(path)") }
    let folder = try SecretFolder.open(path)
    try folder.closeToOthers()
    try folder.write(JSONCoding.encode(value) + [UInt8(ascii: "\n")], to: name, mode: Home.mode)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    let file = "\(path)/\(name)"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    do {
      let data = try Data(contentsOf: URL(filePath: file))
      guard data.count <= Home.maxFileBytes else { throw Failure("too large") }
      return try JSONCoding.decode(type, from: Array(data))
    } catch { throw Failure("\(file) cannot be read; remove it") }
  }
}
