import Schema
import ServiceKit
import Store
import TestSupport
import Testing

@testable import guide

@Suite("AEDs")
struct AEDTests {
  private let admin = TestPerson([.admin])

  static func overpass(_ tags: String, id: String = "1", at place: String = #""lat":1.5,"lon":2"#) -> String {
    #"{"type":"node","id":\#(id),\#(place),"tags":{"emergency":"defibrillator"\#(tags)}}"#
  }

  static func file(_ elements: String...) -> AEDFile {
    AEDFile(checked: #"{"elements":[\#(elements.joined(separator: ","))]}"#)
  }

  @Test("the tags of OpenStreetMap become building, floor, place in both languages, hours, day and keeper")
  func tags() throws {
    let reading = try AEDReading(
      AEDTests.file(
        AEDTests.overpass(
          #"""
          ,"name":"Gym","level":"1","defibrillator:location":"Am Eingang",
          "defibrillator:location:en":"At the door",
          "defibrillator:location:de":"Beim Eingang","opening_hours":"24/7",
          "check_date":"2026-05-04","operator":"Red Cross"
          """#)))
    let aed = try #require(reading.aeds.first)
    #expect(aed.osm.text == "node/1" && aed.building?.text == "Gym" && aed.floor?.text == "1")
    #expect(aed.words?.text == "At the door" && aed.german?.text == "Beim Eingang")
    #expect(aed.hours?.text == "24/7" && aed.checked?.description == "2026-05-04")
    #expect(aed.keeper?.text == "Red Cross" && aed.position.latitude.value == 1.5)
  }

  @Test("GeoJSON has the longitude first, and the id in `@id` or `id`")
  func geoJSON() throws {
    let point = #""geometry":{"type":"Point","coordinates":[8.5,47.25]}"#
    let features = [
      #"{"type":"Feature","properties":{"@id":"way/7","emergency":"defibrillator"},\#(point)}"#,
      #"{"type":"Feature","id":"node/8","properties":{"emergency":"defibrillator"},\#(point)}"#,
      #"{"type":"Feature","id":"node/9","properties":{"amenity":"bench"},\#(point)}"#,
    ]
    let reading = try AEDReading(
      AEDFile(
        checked: #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#))
    #expect(reading.aeds.map(\.osm.text) == ["way/7", "node/8"] && reading.others == 1)
    let position = reading.aeds[0].position
    #expect(position.latitude.value == 47.25 && position.longitude.value == 8.5)
  }

  @Test(
    "an AED without an id, a position or with an endless text is left out with a reason",
    arguments: [
      (AEDTests.overpass("", id: "0"), "osm_name_bad"), (AEDTests.overpass("", id: #""1""#), "osm_name_bad"),
      (AEDTests.overpass("", at: #""lat":91,"lon":2"#), "position_bad"),
      (AEDTests.overpass("", at: #""lat":"1","lon":2"#), "position_bad"),
      (AEDTests.overpass("", at: #""x":1"#), "position_bad"),
      (AEDTests.overpass(#","name":"\#(String(repeating: "a", count: 121))""#), "too_long"),
    ])
  func refused(element: String, code: String) throws {
    let reading = try AEDReading(AEDTests.file(AEDTests.overpass("", id: "5"), element))
    #expect(reading.aeds.count == 1 && reading.problems.map(\.code) == [code])
    #expect(reading.problems.first?.row == 2)
  }

  @Test("what is no day is left out, and not its AED")
  func monthAlone() throws {
    let reading = try AEDReading(AEDTests.file(AEDTests.overpass(#","check_date":"2026-05""#)))
    #expect(reading.aeds.count == 1 && reading.aeds.first?.checked == nil)
  }

  @Test(
    "a file that is nothing of the kind is refused as a whole",
    arguments: [
      "", "{", "[]", "null", "{}", #"{"elements":{}}"#, #"{"type":"FeatureCollection"}"#,
      #"{"features":[]}"#, String(repeating: "[", count: 5000), #"{"elements":[],"elements":[]}"#,
    ])
  func hostile(text: String) {
    #expect(throws: Fault(.aedFileBad, field: "file")) { try AEDReading(AEDFile(checked: text)) }
  }

  @Test("more than 500 AEDs are refused, other objects are not counted")
  func limit() throws {
    let many = (1...500).map { AEDTests.overpass("", id: "\($0)") }.joined(separator: ",")
    let full = try AEDReading(AEDTests.file(many, #"{"type":"node","id":1}"#, "3", "null"))
    #expect(full.aeds.count == 500 && full.others == 3)
    #expect(throws: Fault(.aedFileLong, field: "file")) {
      try AEDReading(AEDTests.file(many, AEDTests.overpass("", id: "501")))
    }
  }

  @Test("a dry run changes nothing, an import adds, the same again changes nothing, another text updates")
  func imports() async throws {
    try await Program.with(GuideService.self) { program in
      func take(_ name: String, dryRun: Bool? = nil) async throws -> Guide.ImportedAEDs {
        let file = AEDTests.file(AEDTests.overpass(#","name":"\#(name)""#), AEDTests.overpass("", id: "1"))
        return try await program.ask(Guide.ImportAEDs(file: file, dryRun: dryRun), as: admin)
      }
      let tried = try await take("Gym", dryRun: true)
      #expect(tried.rows == 2 && tried.added == 1 && tried.duplicates == 1)
      #expect(try await program.ask(Guide.GetAEDs(), as: nil).items == [])
      #expect(try await take("Gym") == tried)
      #expect(try await take("Gym").already == 1)
      #expect(try await take("Pool").changed == 1)
      let list = try await program.ask(Guide.GetAEDs(), as: nil)
      let items = try #require(list.items)
      #expect(items.map(\.building?.text) == ["Pool"] && items.map(\.version) == [2])
      #expect(try await program.ask(Guide.GetAEDs(known: list.hash), as: nil).items == nil)
    }
  }

  @Test("an AED needs a place, keeps what a change does not name, and refuses an outdated one")
  func changes() async throws {
    try await Program.with(GuideService.self) { program in
      await refuses("aed_place_missing") {
        try await program.ask(Guide.AddAED(floor: AEDFloor(checked: "2")), as: admin)
      }
      await refuses("date_in_future") {
        try await program.ask(
          Guide.AddAED(building: .sample, checked: CivilDate(year: 2027, month: 1, day: 1)), as: admin)
      }
      let added = try await program.ask(
        Guide.AddAED(building: .sample, floor: AEDFloor(checked: "2")), as: admin)
      let changed = try await program.ask(
        Guide.ChangeAED(id: added.id, version: 1, words: .set(.sample)), as: admin)
      #expect(changed.floor?.text == "2" && changed.version == 2)
      await refuses("changed_elsewhere") {
        try await program.ask(Guide.ChangeAED(id: added.id, version: 1, floor: .clear), as: admin)
      }
      await refuses("aed_place_missing") {
        try await program.ask(Guide.ChangeAED(id: added.id, building: .clear, words: .clear), as: admin)
      }
      for _ in 1...2 { _ = try await program.ask(Guide.DeleteAED(id: added.id), as: admin) }
      #expect(try await program.ask(Guide.GetAEDs(), as: nil).items == [])
    }
  }
}
