import Fetch
import Schema
import ServiceKit
import Store

/// Attempts due deliveries. Each kind of channel has slots of its own, each channel one attempt at a time and
/// each host a few, so that a receiver that does not respond delays nobody else.
struct DeliveryLoop: Sendable {
  let context: ServiceContext
  let desk: ChannelDesk
  let ways: DeliveryWays
  private let underWay = UnderWay()

  /// The interval between reads of the table while attempts are running, because one that ends frees a slot.
  static let look = Duration.milliseconds(20)
  /// The interval otherwise. A new delivery is noticed at once.
  static let rest = Duration.seconds(1)
  /// The interval between looks for leases that have ended.
  static let leaseLook = DeliveryRule.lease / 4
  /// The pause after a failure of the store.
  static let retry = Duration.seconds(1)
  /// Rows of each kind in one read.
  static let window = 64

  init(context: ServiceContext, desk: ChannelDesk) async throws {
    self.context = context
    self.desk = desk
    ways = try await DeliveryWays(context: context, desk: desk)
  }

  func run() async throws {
    // The store admits one program at a time: whoever held a lease before is gone.
    let end = SiteClock.system.advanced(by: DeliveryRule.lease)
    try await untilDone { try await context.store.write { try $0.takeBackLeased(endedBy: end) } }
    await withDiscardingTaskGroup { group in
      var nextLook = ContinuousClock.now + DeliveryLoop.leaseLook
      while !Task.isCancelled {
        let (seen, now) = (context.commits.count, context.clock.now)
        var wait = DeliveryLoop.rest
        do {
          if nextLook <= .now {
            try await takeBackEnded()
            nextLook = .now + DeliveryLoop.leaseLook
          }
          for kind in Notifier.ChannelKind.allCases {
            for leased in try await take(kind) {
              group.addTask {
                let outcome = await deliver(leased)
                underWay.end(leased.delivery, outcome)
              }
            }
          }
          if !underWay.isEmpty { wait = DeliveryLoop.look }
        } catch is CancellationError { return } catch {
          context.log(.error, "deliveries: \(error)")
          wait = DeliveryLoop.retry
        }
        do { try await context.commits.wait(after: seen, for: wait, on: context.clock, since: now) } catch {
          return
        }
      }
    }
  }

  private func takeBackEnded() async throws {
    let system = SiteClock.system
    guard try await context.store.read({ try $0.hasEndedLeases(at: system) }) else { return }
    try await context.store.write { try $0.takeBackLeased(endedBy: system) }
  }

  /// Leases due deliveries for the free slots.
  private func take(_ kind: Notifier.ChannelKind) async throws -> [LeasedDelivery] {
    let due = try await due(kind)
    guard !due.isEmpty else { return [] }
    let (call, owner, system) = (context.ownCall(), context.instance, SiteClock.system)
    let leased = try await context.store.write { db in
      try due.compactMap { try db.lease($0, to: owner, system: system, call) }
    }
    for one in leased { underWay.begin(one.delivery) }
    return leased
  }

  private func due(_ kind: Notifier.ChannelKind) async throws -> [DeliveryRow] {
    let places = underWay.places(of: kind)
    guard places.free > 0 else { return [] }
    let (now, system) = (context.clock.now, SiteClock.system)
    let rows = try await context.store.read { db in
      try db.dueDeliveries(
        kind, now: now, system: system, withoutHosts: places.fullHosts, limit: DeliveryLoop.window)
    }
    return places.fitting(rows)
  }

  private func deliver(_ leased: LeasedDelivery) async -> DeliveryOutcome {
    let now = context.clock.now
    let left = leased.delivery.expires.since(now)
    let message = OutgoingMessage(leased, desk.settings, now: now)
    let outcome: DeliveryOutcome
    do {
      outcome = try await ways.deliver(message, by: leased.channel, left: left)
    } catch {
      outcome = .again(reason: "busy")
    }
    // After a stop, the row stays leased and the message is sent again at the next start.
    if Task.isCancelled { return outcome }
    let step = DeliveryStep(
      outcome, attempts: leased.delivery.attempts, left: left, random: .random(in: 0..<1))
    do { try await untilDone { try await settle(leased, outcome, step) } } catch { return outcome }
    return outcome
  }

  private func settle(
    _ leased: LeasedDelivery, _ outcome: DeliveryOutcome, _ step: DeliveryStep
  ) async throws {
    let call = context.ownCall()
    let system = SiteClock.system
    if case .again(let reason, let wait) = step {
      context.log(
        .warning, "delivery \(leased.delivery.id): \(reason), again in \(wait.components.seconds) s")
    } else if step != .delivered {
      context.log(.warning, "delivery \(leased.delivery.id): \(step)")
    }
    try await context.store.write { db in
      try db.settle(leased, step, system: system, call)
      if case .again(_, let wait) = step, case .again(_, .some) = outcome {
        try db.hold(leased.channel.id, until: system.advanced(by: wait))
      }
    }
  }

  /// Repeats the work while the store is full or busy, because the row of a delivery has to record its
  /// outcome.
  /// - Throws: `CancellationError`.
  private func untilDone(_ work: @Sendable () async throws -> Void) async throws {
    while true {
      do { return try await work() } catch {
        try Task.checkCancellation()
        context.log(.error, "deliveries: \(error)")
      }
      try await Task.sleep(for: DeliveryLoop.retry)
    }
  }
}

/// The adapters, one for each kind of channel.
struct DeliveryWays: Sendable {
  private let push: WebPushDelivery
  private let ntfy: NtfyDelivery
  private let gotify: GotifyDelivery
  private let webhook: WebhookDelivery
  private let email: EmailDelivery?

  init(context: ServiceContext, desk: ChannelDesk) async throws {
    let client = try FetchClient.start()
    push = try WebPushDelivery(
      client: client, policy: desk.policy.keepingConnections, log: context.log,
      key: try await desk.pushKey.key(in: context.store),
      contact: desk.settings.contact)
    ntfy = NtfyDelivery(client: client, policy: desk.policy)
    gotify = GotifyDelivery(client: client, policy: desk.policy)
    webhook = WebhookDelivery(client: client, policy: desk.policy)
    email = try desk.settings.mail.map { server in
      EmailDelivery(
        context: context, client: try SMTPClient.start(server, threads: Notifier.ChannelKind.email.places),
        sender: server.sender, settings: desk.settings)
    }
  }

  func deliver(
    _ message: OutgoingMessage, by channel: ChannelRow, left: Duration
  ) async throws -> DeliveryOutcome {
    switch channel.kind {
    case .push: await push.deliver(message, to: channel, left: left)
    case .ntfy: await ntfy.deliver(message, to: channel)
    case .gotify: await gotify.deliver(message, to: channel)
    case .webhook: await webhook.deliver(message, to: channel)
    case .email: try await email?.deliver(message, to: channel) ?? .dead(reason: "no mail")
    }
  }
}

extension Notifier.ChannelKind {
  /// The limit on concurrent attempts of a kind.
  var places: Int {
    switch self {
    case .push: 192
    case .email: 4
    case .ntfy, .gotify, .webhook: 8
    }
  }

  /// The limit on concurrent attempts to one host. Push services are few and responsive: with 0.1 s a push,
  /// four of them take 12,000 in 10 s. A person's own server may be slow on purpose.
  var placesOfHost: Int {
    switch self {
    case .push: 64
    case .email: 4
    case .ntfy, .gotify, .webhook: 2
    }
  }
}
