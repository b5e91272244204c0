import JSON
import Schema

/// Reads files one at a time: other requests need a reply in the meantime.
actor AEDDesk {
  func read(_ file: AEDFile) throws(Fault) -> AEDReading { try AEDReading(file) }
}

/// An AED of a file that has passed every check.
struct ReadAED: Hashable, Sendable {
  let osm: OSMName
  let building: AEDName?
  let floor: AEDFloor?
  let words: AEDLocation?
  let german: AEDLocation?
  let hours: AEDHours?
  let position: Guide.AEDPosition
  let checked: CivilDate?
  let keeper: AEDName?
}

/// The AEDs in a file of OpenStreetMap: GeoJSON, as overpass turbo exports it, or the JSON of Overpass.
struct AEDReading: Sendable {
  private(set) var aeds: [ReadAED] = []
  private(set) var rows = 0
  private(set) var duplicates = 0
  private(set) var others = 0
  private(set) var problems: [Guide.AEDProblem] = []
  private var known: Set<OSMName> = []

  /// - Throws: The reason why nothing can be imported.
  init(_ file: AEDFile) throws(Fault) {
    let value: JSONValue
    do { value = try JSONCoding.decode(JSONValue.self, from: Array(file.text.utf8)) } catch {
      throw Fault(.aedFileBad, field: "file")
    }
    let objects: [AEDObject]
    if value["type"] == "FeatureCollection", case .array(let features) = value["features"] {
      objects = features.map { AEDObject(feature: $0) }
    } else if case .array(let elements) = value["elements"] {
      objects = elements.map { AEDObject(element: $0) }
    } else {
      throw Fault(.aedFileBad, field: "file")
    }
    for (index, object) in objects.enumerated() {
      guard object.isAED else {
        others += 1
        continue
      }
      guard rows < Guide.maxAEDs else { throw Fault(.aedFileLong, field: "file") }
      take(object, row: index + 1)
    }
  }

  private mutating func take(_ object: AEDObject, row: Int) {
    rows += 1
    do throws(AEDFlaw) {
      let aed = try object.read()
      if known.insert(aed.osm).inserted { aeds.append(aed) } else { duplicates += 1 }
    } catch {
      problems.append(
        Guide.AEDProblem(row: row, osm: object.osm, code: error.code.code, message: error.code.message))
    }
  }
}

/// The reason why an AED is left out.
struct AEDFlaw: Error {
  let code: FaultCode
}

/// An object of a file: its id, its tags and its position.
struct AEDObject {
  private let id: String?
  private let tags: JSONValue?
  private let latitude: JSONValue?
  private let longitude: JSONValue?

  /// A feature of GeoJSON. Only a point has a position; its longitude comes first (RFC 7946, 3.1.1).
  init(feature: JSONValue) {
    tags = feature["properties"]
    id = (feature["properties"]?["@id"] ?? feature["id"])?.string
    if feature["geometry"]?["type"] == "Point", case .array(let pair) = feature["geometry"]?["coordinates"],
      pair.count >= 2
    {
      longitude = pair[0]
      latitude = pair[1]
    } else {
      longitude = nil
      latitude = nil
    }
  }

  /// An element of Overpass; a way or a relation has its position in `center`.
  init(element: JSONValue) {
    tags = element["tags"]
    if let type = element["type"]?.string, case .int(let number) = element["id"] {
      id = "\(type)/\(number)"
    } else {
      id = nil
    }
    latitude = element["lat"] ?? element["center"]?["lat"]
    longitude = element["lon"] ?? element["center"]?["lon"]
  }

  var isAED: Bool { tags?["emergency"] == "defibrillator" }

  var osm: OSMName? { id.flatMap { OSMName($0) } }

  func read() throws(AEDFlaw) -> ReadAED {
    guard let osm else { throw AEDFlaw(code: .osmNameBad) }
    guard let north = latitude?.number.flatMap({ Latitude($0) }),
      let east = longitude?.number.flatMap({ Longitude($0) })
    else { throw AEDFlaw(code: .positionBad) }
    return ReadAED(
      osm: osm, building: try text("name", "addr:housename", AEDName.self),
      floor: try text("level", "addr:floor", AEDFloor.self),
      words: try text("defibrillator:location:en", "defibrillator:location", AEDLocation.self),
      german: try text("defibrillator:location:de", nil, AEDLocation.self),
      hours: try text("opening_hours", nil, AEDHours.self),
      position: Guide.AEDPosition(latitude: north, longitude: east), checked: checked,
      keeper: try text("operator", nil, AEDName.self))
  }

  /// A month alone, or any other text, is no day: then the day is left out, and not the AED.
  private var checked: CivilDate? {
    guard let day = tags?["check_date"]?.string.flatMap({ CivilDate($0) }),
      CivilDate.enteredYears.contains(day.year)
    else { return nil }
    return day
  }

  private func text<Value: LimitedText>(
    _ tag: String, _ other: String?, _: Value.Type
  ) throws(AEDFlaw) -> Value? {
    let found = [tag, other].lazy.compactMap { $0 }.compactMap { tags?[$0]?.string }
      .first { !Text.trim($0).isEmpty }
    guard let found else { return nil }
    do throws(TextFault) { return try Value(found) } catch { throw AEDFlaw(code: error.code) }
  }
}

extension JSONValue {
  fileprivate var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}
