import Schema
import SiteCommands
import Terminal

/// `quadctl keygen`: the keys of a site.
enum KeygenCommand: Command {
  static let name = "keygen"
  static let summary = "Create the keys of a site"
  static let verbs = [
    Verb(
      "", "--keys DIR [--program NAME …] [--rotate NAME] [--postgres]",
      "Create missing keys; existing keys stay as they are",
      options: [
        .value("keys", "DIR", is: "Folder of public.json and each program's NAME.key (mode 0400)"),
        .list("program", "NAME", "Also create a key for this program"),
        .value("rotate", "NAME", is: "Replace the key of this program only"),
        .flag(
          "postgres",
          "Also create each program's password for PostgreSQL, NAME.postgres; --rotate replaces that alone"),
      ], run: keygen)
  ]
  static let notes = """
    Every program reads public.json. After a rotation, the old public key stays valid until the next one, so
    that you can restart the programs one after another.
    """

  @Sendable private static func keygen(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let folder = try arguments.required("keys")
    let rotated = try arguments.value("rotate").map(programName)
    let further = try arguments.list("program").map(programName)
    var keys = try KeyFolder.open(folder)
    let isForPostgres = arguments.has("postgres")
    if let rotated, isForPostgres {
      guard Catalogue.programs.contains(rotated) else { throw UsageError("\(rotated) has no role") }
      try keys.renewPassword(rotated)
      Output.say("created a new password for \(rotated); run the SQL of quadctl postgres, then restart it")
      return
    }
    if let rotated {
      try keys.rotate(rotated)
      Output.say("created a new key for \(rotated); the old one stays valid until the next rotation")
      return
    }
    let programs = Catalogue.keys + further.filter { !Catalogue.keys.contains($0) }
    try complete(programs, &keys)
    guard isForPostgres else { return }
    let made = try Catalogue.programs.filter { try keys.completePassword($0) }.map(\.text)
    Output.say(made.isEmpty ? "all passwords exist" : "created passwords for \(made.joined(separator: ", "))")
  }

  private static func complete(_ programs: [ProgramName], _ keys: inout KeyFolder) throws {
    var made: [String] = []
    for program in programs {
      switch try keys.complete(program) {
      case .made: made.append(program.text)
      case .kept: break
      case .listed: Output.say("added the key of \(program) to public.json")
      case .elsewhere:
        Output.note(
          "public.json lists a key of \(program), but \(program).key is missing; "
            + "if it is lost, use --rotate \(program)"
        )
      }
    }
    Output.say(made.isEmpty ? "all keys exist" : "created keys for \(made.joined(separator: ", "))")
  }

  /// Checks a program's name. It becomes a file name, so it has only letters, digits and dashes.
  private static func programName(_ text: String) throws(UsageError) -> ProgramName {
    guard BackupArchive.isProgramName(text) else {
      throw UsageError("invalid program name \"\(text)\": use 1 to 32 of a-z, 0-9, and dashes")
    }
    return ProgramName(text)
  }
}
