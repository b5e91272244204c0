import Fetch
import Schema
import Testing

@testable import notifier

@Suite("A delivery is tried six times, ever later, and ends for a reason")
struct DeliveryRuleTests {
  @Test("0 s, 10 s, 1 min, 5 min, 30 min, 2 h, each within a fifth")
  func waits() {
    let day = Duration.seconds(24 * 3600)
    for (attempts, seconds) in [(1, 10), (2, 60), (3, 300), (4, 1800), (5, 7200)] {
      let full = Duration.seconds(seconds)
      for (random, factor) in [(0.0, 0.8), (0.5, 1.0), (1.0, 1.2)] {
        let step = DeliveryStep(
          .again(reason: "unreachable"), attempts: attempts, left: day, random: random)
        guard case .again("unreachable", let wait) = step else {
          Issue.record("\(attempts): \(step)")
          continue
        }
        #expect(abs((wait - full * factor) / .milliseconds(1)) < 1)
      }
    }
    let last = DeliveryStep(.again(reason: "refused 500"), attempts: 6, left: day, random: 0.5)
    #expect(last == .dead(reason: "refused 500"))
  }

  @Test(
    "a receiver that says when is believed, between a second and six hours",
    arguments: [
      (0, 1), (1, 1), (120, 120), (1_000_000, 6 * 3600),
    ])
  func asked(seconds: Int, expected: Int) {
    let outcome = DeliveryOutcome.again(reason: "refused 429", after: .seconds(seconds))
    let step = DeliveryStep(outcome, attempts: 3, left: .seconds(1_000_000), random: 0)
    #expect(step == .again(reason: "refused 429", wait: .seconds(expected)))
    guard case .again(_, let wait) = DeliveryStep(outcome, attempts: 3, left: .seconds(1_000_000), random: 1)
    else { return }
    // Never sooner than asked for.
    #expect(wait > .seconds(expected) && wait <= .seconds(expected) * 1.21)
  }

  @Test("what would come too late is not tried again, and says so")
  func expiry() {
    let outcome = DeliveryOutcome.again(reason: "timed out")
    #expect(DeliveryStep(outcome, attempts: 5, left: .seconds(7199), random: 0.5) == .expired)
    #expect(DeliveryStep(outcome, attempts: 1, left: .zero, random: 0.5) == .expired)
    #expect(DeliveryStep(.delivered, attempts: 1, left: .zero, random: 0.5) == .delivered)
  }

  @Test("final answers are final at the first try")
  func final() {
    #expect(DeliveryStep(.gone, attempts: 1, left: .seconds(1), random: 0) == .gone)
    #expect(
      DeliveryStep(.dead(reason: "refused 413"), attempts: 1, left: .seconds(1), random: 0)
        == .dead(reason: "refused 413"))
  }

  @Test(
    "a status means",
    arguments: [
      (200, nil, .delivered), (201, nil, .delivered), (204, nil, .delivered),
      (302, nil, .dead(reason: "refused 302")), (400, nil, .dead(reason: "refused 400")),
      (413, nil, .dead(reason: "refused 413")),
      (408, nil, .again(reason: "refused 408")),
      (429, "7", .again(reason: "refused 429", after: .seconds(7))),
      (429, "Wed, 21 Oct 2026 07:28:00 GMT", .again(reason: "refused 429")),
      (429, "-1", .again(reason: "refused 429")),
      (429, "99999999999999999999", .again(reason: "refused 429")),
      (500, nil, .again(reason: "refused 500")),
      (503, "120", .again(reason: "refused 503", after: .seconds(120))),
    ] as [(Int, String?, DeliveryOutcome)])
  func statuses(status: Int, retryAfter: String?, outcome: DeliveryOutcome) {
    #expect(DeliveryOutcome(status: status, retryAfter: retryAfter) == outcome)
  }

  @Test("a mail's answer means")
  func mails() {
    #expect(EmailDelivery.meaning(of: .refused(code: 550, text: "ada@x")) == .dead(reason: "refused 550"))
    #expect(EmailDelivery.meaning(of: .deferred(code: 451, text: "ada@x")) == .again(reason: "put off 451"))
    #expect(EmailDelivery.meaning(of: .deferred(code: nil, text: "x")) == .again(reason: "no answer"))
    #expect(EmailDelivery.meaning(of: .invalid("x")) == .dead(reason: "not sendable"))
  }
}

@Suite("A silent receiver holds up nobody else")
struct DeliverySlotTests {
  private func row(
    _ kind: Notifier.ChannelKind, _ host: String, channel: ChannelID = .random()
  ) -> DeliveryRow {
    DeliveryRow(
      id: .random(), channel: channel, person: .random(), notice: .random(), digestAt: nil, kind: kind,
      host: host, attempts: 0, expires: Instant(milliseconds: 1), planned: Instant(milliseconds: 0))
  }

  @Test("each channel has one try at a time")
  func channels() {
    let channel = ChannelID.random()
    let first = row(.push, "a.example", channel: channel)
    let second = row(.push, "a.example", channel: channel)
    #expect(DeliverySlots(.push, []).fitting([first, second]) == [first])
    #expect(DeliverySlots(.push, [first]).fitting([second]) == [])
  }

  @Test("a host of a person's own gets two places of eight")
  func hosts() {
    let slow = (0..<5).map { _ in row(.webhook, "slow.example") }
    let other = row(.webhook, "other.example")
    #expect(DeliverySlots(.webhook, []).fitting(slow + [other]) == [slow[0], slow[1], other])
    let places = DeliverySlots(.webhook, Array(slow.prefix(2)))
    #expect(places.fullHosts == ["slow.example"])
    #expect(places.fitting([slow[2], other]) == [other])
  }

  @Test("a kind has so many places and no more", arguments: Notifier.ChannelKind.allCases)
  func kinds(kind: Notifier.ChannelKind) {
    let rows = (0..<kind.places + 9).map { row(kind, "h\($0).example") }
    let fitting = DeliverySlots(kind, []).fitting(rows)
    #expect(fitting == Array(rows.prefix(kind.places)))
    #expect(DeliverySlots(kind, fitting).free == 0)
    #expect(DeliverySlots(kind, fitting).fitting(rows) == [])
  }

  @Test("a host gets a few attempts at first, more with each message that it takes, half after a failure")
  func ramp() {
    let rows = (0..<200).map { _ in row(.push, "push.example") }
    let begin = ContinuousClock.now
    var ramp = HostRamp()
    func fitting(at now: ContinuousClock.Instant) -> Int {
      DeliverySlots(.push, [], limits: ramp.limits(at: now)).fitting(rows).count
    }
    #expect(fitting(at: begin) == HostRamp.first)
    for _ in 0..<100 { ramp.note(.delivered, of: "push.example", most: 64, at: begin) }
    #expect(fitting(at: begin) == 64)
    ramp.note(.again(reason: "timed out"), of: "push.example", most: 64, at: begin)
    #expect(fitting(at: begin) == 32)
    // A message that it refuses for good was an answer, too.
    ramp.note(.gone, of: "push.example", most: 64, at: begin)
    #expect(fitting(at: begin) == 33)
    for _ in 0..<9 { ramp.note(.again(reason: "timed out"), of: "push.example", most: 64, at: begin) }
    #expect(fitting(at: begin) == 1)
    #expect(fitting(at: begin + HostRamp.memory) == HostRamp.first)
    #expect(ramp.limits(at: begin)["other.example"] == nil)
  }

  @Test("a ramp lets no host of a person's own have more than its two places")
  func slowRamp() {
    let rows = (0..<9).map { _ in row(.webhook, "slow.example") }
    var ramp = HostRamp()
    for _ in 0..<20 { ramp.note(.delivered, of: "slow.example", most: 2, at: .now) }
    #expect(DeliverySlots(.webhook, [], limits: ramp.limits(at: .now)).fitting(rows).count == 2)
  }
}
