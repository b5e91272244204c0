import Schema
import Testing

@Suite("A person without a chosen color has the same one on every device")
struct ProfileColorTests {
  @Test(
    "the last byte of the id picks it, as in the web client",
    arguments: [
      ("01890a5d-ac96-774b-bcce-b302099a8000", "red"), ("01890a5d-ac96-774b-bcce-b302099a8009", "gray"),
      ("01890a5d-ac96-774b-bcce-b302099a800a", "red"), ("01890a5d-ac96-774b-bcce-b302099a80ff", "blue"),
    ])
  func standard(id: String, color: String) throws {
    let person = try #require(PersonID(id))
    #expect(Auth.ProfileColor.standard(of: person).rawValue == color)
  }
}
