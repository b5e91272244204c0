import Crypto
import Schema
import Testing

@testable import attendance

@Suite("A code is accepted for 30 seconds from its first, a ticket for two minutes, and no forged one ever")
struct RotatingCodeTests {
  private let secret = Array(UInt8(0)..<32)
  /// The beginning of a step.
  private let start = Instant(milliseconds: 1_788_264_000_000)

  private func at(_ milliseconds: Int64) -> Instant { start.advanced(by: .milliseconds(milliseconds)) }

  private func code(at milliseconds: Int64) throws -> CheckInCode {
    try #require(CheckInCode(RotatingCode.code(secret, step: RotatingCode.step(at: at(milliseconds)))))
  }

  @Test("the codes of a known key, as Python's hmac and base64 compute them")
  func vectors() {
    #expect(RotatingCode.step(at: start) == 119_217_600)
    #expect(RotatingCode.code(secret, step: 119_217_600) == "FG5L3ST3")
    #expect(RotatingCode.code(secret, step: 0) == "T4GNTOKA")
    #expect(RotatingCode.code(secret, step: -1) == "KHQXSPVO")
    #expect(RotatingCode.shown("K7QMX2AB") == "K7QM-X2AB")
  }

  @Test("steps of 15 s, before 1970, too, and to the ends of time")
  func steps() {
    for (milliseconds, step) in [(0, 0), (14_999, 0), (15_000, 1), (-1, -1), (-15_000, -1), (-15_001, -2)] {
      #expect(RotatingCode.step(at: Instant(milliseconds: Int64(milliseconds))) == Int64(step))
    }
    #expect(RotatingCode.start(of: 119_217_600) == start)
    #expect(RotatingCode.start(of: .max) > start && RotatingCode.start(of: .min) < start)
  }

  @Test(
    "of its step and the next",
    arguments: [(-1, false), (0, true), (14_999, true), (29_999, true), (30_000, false)])
  func lifetime(after milliseconds: Int64, isAccepted: Bool) throws {
    #expect(RotatingCode.accepts(try code(at: 0), secret, at: at(milliseconds)) == isAccepted)
  }

  @Test("as people type it; not of another check-in, and not a guess")
  func typed() throws {
    let shown = RotatingCode.shown(try code(at: 0).text)
    let typed = try #require(CheckInCode(" \(shown.lowercased()) "))
    #expect(RotatingCode.accepts(typed, secret, at: start))
    #expect(!RotatingCode.accepts(typed, Secrets.randomBytes(32), at: start))
    #expect(!RotatingCode.accepts(try #require(CheckInCode("AAAAAAAA")), secret, at: start))
  }

  @Test(
    "a ticket lasts two minutes, for its check-in alone",
    arguments: [(0, true), (119_999, true), (120_000, false)])
  func ticket(after milliseconds: Int64, isValid: Bool) {
    let id = CheckInID.random()
    let (ticket, until) = RotatingCode.ticket(for: id, secret, at: start)
    #expect(until == at(120_000) && CheckInTicket(ticket.text) == ticket)
    #expect(
      RotatingCode.check(ticket, for: id, secret, at: at(milliseconds)) == (isValid ? .valid : .expired))
    #expect(RotatingCode.check(ticket, for: .random(), secret, at: start) == .wrong)
    #expect(RotatingCode.check(ticket, for: id, Secrets.randomBytes(32), at: start) == .wrong)
  }

  @Test("two tickets of one moment differ: each is for one person")
  func twoTickets() {
    let id = CheckInID.random()
    #expect(
      RotatingCode.ticket(for: id, secret, at: start).ticket
        != RotatingCode.ticket(for: id, secret, at: start).ticket)
  }

  @Test("a ticket with any bit changed, cut or made longer is wrong")
  func forged() throws {
    let id = CheckInID.random()
    let bytes = try #require(Base64URL.decode(RotatingCode.ticket(for: id, secret, at: start).ticket.text))
    #expect(bytes.count == 40)
    for bit in 0..<bytes.count * 8 {
      var forged = bytes
      forged[bit / 8] ^= 1 << UInt8(bit % 8)
      let ticket = CheckInTicket(checked: Base64URL.encode(forged))
      #expect(RotatingCode.check(ticket, for: id, secret, at: start) == .wrong)
    }
    for other in [Array(bytes.dropLast()), bytes + [0], [UInt8](repeating: 0, count: 40)] {
      let ticket = CheckInTicket(checked: Base64URL.encode(other))
      #expect(RotatingCode.check(ticket, for: id, secret, at: start) == .wrong)
    }
    #expect(RotatingCode.check(CheckInTicket(checked: "====="), for: id, secret, at: start) == .wrong)
  }
}
