import Bus
import Crypto
import FoundationEssentials
import Glibc
import JSON
import Schema
import SiteCommands
import Terminal

/// The keys of a site: `<program>.key` for each program and `public.json` for all of them.
struct KeyFolder: ~Copyable {
  private let folder: SecretFolder
  private var everybody: PublicKeys

  private static let publicName = "public.json"
  private static let secretMode: mode_t = 0o400
  private static let publicMode: mode_t = 0o644
  private static let passwordLength = 32

  /// The outcome for one program.
  enum Outcome: Equatable {
    case made
    case kept
    /// The key existed, but `public.json` did not list it, because an earlier run was interrupted.
    case listed
    /// `public.json` lists a key of the program, but the key is stored elsewhere, or lost.
    case elsewhere
  }

  static func open(_ path: String) throws -> KeyFolder {
    let folder = try SecretFolder.open(path)
    let everybody =
      folder.holds(publicName)
      ? try decode(PublicKeys.self, from: "\(path)/\(publicName)")
      : PublicKeys(curve: [:], signing: [])
    return KeyFolder(folder: folder, everybody: everybody)
  }

  private init(folder: consuming SecretFolder, everybody: PublicKeys) {
    self.folder = folder
    self.everybody = everybody
  }

  /// Creates the program's missing keys. An existing key is never changed.
  mutating func complete(_ program: ProgramName) throws -> Outcome {
    if folder.holds("\(program).key") {
      let path = "\(folder.path)/\(program).key"
      let own = try KeyFolder.decode(SecretKeys.self, from: path)
      guard own.program == program else { throw KeyError.otherProgram(path: path) }
      return try list(own) ? .listed : .kept
    }
    guard everybody.curve[program.text] == nil else { return .elsewhere }
    try make(program)
    return .made
  }

  /// Creates a new pair; the old public keys stay valid beside it until the next rotation.
  mutating func rotate(_ program: ProgramName) throws {
    guard everybody.curve[program.text] != nil || folder.holds("\(program).key") else {
      throw Failure("\(program) has no key in \(folder.path) to rotate")
    }
    try make(program)
  }

  /// Creates the missing password of the program's role on PostgreSQL.
  /// - Returns: false if there is one.
  func completePassword(_ program: ProgramName) throws -> Bool {
    guard !folder.holds(DatabaseRole.passwordFile(of: program)) else { return false }
    try renewPassword(program)
    return true
  }

  /// Creates a new password, which the server takes with the SQL of `quadctl postgres`.
  func renewPassword(_ program: ProgramName) throws {
    let password = Base64URL.encode(Secrets.randomBytes(KeyFolder.passwordLength))
    try folder.write(
      Array("\(password)\n".utf8), to: DatabaseRole.passwordFile(of: program), mode: KeyFolder.secretMode)
  }

  /// Reads the password of the program's role on PostgreSQL.
  /// - Throws: `Failure` with the way to make it, if there is none.
  func password(of program: ProgramName) throws -> String {
    let name = DatabaseRole.passwordFile(of: program)
    let path = "\(folder.path)/\(name)"
    guard folder.holds(name) else {
      throw Failure(
        "\(path) does not exist; quadctl keygen --keys \(folder.path) --postgres makes it, unless it is kept "
          + "elsewhere")
    }
    let text = String(decoding: try KeyFolder.read(path), as: UTF8.self)
    let password = text.hasSuffix("\n") ? text.dropLast() : text[...]
    guard !password.isEmpty, password.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Failure("\(path) is not one line of printable ASCII: delete it, and run quadctl keygen again")
    }
    return String(password)
  }

  /// Writes the secret half to disk before publishing the public one. The next run completes an interrupted
  /// one.
  private mutating func make(_ program: ProgramName) throws {
    let signing = program == .auth ? Base64URL.encode(SigningKey.random().seed) : nil
    let own = SecretKeys(program: program, curve: try .generate(), signing: signing)
    let bytes = try JSONCoding.encode(own) + [UInt8(ascii: "\n")]
    try folder.write(bytes, to: "\(program).key", mode: KeyFolder.secretMode)
    _ = try list(own)
  }

  /// Lists the public keys; returns false if `public.json` has them already.
  private mutating func list(_ own: SecretKeys) throws -> Bool {
    var new = everybody
    new.curve[own.program.text] = KeyFolder.newest(
      own.curve.publicKey, everybody.curve[own.program.text] ?? [])
    if let verifyKey = try KeyFolder.verifyKey(of: own) {
      new.signing = KeyFolder.newest(verifyKey, everybody.signing)
    }
    guard new.curve != everybody.curve || new.signing != everybody.signing else { return false }
    try folder.write(try KeyFolder.readable(new), to: KeyFolder.publicName, mode: KeyFolder.publicMode)
    everybody = new
    return true
  }

  private static func verifyKey(of own: SecretKeys) throws -> String? {
    guard let text = own.signing else { return nil }
    guard let seed = Base64URL.decode(text), let key = SigningKey(seed: seed) else {
      throw Failure("\(own.program).key holds a signing seed that is not 32 bytes")
    }
    return Base64URL.encode(key.verifyKey.bytes)
  }

  /// The new key, then at most one older key.
  private static func newest(_ key: String, _ old: [String]) -> [String] {
    old.contains(key) ? old : [key] + old.prefix(1)
  }

  private static func readable(_ keys: PublicKeys) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(keys)) + [UInt8(ascii: "\n")]
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    let bytes = try read(path)
    do { return try JSONCoding.decode(type, from: bytes) } catch { throw KeyError.damaged(path: path) }
  }

  private static func read(_ path: String) throws -> [UInt8] {
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      throw KeyError.unreadable(path: path)
    }
  }
}
