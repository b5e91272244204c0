import FoundationEssentials
import Schema
import Testing

@testable import quadctl

@Suite("What runs before a build reads the catalogue of today")
struct CatalogueTests {
  @Test("compose/catalogue.json is what quadctl catalogue prints")
  func file() throws {
    let path = Golden.root.dropLast("/Tests/Contract/Golden".count) + "/compose/catalogue.json"
    let pinned = String(decoding: try Data(contentsOf: URL(filePath: String(path))), as: UTF8.self)
    let now = Set(try CatalogueCommand.text().split(separator: "\n"))
    let then = Set(pinned.split(separator: "\n"))
    let advice = "compose/catalogue.json is old; run: .build/debug/quadctl catalogue > compose/catalogue.json"
    #expect(now.subtracting(then).sorted() == [], "missing there. \(advice)")
    #expect(then.subtracting(now).sorted() == [], "no longer so. \(advice)")
    #expect(pinned == (try CatalogueCommand.text()) + "\n", "\(advice)")
  }

  @Test("O1: compose/settings.md is the table of all settings that quadctl prints")
  func settings() throws {
    let root = Golden.root.dropLast("/Tests/Contract/Golden".count)
    let pinned = String(
      decoding: try Data(contentsOf: URL(filePath: "\(root)/compose/settings.md")), as: UTF8.self)
    let advice = "run: .build/debug/quadctl catalogue --settings > compose/settings.md"
    #expect(pinned == SettingsPage.text() + "\n", "compose/settings.md is old; \(advice)")
  }

  @Test("the web client's words of alerts are what quadctl prints", arguments: Alerts.Language.allCases)
  func words(language: Alerts.Language) throws {
    let root = Golden.root.dropLast("/Tests/Contract/Golden".count)
    let file = "Services/gateway/web/app/words/\(language.rawValue)/alerttexts.js"
    let pinned = String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(file)")), as: UTF8.self)
    let advice = "run: .build/debug/quadctl catalogue --alert-words \(language.rawValue) > \(file)"
    #expect(pinned == (try AlertWordsFile.text(language)) + "\n", "\(file) is old; \(advice)")
  }

  @Test("the web client's looks of events are what quadctl prints")
  func looks() throws {
    let root = Golden.root.dropLast("/Tests/Contract/Golden".count)
    let file = "Services/gateway/web/app/models/eventlooks.js"
    let pinned = String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(file)")), as: UTF8.self)
    let advice = "run: .build/debug/quadctl catalogue --event-looks > \(file)"
    #expect(pinned == (try EventLooksFile.text()) + "\n", "\(file) is old; \(advice)")
  }

  @Test("a message belongs to the row of its program, or is an alert, which any program may publish")
  func rows() {
    for row in Catalogue.rows {
      #expect(row.requests.allSatisfy { $0.program == row.name }, "\(row.name)")
      #expect(row.events.allSatisfy { $0.program == row.name }, "\(row.name)")
    }
    #expect(Catalogue.rows.map(\.name.text).contains("auth"))
    #expect(Set(Catalogue.rows.map(\.name)).count == Catalogue.rows.count)
  }

  @Test("a kind of site gives a setting one value, with the launcher's folders and port in it")
  func launch() {
    let values = ["data": "/d", "keys": "/k", "run": "/r", "port": "0"]
    for kind in Launch.Kind.allCases {
      let rows = Launch.rows.filter { $0.kind == kind }
      let environment = Launch.environment(of: kind, values)
      #expect(Set(rows.map(\.setting)).count == rows.count, "\(kind)")
      let unfilled = environment.filter { $0.value.contains("{") }.map(\.key)
      #expect(unfilled.allSatisfy { $0 == "BUS_ADDRESS" }, "\(kind)")
      #expect(environment["QUAD_DATA"] == "/d" && environment["QUAD_KEYS"] == "/k", "\(kind)")
    }
    #expect(Launch.environment(of: .test, values)["QUAD_LISTEN"] == "127.0.0.1:0")
    #expect(Set(Launch.rows.map(\.setting)).isSubset(of: Setting.all.map(\.name)))
  }

  @Test("who erases and who exports: every program with a store, but auth erases by itself")
  func people() {
    let stores = Set(Catalogue.programs)
    #expect(Set(Catalogue.exports.map { $0.program }) == stores)
    #expect(Set(Catalogue.erasures.map { $0.program }) == stores.subtracting([.auth]))
    #expect(Catalogue.erasures.last?.program == .notifier, "until then the others may cancel what it keeps")
    let named = Catalogue.requests.filter { $0.subject.hasSuffix(".person.erase") }
    #expect(named.map { $0.subject } == Catalogue.erasures.map { $0.subject }, "not a PersonErasure")
    let audits = Catalogue.events.filter { $0.topic.hasSuffix(".audit.recorded") }
    #expect(audits.map { $0.topic } == Catalogue.audits.map { $0.topic }, "not an AuditedEvent")
  }
}
