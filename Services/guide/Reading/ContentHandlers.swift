import Schema
import ServiceKit
import Store

/// The guide's content, and what administrators say about it.
extension GuideService {
  func registerContent(in handlers: inout Handlers) {
    handlers.on(Guide.GetContent.self, getContent)
    handlers.on(Guide.GetVideo.self, getVideo)
    handlers.on(Guide.GetCaptions.self, getCaptions)
    handlers.on(Guide.ChangeSite.self, changeSite)
    handlers.on(Guide.RecordReview.self, recordReview)
    handlers.on(Guide.RemoveReview.self, removeReview)
  }

  func getContent(_ request: Guide.GetContent, _ call: Call) async throws -> Guide.Content {
    let site = try await call.read { db in try db.guideSite() }
    return Guide.Content(
      hash: content.hash, bundle: request.known == content.hash ? nil : content.bundle, site: site)
  }

  func getVideo(_ request: Guide.GetVideo, _ call: Call) async throws -> VideoFile {
    guard let video = content.videos[request.item.text] else { throw Fault(.notFound) }
    return video.reply
  }

  func getCaptions(_ request: Guide.GetCaptions, _ call: Call) async throws -> CaptionsFile {
    guard let captions = content.videos[request.item.text]?.captions[request.language.text] else {
      throw Fault(.notFound)
    }
    return CaptionsFile(content: captions.hash)
  }

  func changeSite(_ request: Guide.ChangeSite, _ call: Call) async throws -> EncodedReply<Guide.Site> {
    try await call.write { db in
      let old = try db.guideSite()
      try db.change(request)
      let new = try db.guideSite()
      if new != old {
        try db.audit(
          .guideChanged, of: GuideService.program.text, "\(new.number), \(new.profile.rawValue)", call)
      }
      return new
    }
  }

  /// A review counts for the version that the reviewer read.
  func recordReview(
    _ request: Guide.RecordReview, _ call: Call
  ) async throws -> EncodedReply<Guide.Review> {
    guard let topic = content.topics[request.topic.text] else { throw Fault(.notFound) }
    guard topic.version == request.version else { throw Fault(.versionNotCurrent, field: "version") }
    // A day may have begun elsewhere that has not begun in UTC.
    guard request.day.daysSince1970 <= call.now.milliseconds / GuideService.dayMs + 1 else {
      throw Fault(.dateInFuture, field: "day")
    }
    let review = Guide.Review(
      topic: request.topic, version: request.version, reviewer: request.reviewer,
      qualification: request.qualification, day: request.day)
    return try await call.write { db in
      guard try db.reviews().first(where: { $0.topic == review.topic }) != review else { return review }
      try db.store(review)
      try db.audit(
        .topicReviewed, of: review.topic.text, "\(review.reviewer), \(review.qualification)", call)
      return review
    }
  }

  func removeReview(_ request: Guide.RemoveReview, _ call: Call) async throws -> EncodedReply<Empty> {
    try await call.write { db in
      guard try db.change("DELETE FROM review WHERE topic = ?", request.topic.text) > 0 else {
        throw Fault(.notFound)
      }
      try db.audit(.reviewRemoved, of: request.topic.text, nil, call)
      return Empty()
    }
  }

  static let dayMs: Int64 = 86_400_000
}

extension Database {
  /// The number is the usual one of the guidelines' part of the world until an administrator says another.
  func guideSite() throws -> Guide.Site {
    let reviews = try reviews()
    let site = try one("SELECT number, address, profile FROM site WHERE id = 1") { row in
      let profile = try row.textOrNil("profile").flatMap { Guide.Profile(rawValue: $0) } ?? .aha2025
      return Guide.Site(
        number: EmergencyNumber(checked: try row.textOrNil("number") ?? profile.usualNumber),
        address: try row.textOrNil("address").map { EmergencyAddress(checked: $0) }, profile: profile,
        reviews: reviews)
    }
    guard let site else { throw StoreError.column(detail: "site has no row") }
    return site
  }

  func reviews() throws -> [Guide.Review] {
    try all(
      "SELECT topic, version, reviewer, qualification, day FROM review ORDER BY topic LIMIT ?",
      GuideFiles.maxTopics
    ) { row in
      Guide.Review(
        topic: TopicName(checked: try row.text("topic")), version: Int(try row.int("version")),
        reviewer: ReviewerName(checked: try row.text("reviewer")),
        qualification: Qualification(checked: try row.text("qualification")),
        day: CivilDate(daysSince1970: try row.int("day")))
    }
  }

  fileprivate func change(_ request: Guide.ChangeSite) throws {
    if let number = request.number { try run("UPDATE site SET number = ? WHERE id = 1", number.text) }
    if let profile = request.profile {
      try run("UPDATE site SET profile = ? WHERE id = 1", profile.rawValue)
    }
    switch request.address {
    case .keep: break
    case .clear: try run("UPDATE site SET address = NULL WHERE id = 1")
    case .set(let address): try run("UPDATE site SET address = ? WHERE id = 1", address.text)
    }
  }

  fileprivate func store(_ review: Guide.Review) throws {
    try run(
      """
      INSERT INTO review(topic, version, reviewer, qualification, day) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(topic) DO UPDATE SET version = excluded.version, reviewer = excluded.reviewer,
        qualification = excluded.qualification, day = excluded.day
      """,
      review.topic.text, review.version, review.reviewer.text, review.qualification.text,
      review.day.daysSince1970)
  }
}

extension Guide.Profile {
  /// The emergency number that is usual where these guidelines are.
  var usualNumber: String { self == .aha2025 ? "911" : "112" }
}
