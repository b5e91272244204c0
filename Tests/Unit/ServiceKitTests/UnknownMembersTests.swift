@testable import ServiceKit
import Testing

@Suite("A member that a request does not declare can be found")
struct UnknownMembersTests {
  @Test(
    "the names of the outermost object, and no other text",
    arguments: [
      ("{}", []), (#"{"a":1}"#, ["a"]), (#"{"a":"b","c":["d",{"e":1}],"f":{"g":"h"}}"#, ["a", "c", "f"]),
      (#" { "a" : "x:y,\"z\"" , "b" : null } "#, ["a", "b"]), (#"{"a\"b":1,"c":2}"#, [#"a\"b"#, "c"]),
      (#"{"":[]}"#, [""]), (#"["a"]"#, ["a"]), (#""a"#, []), (#"{"a\"#, [#"a\"#]), ("}{", []),
    ])
  func names(body: String, names: [String]) {
    #expect(UnknownMembers.names(in: Array(body.utf8)) == names)
  }
}
