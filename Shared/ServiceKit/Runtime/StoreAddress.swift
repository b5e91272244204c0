internal import Bus
internal import FoundationEssentials
package import Schema
package import Store

/// The address of the programs' data: a file each, or a schema each in a database on PostgreSQL.
package struct StoreAddress: Sendable {
  package static let setting = "QUAD_STORE"
  private static let files = "sqlite"
  private static let scheme = "postgres://"
  /// A connection of PostgreSQL is a process with some megabytes, and a read takes a millisecond or two.
  private static let maxReaders = 4

  private let data: String
  private let keys: String
  /// Nil for files.
  private let database: String?

  init(_ value: String?, data: String, keys: String) throws(SettingError) {
    self.data = data
    self.keys = keys
    guard let value, !value.isEmpty, value != StoreAddress.files else {
      database = nil
      return
    }
    func refuse(_ problem: String) -> SettingError {
      SettingError(name: StoreAddress.setting, problem: problem)
    }
    guard value.hasPrefix(StoreAddress.scheme) else {
      throw refuse("is neither \(StoreAddress.files) nor \(StoreAddress.scheme)HOST/DATABASE")
    }
    let host = value.dropFirst(StoreAddress.scheme.count).prefix { $0 != "/" && $0 != "?" }
    let user = host.contains("@") ? host.prefix { $0 != "@" } : ""
    guard !user.contains(":"), !value.contains("password=") else {
      throw refuse("holds a password; it belongs into the folder of keys: quadctl keygen --postgres")
    }
    guard !value.contains("schema=") else { throw refuse("names a schema; each program has its own") }
    database = value
  }

  static func isServer(_ path: String) -> Bool { path.hasPrefix(scheme) }

  package var isFile: Bool { database == nil }

  /// The path of a program's file, or the address of its schema.
  package func path(of program: ProgramName) -> String {
    guard let database else { return "\(data)/\(program)/\(program).sqlite" }
    return "\(database)\(database.contains("?") ? "&" : "?")schema=\(program)"
  }

  /// Limits the connections to PostgreSQL, and adds the password from the program's folder of keys. A server
  /// on a socket needs none.
  package func apply(to options: inout StoreOptions, of program: ProgramName, _ settings: Settings) throws {
    let readers = try settings.number("QUAD_STORE_READERS", in: 1...64, otherwise: StoreAddress.maxReaders)
    let writers = try settings.number("QUAD_STORE_WRITERS", in: 1...16, otherwise: 1)
    guard database != nil else { return }
    (options.readerLimit, options.writerCount) = (readers, writers)
    options.programCount = settings.apps.programs.count
    options.password = try password(of: program)
  }

  private func password(of program: ProgramName) throws -> String? {
    let path = "\(keys)/\(DatabaseRole.passwordFile(of: program))"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    func refuse(_ problem: String) -> SettingError {
      SettingError(name: StoreAddress.setting, problem: problem)
    }
    guard !SecretFile.isOpenToOthers(path) else {
      throw refuse(
        "has a password that everybody on this machine can read: run `chmod 400 \(path)`, and if others use "
          + "the machine, replace it with `quadctl keygen --rotate \(program) --postgres`")
    }
    do {
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    } catch { throw refuse("\(path) cannot be read: \(ErrorText.reason(of: error))") }
  }
}
