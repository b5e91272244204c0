import Bus
import JSON
import Schema
import Testing

@Suite("A message keeps its JSON form as long as it keeps its version")
struct GoldenTests {
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func advice(_ form: Form) -> String {
    """
    the form of \(form.name) changed. Increase its `version` (the minor part if old senders still fit, else \
    the major), then: \(Golden.command)
    """
  }

  @Test("the sample of today is the pinned JSON, byte for byte", arguments: Form.all)
  func samples(form: Form) throws {
    for part in form.parts {
      let sample = try part.describe().sample
      let pinned = try Golden.pinned("\(form.name)/\(form.version)/\(part.name).json", now: sample)
      if let pinned { #expect(Self.text(sample) == Self.text(pinned), "\(Self.advice(form))") }
    }
  }

  @Test("the schema of today is the pinned schema", arguments: Form.all)
  func schemas(form: Form) throws {
    let parts = try form.parts.map { JSONValue.Member($0.name, try $0.describe().schema) }
    let schema = try JSONCoding.encode(JSONValue.object(parts))
    let pinned = try Golden.pinned("\(form.name)/\(form.version)/schema.json", now: schema)
    if let pinned { #expect(Self.text(schema) == Self.text(pinned), "\(Self.advice(form))") }
  }

  @Test("what is encoded decodes to the same", arguments: Form.all)
  func roundTrip(form: Form) throws {
    for part in form.parts {
      let sample = try part.describe().sample
      #expect(Self.text(try part.recode(sample)) == Self.text(sample))
    }
  }

  @Test("JSON of every earlier version with the same major part still decodes", arguments: Form.all)
  func old(form: Form) throws {
    let versions = try Golden.names(in: form.name)
    for version in versions where version.prefix(while: { $0 != "." }) == form.major {
      for part in form.parts {
        let path = "\(form.name)/\(version)/\(part.name).json"
        guard let pinned = try Golden.read(path) else { continue }
        #expect(throws: Never.self, "Golden/\(path) no longer decodes") { try part.recode(pinned) }
      }
    }
  }

  @Test("no pinned form is of a message, a version or a part that does not exist")
  func leftovers() throws {
    let forms = Dictionary(Form.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for name in try Golden.names(in: "") {
      guard let form = forms[name] else {
        Issue.record("Golden/\(name): there is no such message any more")
        continue
      }
      let versions = try Golden.names(in: name)
      #expect(versions.contains(form.version) || Golden.writes, "Golden/\(name)")
      for version in versions {
        let known = Set(form.parts.map { "\($0.name).json" } + ["schema.json"])
        let extra = try Golden.names(in: "\(name)/\(version)").filter { !known.contains($0) }
        #expect(extra == [], "Golden/\(name)/\(version)")
        #expect(!isLater(version, than: form.version), "Golden/\(name)/\(version) is newer than the message")
      }
    }
  }

  private func isLater(_ version: String, than other: String) -> Bool {
    let (left, right) = (
      version.split(separator: ".").map { Int($0) ?? 0 }, other.split(separator: ".").map { Int($0) ?? 0 }
    )
    return right.lexicographicallyPrecedes(left)
  }

  @Test("a fault has this form on the bus")
  func fault() throws {
    var fault = Fault(.titleBlank, field: "title")
    fault.retryAfterMs = 1500
    fault.service = "roomhub"
    fault.instance = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
    fault.traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
    let text = """
      {"code":"title_blank","fields":[{"code":"title_blank","field":"title","message":"Enter a title."}],\
      "instance":"018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7","kind":"invalid_argument",\
      "message":"Enter a title.","processed":"no","retryAfterMs":1500,"service":"roomhub",\
      "traceId":"4bf92f3577b34da6a3ce929d0e0e4736"}
      """
    #expect(Self.text(FaultCoding.encode(fault)) == text)
    #expect(FaultCoding.decode(Array(text.utf8)) == fault)
  }
}
