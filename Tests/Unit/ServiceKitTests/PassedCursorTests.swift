import Schema
@testable import ServiceKit
import Store
import TestSupport
import Testing

@Suite("The stored cursor follows events that nobody hears once a second, not batch by batch")
struct PassedCursorTests {
  private static func cursor(_ seq: Int64) -> StreamCursor {
    StreamCursor(epoch: RawUUID(high: 1, low: 2), seq: seq)
  }

  @Test("the first is stored at once, the next when its time has come")
  func interval() async throws {
    let passed = PassedCursor()
    #expect(passed.due() == nil)
    passed.move(to: Self.cursor(1))
    #expect(passed.due() == Self.cursor(1))
    passed.written(Self.cursor(1))
    passed.move(to: Self.cursor(2))
    passed.move(to: Self.cursor(3))
    #expect(passed.due() == nil)
    var due: StreamCursor?
    try await waitUntil("its time has come") {
      due = passed.due()
      return due != nil
    }
    #expect(due == Self.cursor(3))
  }

  @Test("it never moves the stored cursor back behind an event that was applied")
  func forgotten() {
    let passed = PassedCursor()
    passed.move(to: Self.cursor(1))
    passed.forget()
    #expect(passed.due() == nil)
  }

  @Test("what passed while it was being stored is not lost")
  func overtaken() {
    let passed = PassedCursor()
    passed.move(to: Self.cursor(1))
    passed.move(to: Self.cursor(2))
    passed.written(Self.cursor(1))
    passed.forget()
    passed.move(to: Self.cursor(3))
    passed.written(Self.cursor(2))
    #expect(passed.due() == nil)
  }
}
