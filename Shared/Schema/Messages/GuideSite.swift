/// The site's own part of the guide: the number to call, the address to read out, the guidelines, and who has
/// reviewed a topic.
extension Guide {
  /// The site's own part of the guide.
  package struct Site: Codable, Hashable, Sendable {
    package let number: EmergencyNumber
    /// The address that a caller reads out.
    package let address: EmergencyAddress?
    package let profile: Profile
    /// The reviews of topics by qualified people. A topic without one has not been reviewed.
    package let reviews: [Review]

    package init(
      number: EmergencyNumber, address: EmergencyAddress?, profile: Profile, reviews: [Review]
    ) {
      self.number = number
      self.address = address
      self.profile = profile
      self.reviews = reviews
    }
  }

  /// A review of one version of a topic by a qualified person.
  package struct Review: Codable, Hashable, Sendable {
    /// The topic.
    package let topic: TopicName
    /// The version that was reviewed. A newer one has not been reviewed.
    package let version: Int
    /// The name of the reviewer.
    package let reviewer: ReviewerName
    /// The qualification of the reviewer.
    package let qualification: Qualification
    /// The day of the review.
    package let day: CivilDate

    package init(
      topic: TopicName, version: Int, reviewer: ReviewerName, qualification: Qualification, day: CivilDate
    ) {
      self.topic = topic
      self.version = version
      self.reviewer = reviewer
      self.qualification = qualification
      self.day = day
    }
  }

  /// Changes what the guide says about this site.
  package struct ChangeSite: Request {
    package typealias Reply = Site
    package static let subject = "guide.site.change"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.patch, "/v1/admin/guide")
    package static let summary = "Change the emergency number, the address or the guidelines."
    package let number: EmergencyNumber?
    /// The address that a caller reads out; null removes it.
    package let address: Patch<EmergencyAddress>
    package let profile: Profile?

    package init(
      number: EmergencyNumber? = nil, address: Patch<EmergencyAddress> = .keep, profile: Profile? = nil
    ) {
      self.number = number
      self.address = address
      self.profile = profile
    }
  }

  /// Records that a qualified person has reviewed a topic.
  package struct RecordReview: Request {
    package typealias Reply = Review
    package static let subject = "guide.review.record"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(.put, "/v1/admin/guide/reviews/{topic}")
    package static let faults = [FaultCode.notFound, .versionNotCurrent, .dateInFuture]
    package static let summary = "Record a review of a topic by a qualified person."
    /// The topic.
    package let topic: TopicName
    /// The version that was reviewed, which must be the present one.
    package let version: Int
    /// The name of the reviewer.
    package let reviewer: ReviewerName
    /// The qualification of the reviewer.
    package let qualification: Qualification
    /// The day of the review.
    package let day: CivilDate

    package init(
      topic: TopicName, version: Int, reviewer: ReviewerName, qualification: Qualification, day: CivilDate
    ) {
      self.topic = topic
      self.version = version
      self.reviewer = reviewer
      self.qualification = qualification
      self.day = day
    }
  }

  /// Removes the review of a topic.
  package struct RemoveReview: Request {
    package typealias Reply = Empty
    package static let subject = "guide.review.remove"
    package static let access = Access.role(.admin)
    package static let repeats = Repeats.natural
    package static let route: HTTPRoute? = HTTPRoute(
      .delete, "/v1/admin/guide/reviews/{topic}", status: 204)
    package static let faults = [FaultCode.notFound]
    package static let summary = "Remove the review of a topic."
    /// The topic.
    package let topic: TopicName

    package init(topic: TopicName) {
      self.topic = topic
    }
  }
}

/// The number to call in an emergency: 2 to 20 digits, spaces, `+`, `-`.
package struct EmergencyNumber: CheckedText {
  package let text: String
  package static let bad = FaultCode.emergencyNumberBad
  package static let sampleText = "911"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    let text = Text.trim(input)
    let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (2...20).contains(text.utf8.count), digits.count >= 2,
      text.utf8.allSatisfy({ "0123456789+- ".utf8.contains($0) })
    else { return nil }
    self.text = text
  }

  package static var schema: JSONValue {
    ["type": "string", "minLength": 2, "maxLength": 20, "pattern": "^[0-9+ -]+$"]
  }
}

/// The address that a caller reads out, 1 to 300 characters.
package struct EmergencyAddress: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 300
  package static let allowsLines = true
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Hilltop School, 12 College Road, Hilltop"
}

/// The name of a reviewer, 1 to 120 characters.
package struct ReviewerName: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 120
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "Dr. Jane Rivera"
}

/// The qualification of a reviewer, 1 to 200 characters.
package struct Qualification: LimitedText {
  package let text: String
  package init(checked text: String) { self.text = text }
  package static let maxLength = 200
  package static let blank = FaultCode.valueBlank
  package static let sampleText = "BLS instructor, American Heart Association"
}

/// The name of a topic in addresses: 1 to 40 lower-case letters, digits and hyphens.
package struct TopicName: CheckedText {
  package let text: String
  package static let bad = FaultCode.topicNameBad
  package static let sampleText = "training"
  package init(checked text: String) { self.text = text }

  package init?(_ input: String) {
    guard (1...40).contains(input.utf8.count),
      input.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) })
    else { return nil }
    text = input
  }

  package static var schema: JSONValue {
    ["type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[a-z0-9-]+$"]
  }
}

extension FaultCode {
  package static let emergencyNumberBad = FaultCode(
    .invalidArgument, "emergency_number_bad", "Enter a phone number like 911 or +1 555 0100.")
  package static let topicNameBad = FaultCode(
    .invalidArgument, "topic_name_bad", "Enter a name of lower-case letters, digits and hyphens.")
  package static let versionNotCurrent = FaultCode(
    .failedPrecondition, "version_not_current",
    "This topic has changed. Review the version that is shown now.")
  package static let dateInFuture = FaultCode(
    .invalidArgument, "date_in_future", "Enter a day that is not in the future.")
}
