import Schema
import Terminal

/// The lock of a term: nothing in its courses' attendance can change any more.
enum AdminTerms {
  @Sendable static func lock(_ visit: any SiteVisit) async throws {
    let term: CourseTerm = try visit.text("term")
    let lock = try await visit.send(Attendance.LockTerm(term: term))
    try await visit.show(lock) {
      Output.say("locked \(Plain.line(lock.term.text)): its attendance cannot change any more")
    }
  }

  @Sendable static func unlock(_ visit: any SiteVisit) async throws {
    let term: CourseTerm = try visit.text("term")
    let reply = try await visit.send(Attendance.UnlockTerm(term: term))
    try await visit.show(reply) { Output.say("unlocked \(Plain.line(term.text))") }
  }
}
