/// The role of a program on PostgreSQL, which has the program's name and a schema of that name.
package enum DatabaseRole {
  /// The file of the role's password, in the folder of the program's keys.
  package static func passwordFile(of program: ProgramName) -> String { "\(program).postgres" }
}
