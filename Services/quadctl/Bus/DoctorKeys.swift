import Bus
import Crypto
import FoundationEssentials
import Glibc
import JSON
import Schema
import SiteCommands

/// Checks of the keys on disk: they exist, are closed to others, and match `public.json`.
struct DoctorKeys {
  let folder: String
  /// The public keys; nil if `public.json` cannot be read.
  let everybody: PublicKeys?
  let findings: [Finding]

  private static let make = "quadctl keygen --keys DIR creates what is missing"

  init(folder: String) {
    self.folder = folder
    var findings = [DoctorKeys.closed(folder)]
    let path = "\(folder)/public.json"
    do {
      let keys = try JSONCoding.decode(
        PublicKeys.self, from: Array(try Data(contentsOf: URL(filePath: path))))
      everybody = keys
      findings.append(DoctorKeys.publicFile(path, keys))
      for name in keys.curve.keys.sorted() { findings += DoctorKeys.key(ProgramName(name), folder, keys) }
    } catch {
      everybody = nil
      findings.append(.fail("\(path) cannot be read", DoctorKeys.make))
    }
    self.findings = findings
  }

  /// True if the operator's key can be used at all.
  var canSpeak: Bool {
    do { return try KeyRing.load(.operator, from: folder).own.curve.isPair } catch { return false }
  }

  private static func closed(_ folder: String) -> Finding {
    guard let mode = FileMode.of(folder) else { return .fail("there is no folder \(folder)", make) }
    guard mode & 0o077 == 0 else {
      let text = "the folder of the keys has mode \(FileMode.text(mode))"
      return mode & 0o022 != 0
        ? .fail("\(text): others can put keys in it", "chmod 700 \(folder)")
        : .warn(text, "chmod 700 \(folder), if nobody else has to read public.json there")
    }
    return .ok("the folder of the keys is closed to others")
  }

  private static func publicFile(_ path: String, _ keys: PublicKeys) -> Finding {
    if let mode = FileMode.of(path), mode & 0o022 != 0 {
      return .fail(
        "\(path) has mode \(FileMode.text(mode)): others can let themselves in", "chmod 644 \(path)")
    }
    guard !keys.signing.isEmpty else {
      return .fail("public.json names no key that signs assertions: nobody can be signed in", make)
    }
    return .ok("public.json names \(keys.curve.keys.sorted().joined(separator: ", "))")
  }

  /// Checks a program's own key. It may be stored elsewhere, because only its program reads it.
  private static func key(_ program: ProgramName, _ folder: String, _ keys: PublicKeys) -> [Finding] {
    let path = "\(folder)/\(program).key"
    guard let mode = FileMode.of(path) else {
      return [
        program == .operator
          ? .fail("\(path) is not there", "this command needs it: " + make)
          : .ok("\(program).key is kept elsewhere")
      ]
    }
    guard mode & 0o077 == 0 else {
      return [
        .fail(
          "\(path) has mode \(FileMode.text(mode)): others can read it",
          "chmod 400 \(path), then quadctl keygen --rotate \(program)")
      ]
    }
    guard unsafe access(path, R_OK) == 0 else {
      return [
        program == .operator
          ? .fail("\(path) cannot be read", "run this command as its owner")
          : .ok("\(program).key is its owner's")
      ]
    }
    do {
      let own = try JSONCoding.decode(SecretKeys.self, from: Array(try Data(contentsOf: URL(filePath: path))))
      return [fits(own, program, path, keys)]
    } catch {
      return [
        .fail("\(path) is not a key file", "remove it; quadctl keygen --rotate \(program) creates a new one")
      ]
    }
  }

  private static func fits(
    _ own: SecretKeys, _ program: ProgramName, _ path: String, _ keys: PublicKeys
  ) -> Finding {
    let rotate = "quadctl keygen --rotate \(program), then restart the others, then \(program)"
    guard own.program == program else { return .fail("\(path) belongs to \(own.program)", rotate) }
    guard own.curve.isPair else { return .fail("\(path): its two halves are of different keys", rotate) }
    let named = keys.curve[program.text] ?? []
    guard named.first == own.curve.publicKey else {
      return named.contains(own.curve.publicKey)
        ? .fail(
          "\(path) holds the older of the two keys that public.json names",
          "bring the newer one, or " + rotate)
        : .fail("\(path) is not the key that public.json names", "bring the file that fits, or " + rotate)
    }
    if let text = own.signing {
      guard let seed = Base64URL.decode(text), let key = SigningKey(seed: seed),
        keys.signing.first == Base64URL.encode(key.verifyKey.bytes)
      else { return .fail("\(path) signs with another key than public.json names", rotate) }
    }
    if let mode = FileMode.of(path), mode & 0o777 != 0o400 {
      return .warn("\(program).key fits, with mode \(FileMode.text(mode))", "chmod 400 \(path)")
    }
    return .ok("\(program).key fits")
  }
}

/// The permissions of a file.
enum FileMode {
  /// The mode of a file; nil if there is none.
  static func of(_ path: String) -> mode_t? {
    var status = Glibc.stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & 0o7777
  }

  /// A mode in octal: `0644`.
  static func text(_ mode: mode_t) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
