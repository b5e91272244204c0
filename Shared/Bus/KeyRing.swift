internal import CZMQ
internal import FoundationEssentials
internal import Glibc
internal import JSON
package import Schema

/// A CURVE key pair in Z85 text (40 characters each).
package struct CurveKeyPair: Codable, Hashable, Sendable {
  package let publicKey: String
  package let secretKey: String

  /// Generates a pair with libzmq.
  package static func generate() throws -> CurveKeyPair {
    var publicKey = [CChar](repeating: 0, count: 41)
    var secretKey = [CChar](repeating: 0, count: 41)
    guard zmq_curve_keypair(&publicKey, &secretKey) == 0 else { throw ZMQError("zmq_curve_keypair") }
    func text(_ characters: [CChar]) -> String {
      String(decoding: characters.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return CurveKeyPair(publicKey: text(publicKey), secretKey: text(secretKey))
  }

  /// True if the public key belongs to the secret key.
  package var isPair: Bool {
    var derived = [CChar](repeating: 0, count: 41)
    guard secretKey.utf8.count == 40, zmq_curve_public(&derived, secretKey) == 0 else { return false }
    return derived.prefix(40).map { UInt8(bitPattern: $0) } == Array(publicKey.utf8)
  }
}

/// `keys/public.json`: the public keys of all programs. A program has two keys during a key rotation.
package struct PublicKeys: Codable, Sendable {
  package let format: Int
  /// CURVE public keys by program name, newest first.
  package var curve: [String: [String]]
  /// Ed25519 public keys of assertions, base64url, newest first.
  package var signing: [String]

  package init(curve: [String: [String]], signing: [String]) {
    format = 1
    self.curve = curve
    self.signing = signing
  }
}

/// `keys/<program>.key`: the secrets of one program, readable by that program only.
package struct SecretKeys: Codable, Sendable {
  package let program: ProgramName
  package let curve: CurveKeyPair
  /// auth's Ed25519 seed, base64url.
  package let signing: String?

  package init(program: ProgramName, curve: CurveKeyPair, signing: String?) {
    self.program = program
    self.curve = curve
    self.signing = signing
  }
}

/// The keys of one program: its own secret keys and everyone's public keys.
package struct KeyRing: Sendable {
  package let own: SecretKeys
  package let everybody: PublicKeys
  /// Programs by raw 32-byte CURVE public key.
  private let programs: [[UInt8]: ProgramName]

  package init(own: SecretKeys, everybody: PublicKeys) throws(KeyError) {
    self.own = own
    self.everybody = everybody
    var programs: [[UInt8]: ProgramName] = [:]
    for (name, keys) in everybody.curve {
      for key in keys {
        guard let raw = KeyRing.decodeZ85(key) else { throw .notZ85(program: name) }
        programs[raw] = ProgramName(name)
      }
    }
    self.programs = programs
  }

  /// Reads `<program>.key` and `public.json` from a folder written by `quadctl keygen`.
  package static func load(_ program: ProgramName, from folder: String) throws -> KeyRing {
    let path = "\(folder)/\(program).key"
    try refuseReadable(path, program)
    let own = try decode(SecretKeys.self, from: path)
    let everybody = try decode(PublicKeys.self, from: "\(folder)/public.json")
    guard own.program == program else { throw KeyError.otherProgram(path: path) }
    return try KeyRing(own: own, everybody: everybody)
  }

  /// A secret that every user of the machine can read is none: any of them could act as the program.
  private static func refuseReadable(_ path: String, _ program: ProgramName) throws(KeyError) {
    if SecretFile.isOpenToOthers(path) { throw .readable(path: path, program: program) }
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

  func program(of key: [UInt8]) -> ProgramName? { programs[key] }

  func serverKey(of program: ProgramName) -> String? { everybody.curve[program.text]?.first }

  private static func decodeZ85(_ text: String) -> [UInt8]? {
    guard text.utf8.count == 40 else { return nil }
    var raw = [UInt8](repeating: 0, count: 32)
    return zmq_z85_decode(&raw, text) == nil ? nil : raw
  }
}

/// A file that holds a secret of a program.
package enum SecretFile {
  /// True if users outside the file's owner and group may do anything with it. False if it cannot be looked
  /// at: reading it then says why.
  package static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o007 != 0
  }
}

package enum KeyError: Error, CustomStringConvertible {
  case unreadable(path: String)
  case damaged(path: String)
  case readable(path: String, program: ProgramName)
  case otherProgram(path: String)
  case notZ85(program: String)

  package var description: String {
    switch self {
    case .unreadable(let path): "cannot read \(path): make keys with `quadctl keygen`"
    case .damaged(let path):
      "\(path) is not a file of keys: copy it from a backup, or make keys with `quadctl keygen`"
    case .readable(let path, let program):
      "everybody on this machine can read \(path): run `chmod 400 \(path)`, and if others use the machine, "
        + "replace the key with `quadctl keygen --rotate \(program)`"
    case .otherProgram(let path): "\(path) belongs to another program: copy this program's own key there"
    case .notZ85(let program): "public.json holds a key of \(program) that is not Z85 text of 40 characters"
    }
  }
}
