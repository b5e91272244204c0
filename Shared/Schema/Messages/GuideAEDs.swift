/// The AEDs of the campus. The list is the same for everybody, needs no sign-in, and is read whole, so that a
/// device has it when it needs it.
extension Guide {
  /// The limit of AEDs on a site.
  package static let maxAEDs = 500

  /// An automated external defibrillator.
  package struct AED: Codable, Hashable, Sendable {
    package let id: AEDID
    /// The building that it is in.
    package let building: AEDName?
    /// The floor, such as `2` or `basement`.
    package let floor: AEDFloor?
    /// The place in words, such as `behind the porter's desk`.
    package let words: AEDLocation?
    /// The place in German; `words` are shown if it is absent.
    package let german: AEDLocation?
    /// The hours at which it can be reached, in words or in OpenStreetMap's form.
    package let hours: AEDHours?
    package let position: AEDPosition?
    /// The day on which somebody last looked after it.
    package let checked: CivilDate?
    /// The people who look after it.
    package let keeper: AEDName?
    /// The object of OpenStreetMap that it was imported from; absent for one of the site's own.
    package let osm: OSMName?
    /// The version, which increases with each change.
    package let version: Int

    package init(
      id: AEDID, building: AEDName?, floor: AEDFloor?, words: AEDLocation?, german: AEDLocation?,
      hours: AEDHours?, position: AEDPosition?, checked: CivilDate?, keeper: AEDName?, osm: OSMName?,
      version: Int
    ) {
      self.id = id
      self.building = building
      self.floor = floor
      self.words = words
      self.german = german
      self.hours = hours
      self.position = position
      self.checked = checked
      self.keeper = keeper
      self.osm = osm
      self.version = version
    }
  }

  /// A position on Earth in degrees (WGS 84).
  package struct AEDPosition: Codable, Hashable, Sendable {
    package let latitude: Latitude
    package let longitude: Longitude

    package init(latitude: Latitude, longitude: Longitude) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Returns all AEDs.
  package struct GetAEDs: Request {
    package typealias Reply = AEDs
    package static let subject = "guide.aed.list"
    package static let access = Access.anyone
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/aeds")
    package static let summary = "List the AEDs of the campus."
    /// The hash of the list that the caller has; the reply leaves out the same one.
    package let known: ContentHash?

    package init(known: ContentHash? = nil) {
      self.known = known
    }
  }

  /// The AEDs as they are now.
  package struct AEDs: Codable, Hashable, Sendable {
    /// The hash of the list.
    package let hash: ContentHash
    /// The AEDs by building; absent if the caller has this list already.
    package let items: [AED]?

    package init(hash: ContentHash, items: [AED]?) {
      self.hash = hash
      self.items = items
    }
  }

  /// Adds an AED to the list.
  package struct AddAED: Request {
    package typealias Reply = AED
    package static let subject = "guide.aed.add"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/aeds", status: 201)
    package static let faults = [FaultCode.aedPlaceMissing, .tooManyAEDs, .dateInFuture]
    package static let summary = "Add an AED to the list."
    /// The building that it is in.
    package let building: AEDName?
    /// The floor, such as `2` or `basement`.
    package let floor: AEDFloor?
    /// The place in words.
    package let words: AEDLocation?
    /// The place in German.
    package let german: AEDLocation?
    /// The hours at which it can be reached.
    package let hours: AEDHours?
    package let position: AEDPosition?
    /// The day on which somebody last looked after it.
    package let checked: CivilDate?
    /// The people who look after it.
    package let keeper: AEDName?

    package init(
      building: AEDName? = nil, floor: AEDFloor? = nil, words: AEDLocation? = nil, german: AEDLocation? = nil,
      hours: AEDHours? = nil, position: AEDPosition? = nil, checked: CivilDate? = nil, keeper: AEDName? = nil
    ) {
      self.building = building
      self.floor = floor
      self.words = words
      self.german = german
      self.hours = hours
      self.position = position
      self.checked = checked
      self.keeper = keeper
    }
  }

  /// Changes an AED. An absent member keeps its value, null removes it.
  package struct ChangeAED: Request {
    package typealias Reply = AED
    package static let subject = "guide.aed.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.stored
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/aeds/{id}")
    package static let faults = [
      FaultCode.notFound, .aedPlaceMissing, .dateInFuture, .changedElsewhere,
    ]
    package static let summary = "Change an AED of the list."
    package let id: AEDID
    /// The version that was edited; a newer one refuses the change.
    package let version: Int?
    /// The building that it is in.
    package let building: Patch<AEDName>
    /// The floor.
    package let floor: Patch<AEDFloor>
    /// The place in words.
    package let words: Patch<AEDLocation>
    /// The place in German.
    package let german: Patch<AEDLocation>
    /// The hours at which it can be reached.
    package let hours: Patch<AEDHours>
    package let position: Patch<AEDPosition>
    /// The day on which somebody last looked after it.
    package let checked: Patch<CivilDate>
    /// The people who look after it.
    package let keeper: Patch<AEDName>

    package init(
      id: AEDID, version: Int? = nil, building: Patch<AEDName> = .keep, floor: Patch<AEDFloor> = .keep,
      words: Patch<AEDLocation> = .keep, german: Patch<AEDLocation> = .keep, hours: Patch<AEDHours> = .keep,
      position: Patch<AEDPosition> = .keep, checked: Patch<CivilDate> = .keep, keeper: Patch<AEDName> = .keep
    ) {
      self.id = id
      self.version = version
      self.building = building
      self.floor = floor
      self.words = words
      self.german = german
      self.hours = hours
      self.position = position
      self.checked = checked
      self.keeper = keeper
    }
  }

  /// Deletes an AED. It also succeeds for one that does not exist.
  package struct DeleteAED: Request {
    package typealias Reply = Empty
    package static let subject = "guide.aed.delete"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/admin/aeds/{id}", status: 204)
    package static let summary = "Delete an AED from the list."
    package let id: AEDID

    package init(id: AEDID) {
      self.id = id
    }
  }

  /// Adds the AEDs of a file from OpenStreetMap: GeoJSON or Overpass JSON, whose objects have the tag
  /// `emergency=defibrillator`. The same object again updates its AED.
  package struct ImportAEDs: Request {
    package typealias Reply = ImportedAEDs
    package static let subject = "guide.aed.import"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let bodyLimit = 3 * 1024 * 1024
    package static let deadline = Duration.seconds(20)
    package static let maxPerHour: Int? = 120
    package static let route: HTTPRoute? = HTTPRoute(.post, "/v1/admin/aeds/imports")
    package static let faults = [FaultCode.aedFileBad, .aedFileLong, .tooManyAEDs]
    package static let summary = "Import AEDs from OpenStreetMap."
    package let file: AEDFile
    /// True returns what would happen and changes nothing.
    package let dryRun: Bool?

    package init(file: AEDFile, dryRun: Bool? = nil) {
      self.file = file
      self.dryRun = dryRun
    }
  }

  /// The result of an import: each AED of the file is counted once.
  package struct ImportedAEDs: Codable, Hashable, Sendable {
    /// The number of AEDs in the file.
    package let rows: Int
    /// The number of new AEDs.
    package let added: Int
    /// The number of AEDs that the file changed.
    package let changed: Int
    /// The number of AEDs that were the same before.
    package let already: Int
    /// The number of rows whose object an earlier row has.
    package let duplicates: Int
    /// The number of rows that were left out; `problems` says why.
    package let refused: Int
    /// The number of other objects in the file.
    package let others: Int
    /// The reasons in the order of the rows; the first 100.
    package let problems: [AEDProblem]

    package init(
      rows: Int, added: Int, changed: Int, already: Int, duplicates: Int, refused: Int, others: Int,
      problems: [AEDProblem]
    ) {
      self.rows = rows
      self.added = added
      self.changed = changed
      self.already = already
      self.duplicates = duplicates
      self.refused = refused
      self.others = others
      self.problems = problems
    }
  }

  /// An AED of a file that was not imported.
  package struct AEDProblem: Codable, Hashable, Sendable {
    /// The number of the object in the file, from 1.
    package let row: Int
    /// The object of OpenStreetMap, if the file names it.
    package let osm: OSMName?
    /// The stable code of the problem.
    package let code: String
    /// The problem in one sentence for people.
    package let message: String

    package init(row: Int, osm: OSMName?, code: String, message: String) {
      self.row = row
      self.osm = osm
      self.code = code
      self.message = message
    }
  }
}

/// The building or the keeper of an AED, 1 to 120 characters.
package struct AEDName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Main Hall"
}

/// The floor of an AED, 1 to 40 characters.
package struct AEDFloor: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 40
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "2"
}

/// The place of an AED in words, 1 to 300 characters.
package struct AEDLocation: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Behind the porter's desk"
}

/// The hours of an AED, 1 to 200 characters.
package struct AEDHours: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Mo-Fr 08:00-20:00"
}

/// The text of a file with AEDs, which the program reads.
package struct AEDFile: CheckedText {
  package let text: String
  package static let bad = FaultCode.aedFileLarge
  package static let sampleText =
    #"{"elements":[{"type":"node","id":1,"lat":37.87,"lon":-122.26,"tags":{"emergency":"defibrillator"}}]}"#
  /// The maximum size in UTF-8: 1 MiB.
  package static let maxBytes = 1 << 20
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard input.utf8.count <= AEDFile.maxBytes else { return nil }
    text = input
  }

  package static var schema: JSONValue { ["type": "string", "maxLength": .int(Int64(maxBytes))] }
}

/// The name of an object of OpenStreetMap: `node/123`, `way/123` or `relation/123`.
package struct OSMName: CheckedText {
  package let text: String
  package static let bad = FaultCode.osmNameBad
  package static let sampleText = "node/4711"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let parts = input.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, ["node", "way", "relation"].contains(parts[0]),
      (1...19).contains(parts[1].utf8.count), parts[1].utf8.first != UInt8(ascii: "0"),
      parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    text = input
  }

  package static var schema: JSONValue {
    ["type": "string", "pattern": "^(node|way|relation)/[1-9][0-9]{0,18}$"]
  }
}

extension FaultCode {
  package static let aedPlaceMissing = FaultCode(
    .invalidArgument, "aed_place_missing", "Enter the building, a place in words, or a position.")
  package static let tooManyAEDs = FaultCode(
    .failedPrecondition, "too_many_aeds", "This site has reached the limit of 500 AEDs.")
  package static let aedFileLarge = FaultCode(
    .invalidArgument, "aed_file_large", "This file is too large. The limit is 1 MB.")
  package static let aedFileBad = FaultCode(
    .invalidArgument, "aed_file_bad",
    "This isn't a list of AEDs. Choose a GeoJSON or Overpass JSON file from OpenStreetMap.")
  package static let aedFileLong = FaultCode(
    .invalidArgument, "aed_file_long", "This file has more than 500 AEDs. Choose a smaller area.")
  package static let osmNameBad = FaultCode(
    .invalidArgument, "osm_name_bad", "This AED has no OpenStreetMap id. Add it by hand.")
}
