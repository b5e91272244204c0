/// Saved places, so that a check-in needs no position of the computer it is opened on.
extension Attendance {
  /// A saved place. All staff of the site share them.
  package struct SavedSpot: Codable, Hashable, Sendable {
    package let id: SpotID
    package let name: SpotName
    package let latitude: Latitude
    package let longitude: Longitude
    /// The range that a check-in there begins with, in meters.
    package let range: CheckInRange
    /// True if the person who asks may change it.
    package let isMine: Bool

    package init(
      id: SpotID, name: SpotName, latitude: Latitude, longitude: Longitude, range: CheckInRange, isMine: Bool
    ) {
      self.id = id
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.range = range
      self.isMine = isMine
    }
  }

  /// Lists the saved places by name.
  package struct ListSpots: Request {
    package typealias Reply = Page<SavedSpot>
    package static let subject = "attendance.spot.list"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/spots")
    package static let faults = [FaultCode.notAllowed, .cursorBad]
    package static let summary = "List the saved places (staff and administrators)."
    package let cursor: Cursor?
    package let limit: PageLimit?

    package init(cursor: Cursor? = nil, limit: PageLimit? = nil) {
      self.cursor = cursor
      self.limit = limit
    }
  }

  /// Saves a place, or changes one.
  package struct SaveSpot: Request {
    package typealias Reply = SavedSpot
    package static let subject = "attendance.spot.save"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/spots/{id}")
    package static let faults = [FaultCode.notAllowed, .tooManySpots]
    package static let summary = "Save a place for check-ins (staff and administrators)."
    /// A new id, or that of the place to change.
    package let id: SpotID
    package let name: SpotName
    package let latitude: Latitude
    package let longitude: Longitude
    /// The range that a check-in there begins with; 100 feet unless given.
    package let range: CheckInRange?

    package init(
      id: SpotID, name: SpotName, latitude: Latitude, longitude: Longitude, range: CheckInRange? = nil
    ) {
      self.id = id
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.range = range
    }
  }

  package struct DeleteSpot: Request {
    package typealias Reply = Empty
    package static let subject = "attendance.spot.delete"
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.delete, "/v1/spots/{id}", status: 204)
    package static let faults = [FaultCode.notAllowed]
    package static let summary = "Delete a saved place."
    package let id: SpotID

    package init(id: SpotID) {
      self.id = id
    }
  }
}

extension FaultCode {
  package static let tooManySpots = FaultCode(
    .failedPrecondition, "too_many_spots", "This site has reached the limit of 500 saved places.")
}
