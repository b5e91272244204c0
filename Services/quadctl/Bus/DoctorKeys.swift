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

  private static let make = "to create missing keys, run quadctl keygen --keys DIR"

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
    guard let mode = FileMode.of(folder) else { return .fail("the folder \(folder) does not exist", make) }
    guard mode & 0o077 == 0 else {
      let text = "the key folder has mode \(FileMode.text(mode))"
      return mode & 0o022 != 0
        ? .fail("\(text), so others can add keys", "chmod 700 \(folder)")
        : .warn(text, "chmod 700 \(folder), unless others need to read public.json there")
    }
    return .ok("only the owner can open the key folder")
  }

  private static func publicFile(_ path: String, _ keys: PublicKeys) -> Finding {
    if let mode = FileMode.of(path), mode & 0o022 != 0 {
      return .fail(
        "\(path) has mode \(FileMode.text(mode)), so others can give themselves access", "chmod 644 \(path)")
    }
    guard !keys.signing.isEmpty else {
      return .fail("public.json lists no key for signing assertions, so nobody can sign in", make)
    }
    return .ok("public.json lists \(keys.curve.keys.sorted().joined(separator: ", "))")
  }

  /// Checks a program's own key. It may be stored elsewhere, because only its program reads it.
  private static func key(_ program: ProgramName, _ folder: String, _ keys: PublicKeys) -> [Finding] {
    let path = "\(folder)/\(program).key"
    guard let mode = FileMode.of(path) else {
      return [
        program == .operator
          ? .fail("\(path) does not exist", "this command needs it; " + make)
          : .ok("\(program).key is kept elsewhere")
      ]
    }
    guard mode & 0o077 == 0 else {
      return [
        .fail(
          "\(path) has mode \(FileMode.text(mode)), so others can read it",
          "chmod 400 \(path), then quadctl keygen --rotate \(program)")
      ]
    }
    guard unsafe access(path, R_OK) == 0 else {
      return [
        program == .operator
          ? .fail("\(path) cannot be read", "run this command as its owner")
          : .ok("only its owner can read \(program).key")
      ]
    }
    do {
      let own = try JSONCoding.decode(SecretKeys.self, from: Array(try Data(contentsOf: URL(filePath: path))))
      return [fits(own, program, path, keys)]
    } catch {
      return [
        .fail("\(path) is not a key file", "remove it, then run quadctl keygen --rotate \(program)")
      ]
    }
  }

  private static func fits(
    _ own: SecretKeys, _ program: ProgramName, _ path: String, _ keys: PublicKeys
  ) -> Finding {
    let rotate = "run quadctl keygen --rotate \(program), then restart the other programs, then \(program)"
    guard own.program == program else { return .fail("\(path) belongs to \(own.program)", rotate) }
    guard own.curve.isPair else {
      return .fail("the public and the secret key in \(path) do not match", rotate)
    }
    let named = keys.curve[program.text] ?? []
    guard named.first == own.curve.publicKey else {
      return named.contains(own.curve.publicKey)
        ? .fail(
          "\(path) has the older of the two keys in public.json",
          "copy the newer one here, or " + rotate)
        : .fail("\(path) does not match public.json", "copy the matching file here, or " + rotate)
    }
    if let text = own.signing {
      guard let seed = Base64URL.decode(text), let key = SigningKey(seed: seed),
        keys.signing.first == Base64URL.encode(key.verifyKey.bytes)
      else { return .fail("the signing key in \(path) does not match public.json", rotate) }
    }
    if let mode = FileMode.of(path), mode & 0o777 != 0o400 {
      return .warn(
        "\(program).key matches public.json, but has mode \(FileMode.text(mode))", "chmod 400 \(path)")
    }
    return .ok("\(program).key matches public.json")
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
