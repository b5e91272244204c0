import Schema

/// `quad keygen`: the keys of a site.
enum KeygenCommand: Command {
  static let name = "keygen"
  static let summary = "make the keys of a site, or what is missing of them"
  static let audience = Audience.operators
  static let verbs = [
    Verb(
      "", "--keys DIR [--program NAME …] [--rotate NAME]",
      "make what is missing; existing keys stay as they are",
      options: [
        .value("keys", "DIR", is: "where NAME.key (mode 0400) of each program and public.json are"),
        .list("program", "NAME", "a further program"),
        .value("rotate", "NAME", is: "make a new key for this program alone"),
      ], run: keygen)
  ]
  static let notes = """
    Every program reads public.json. A rotated key's old public half stays good beside the new one until the
    next rotation, so that the programs can be restarted one after the other.
    """

  @Sendable private static func keygen(_ arguments: Arguments) async throws {
    try arguments.refuseMore(than: 0)
    let folder = try arguments.required("keys")
    let rotated = try arguments.value("rotate").map(programName)
    let further = try arguments.list("program").map(programName)
    var keys = try KeyFolder.open(folder)
    if let rotated {
      try keys.rotate(rotated)
      Output.say("made a new key for \(rotated); the old one stays good until the next rotation")
      return
    }
    let programs = Catalogue.keys + further.filter { !Catalogue.keys.contains($0) }
    try complete(programs, &keys)
  }

  private static func complete(_ programs: [ProgramName], _ keys: inout KeyFolder) throws {
    var made: [String] = []
    for program in programs {
      switch try keys.complete(program) {
      case .made: made.append(program.text)
      case .kept: break
      case .listed: Output.say("listed the key of \(program) in public.json")
      case .elsewhere:
        Output.note(
          "public.json names a key of \(program), but \(program).key is not here; "
            + "if it is lost: --rotate \(program)"
        )
      }
    }
    Output.say(made.isEmpty ? "no key was missing" : "made keys for \(made.joined(separator: ", "))")
  }

  /// Checks a program's name. It becomes a file name, so it has only letters, digits and dashes.
  private static func programName(_ text: String) throws(UsageError) -> ProgramName {
    guard BackupArchive.isProgramName(text) else {
      throw UsageError("\(text) is no program's name: 1 to 32 of a-z, 0-9 and dashes")
    }
    return ProgramName(text)
  }
}
