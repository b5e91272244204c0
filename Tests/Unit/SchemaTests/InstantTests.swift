import Schema
import Testing

@Suite("An instant is a millisecond of UTC")
struct InstantTests {
  @Test(
    "reads and writes ISO 8601",
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("2026-09-01T12:00:00.000Z", 1_788_264_000_000),
      ("2000-02-29T23:59:59.999Z", 951_868_799_999), ("1969-12-31T23:59:59.999Z", -1),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    ])
  func roundTrip(text: String, milliseconds: Int64) throws {
    let instant = try #require(Instant(text))
    #expect(instant.milliseconds == milliseconds)
    #expect(instant.description == text)
  }

  @Test(
    "refuses what does not exist",
    arguments: [
      "2026-02-30T00:00:00Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00", "",
      "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567890Z", "２０26-01-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "2026-01-01T00:00:00+24:00", "0001-01-01T00:00:00+01:00", "2026-01-01T00:00:00ZZ",
    ])
  func refuses(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test("applies an offset and cuts below the millisecond")
  func offset() {
    #expect(Instant("2026-09-01T14:00:00.1239+02:00")?.description == "2026-09-01T12:00:00.123Z")
  }

  @Test("an hour starts at or before its instant, before 1970 too")
  func hour() {
    #expect(Instant("2026-09-01T12:59:59.999Z")?.hour.description == "2026-09-01T12:00:00.000Z")
    #expect(Instant("1969-12-31T23:59:59.999Z")?.hour.description == "1969-12-31T23:00:00.000Z")
  }
}

@Suite("An id is a UUID of RFC 9562")
struct RawUUIDTests {
  @Test("text and bytes round-trip")
  func roundTrip() throws {
    let text = "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7"
    let id = try #require(RawUUID(text))
    #expect(id.description == text)
    #expect(RawUUID(bytes: id.bytes) == id)
    #expect(RawUUID(text.uppercased()) == id)
  }

  @Test(
    "refuses other forms",
    arguments: [
      "", "018f3a2b4c5d7e6f8091a2b3c4d5e6f7", "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f",
      "g18f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7", "018f3a2b-4c5d-7e6f-8091-a2b3c4d5e6f7a",
    ])
  func refuses(text: String) {
    #expect(RawUUID(text) == nil)
  }

  @Test("version 7 sorts by time and version 4 says so")
  func versions() {
    let early = RawUUID.timed(Instant(milliseconds: 1_000_000))
    let late = RawUUID.timed(Instant(milliseconds: 1_000_001))
    #expect(early.description < late.description)
    #expect(early.high >> 12 & 15 == 7)
    #expect(RawUUID.random().high >> 12 & 15 == 4)
    #expect(RawUUID.random().low >> 62 == 2)
  }

  @Test("ids that several threads make at once are all different, in each of their bits")
  func different() async {
    let made = await withTaskGroup(of: [RawUUID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<2_000).map { _ in .random() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(made).count == 16_000)
    let (set, unset) = made.reduce((UInt64.zero, UInt64.zero)) { ($0.0 | $1.high, $0.1 | ~$1.high) }
    #expect(set == 0xFFFF_FFFF_FFFF_4FFF && unset == 0xFFFF_FFFF_FFFF_BFFF)
    #expect(made.reduce(0) { $0 | $1.low } == 0xBFFF_FFFF_FFFF_FFFF)
  }
}
