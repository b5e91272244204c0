/// Readiness: how many people of a course or a room are trained. Only people count who have chosen to.
extension Guide {
  static let readinessRequests: [any Request.Type] = [
    GetCourseReadiness.self, GetRoomReadiness.self,
  ]

  /// The least number of counted people from which a course has figures, so that they tell of nobody.
  package static let minCounted = 5

  /// The number of trained people among those who have chosen to be counted.
  package struct Readiness: Codable, Hashable, Sendable {
    /// True if too few people are counted to show figures.
    package let isTooFew: Bool
    /// The number of people who are counted; absent if they are too few.
    package let counted: Int?
    /// The number of them who have passed the quiz within a year; absent if too few are counted.
    package let trained: Int?

    package init(isTooFew: Bool, counted: Int?, trained: Int?) {
      self.isTooFew = isTooFew
      self.counted = counted
      self.trained = trained
    }
  }

  /// Returns the figures of a course to the people on its roster and to administrators.
  package struct GetCourseReadiness: Request {
    package typealias Reply = Readiness
    package static let subject = "guide.readiness.course"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/courses/{id}/first-aid")
    package static let faults = [FaultCode.notFound]
    package static let summary = "Count the people of a course who know first aid."
    package let id: CourseID

    package init(id: CourseID) {
      self.id = id
    }
  }

  /// Returns the figures of the person's own room.
  package struct GetRoomReadiness: Request {
    package typealias Reply = Readiness
    package static let subject = "guide.readiness.room"
    package static let route: HTTPRoute? = HTTPRoute(.get, "/v1/room/first-aid")
    package static let faults = [FaultCode.noRoom]
    package static let summary = "Count the people of your room who know first aid."

    package init() {}
  }
}
