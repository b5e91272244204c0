import Schema
import Testing

@testable import gateway

@Suite("A picture's kept reply is not used once it may be outdated")
struct PictureRepliesTests {
  @Test(
    "an answered write ends it before its event comes, unless pictures do not depend on it",
    arguments: [
      (Events.EndLink.subject, ProgramName.events, true), (Roomhub.LeaveRoom.subject, .roomhub, true),
      (Roomhub.AddTask.subject, .roomhub, false), (Roomhub.PostMessage.subject, .roomhub, false),
      (Notifier.ReadNotice.subject, .notifier, false),
    ])
  func writes(_ subject: String, _ program: ProgramName, _ ends: Bool) throws {
    let replies = PictureReplies([.auth, .roomhub, .attendance, .events, .notifier], SentPictures())
    let key = PictureReplies.Key(person: nil, path: "/v1/shared-events/x/picture/160")
    let object = try #require(ObjectName(String(repeating: "a", count: 64)))
    let file = PictureFile(object: object, variant: .medium, crop: nil)
    for producer in PictureReplies.deciders { replies.heard(producer) }
    let before = replies.changes
    replies.keep(file, key, since: before)
    #expect(replies.reply(key) != nil)
    replies.apply(subject, of: program)
    #expect((replies.reply(key) == nil) == ends)
    // A read that began before the write is not kept after it.
    replies.keep(file, key, since: before)
    #expect((replies.reply(key) == nil) == ends)
  }
}
