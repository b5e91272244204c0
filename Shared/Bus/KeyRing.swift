internal import CZMQ
internal import FoundationEssentials
package import Schema

/// A CURVE key pair in Z85 text (40 characters each).
package struct CurveKeyPair: Codable, Hashable, Sendable {
  package let publicKey: String
  package let secretKey: String

  /// A new pair from libzmq.
  package static func generate() throws -> CurveKeyPair {
    var publicKey = [CChar](repeating: 0, count: 41)
    var secretKey = [CChar](repeating: 0, count: 41)
    guard zmq_curve_keypair(&publicKey, &secretKey) == 0 else { throw ZMQError("zmq_curve_keypair") }
    func text(_ characters: [CChar]) -> String {
      String(decoding: characters.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return CurveKeyPair(publicKey: text(publicKey), secretKey: text(secretKey))
  }

  /// Whether the public half is that of the secret one.
  package var isPair: Bool {
    var derived = [CChar](repeating: 0, count: 41)
    guard secretKey.utf8.count == 40, zmq_curve_public(&derived, secretKey) == 0 else { return false }
    return derived.prefix(40).map { UInt8(bitPattern: $0) } == Array(publicKey.utf8)
  }
}

/// `keys/public.json`: who is who. Two keys a program while one replaces the other.
package struct PublicKeys: Codable, Sendable {
  package let format: Int
  /// Program name to CURVE public keys, the newest first.
  package var curve: [String: [String]]
  /// Ed25519 public keys of assertions, base64url, the newest first.
  package var signing: [String]

  package init(curve: [String: [String]], signing: [String]) {
    format = 1
    self.curve = curve
    self.signing = signing
  }
}

/// `keys/<program>.key`: what only that program may read.
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

/// What one program knows of the keys: its own secret ones and everybody's public ones.
package struct KeyRing: Sendable {
  package let own: SecretKeys
  package let everybody: PublicKeys
  /// Raw 32-byte CURVE public key to program.
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

  /// Reads `<program>.key` and `public.json` of a folder that `quad keygen` wrote.
  package static func load(_ program: ProgramName, from folder: String) throws -> KeyRing {
    let decoder = JSONDecoder()
    let own = try decoder.decode(SecretKeys.self, from: read("\(folder)/\(program).key"))
    let everybody = try decoder.decode(PublicKeys.self, from: read("\(folder)/public.json"))
    guard own.program == program else { throw KeyError.otherProgram(path: "\(folder)/\(program).key") }
    return try KeyRing(own: own, everybody: everybody)
  }

  private static func read(_ path: String) throws -> Data {
    do { return try Data(contentsOf: URL(filePath: path)) } catch {
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

package enum KeyError: Error, CustomStringConvertible {
  case unreadable(path: String)
  case otherProgram(path: String)
  case notZ85(program: String)

  package var description: String {
    switch self {
    case .unreadable(let path): "cannot read \(path): make keys with `quad keygen`"
    case .otherProgram(let path): "\(path) belongs to another program"
    case .notZ85(let program): "public.json holds a key of \(program) that is not Z85 text of 40 characters"
    }
  }
}
