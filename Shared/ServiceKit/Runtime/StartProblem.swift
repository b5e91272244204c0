internal import Bus
internal import FoundationEssentials
internal import Glibc
internal import Schema
internal import Store

/// The words for an operator when a program cannot start or has to end: the file, what is wrong, what to do.
enum StartProblem {
  /// - Parameter path: The store's file, unless the error names it.
  static func text(_ error: any Error, of program: ProgramName, at path: String? = nil) -> String {
    if let problem = error as? StoreProblem { return text(problem.failure, of: program, at: problem.path) }
    guard let failure = error as? StoreError else { return ErrorText.of(error) }
    let place = path.map { "\($0): " } ?? ""
    switch failure {
    case .lost: return "\(failure). \(replace(program, "Put the right file back, restore"))"
    case .broken:
      return "\(place)\(failure). \(replace(program, "Check the disk. If the file is damaged, restore"))"
    case .otherStream: return "\(place)\(failure), not to \(program). Put \(program)'s own file back."
    case .newer: return "\(place)\(failure). Run that version, or restore an older backup."
    case .migration where path.map(StoreAddress.isServer) ?? false:
      return "\(place)\(failure). Run the version before, or with this one move the site to files "
        + "(quadctl move sqlite), start it there once, and move it back."
    case .migration: return "\(place)\(failure). Run the version before, and report this."
    case .tooFewConnections:
      return "\(place)\(failure). Raise its max_connections, or lower QUAD_STORE_READERS."
    case .refused(let code, _): return "\(failure). \(advice(code, program))"
    case .unreachable: return "\(failure). Start the server."
    case .cannotOpen where path.map(StoreAddress.isServer) ?? false:
      return "\(failure). See that the server lets \(program) in."
    case .cannotOpen: return "\(failure). Make the folder and its files writable for user \(geteuid())."
    case .full: return "\(place)\(failure). Free some space; the file ballast beside the store may go."
    case .inUse: return "\(failure). Stop that one first."
    default: return "\(place)\(failure)"
    }
  }

  private static func advice(_ code: ServerRefusal, _ program: ProgramName) -> String {
    let preparing = "run the SQL of `quadctl postgres` in the site's database"
    return switch code {
    case .password:
      "\(DatabaseRole.passwordFile(of: program)) in QUAD_KEYS has the password: "
        + "make it with `quadctl keygen --postgres`, then \(preparing)."
    case .notAdmitted:
      "Let the role \(program) in with scram-sha-256 in the server's pg_hba.conf, or \(preparing)."
    case .noDatabase: "Create the database, and \(preparing)."
    case .noRights: "As a superuser, \(preparing)."
    case .noTLS: "Turn on ssl on the server, or correct sslmode in QUAD_STORE."
    case .certificate:
      "Correct the host in QUAD_STORE, or name its authority's certificate there: sslrootcert=FILE."
    }
  }

  private static func replace(_ program: ProgramName, _ first: String) -> String {
    "\(first) a backup (quadctl restore FILE --data DIR --replace), or let go of its data: "
      + "quadctl restore --empty \(program) --data DIR"
  }

  static func status(_ error: any Error) -> Int32 {
    let cause: any Error = (error as? StoreProblem).map { $0.failure } ?? error
    return switch cause {
    case StoreError.inUse: EX_TEMPFAIL
    case StoreError.lost, StoreError.tooFewConnections, StoreError.refused, is ErasureDamage, is KeyError,
      is SettingError:
      EX_CONFIG
    default: EXIT_FAILURE
    }
  }
}

/// A store that could not be opened, and its file.
struct StoreProblem: Error {
  let failure: StoreError
  let path: String
}

/// Errors of libraries in words, for a log that operators read.
package enum ErrorText {
  package static func of(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: decoding(error)
    case let error as CocoaError: "\(error.filePath ?? "a file"): \(reason(of: error))"
    case let error as CallError: "\(error.fault.message) (\(error.fault.code))"
    default: "\(error)"
    }
  }

  private static func decoding(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context): "\(place(context.codingPath)) has no value"
    case .typeMismatch(_, let context): "\(place(context.codingPath)) has a value of the wrong kind"
    case .dataCorrupted(let context): "\(place(context.codingPath)) has a bad value"
    @unknown default: "the text does not have the expected form"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let names = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return names.isEmpty ? "the text" : names.joined(separator: ".").replacing(".[", with: "[")
  }

  /// The reason alone, for a caller that names the file.
  package static func reason(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return of(error) }
    if let system = error.underlying as? POSIXError {
      return unsafe String(cString: strerror(system.code.rawValue))
    }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
    case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: "it is not text in UTF-8"
    default: "it cannot be read or written (\(error.code.rawValue))"
    }
  }
}
