import Schema
import Testing

@testable import Bus

@Suite("The rules of calling are kept without a socket")
struct CallingRuleTests {
  @Test("an address is filled from its template, and a program may have places of its own")
  func addresses() {
    let roomhub = ProgramName("roomhub")
    let fetcher = ProgramName("media-fetcher")
    let local = BusAddress(run: "/run/q")
    #expect(local.requests(roomhub) == [.fixed("ipc:///run/q/roomhub.q")])
    #expect(local.events(roomhub) == [.fixed("ipc:///run/q/roomhub.e")])
    #expect(local.bindingOfEvents(roomhub) == "ipc:///run/q/roomhub.e" && local.saysWhatToBind(roomhub))
    let settings = [
      "BUS_ADDRESS": "tcp://{program}:{asks|tells}",
      "BUS_MEDIA_FETCHER": "one, ipc://{run}/two.{q|e},10.0.0.1",
      "BUS_EMPTY": "",
    ]
    let far = BusAddress(environment: settings, run: "/run/q")
    #expect(far.requests(roomhub) == [.named(host: "roomhub", port: "asks")])
    #expect(
      far.bindingOfRequests(roomhub) == "tcp://*:asks" && far.bindingOfEvents(roomhub) == "tcp://*:tells")
    #expect(
      far.requests(fetcher) == [
        .named(host: "one", port: "asks"), .fixed("ipc:///run/q/two.q"), .fixed("tcp://10.0.0.1:asks"),
      ])
    #expect(!far.saysWhatToBind(fetcher))
    let own = BusAddress(
      environment: settings.merging(["BUS_BIND": "ipc://{run}/two.{q|e}"]) { $1 }, run: "/r")
    #expect(own.saysWhatToBind(fetcher) && own.bindingOfRequests(fetcher) == "ipc:///r/two.q")
    #expect(
      own.events(fetcher) == [
        .named(host: "one", port: "tells"), .fixed("ipc:///r/two.e"), .fixed("tcp://10.0.0.1:tells"),
      ])
  }

  @Test("an operator reaches each instance by itself, and one that is alone as everybody does")
  func instances() {
    let fetcher = ProgramName("media-fetcher")
    let settings = [
      "BUS_ADDRESS": "tcp://{program}:{5501|5502}",
      "BUS_MEDIA_FETCHER": "10.0.0.1,ipc://{run}/two.{q|e},no..host",
    ]
    let address = BusAddress(environment: settings, run: "/run/q")
    #expect(
      address.instances(of: fetcher).map { $0.requests(fetcher) } == [
        [.fixed("tcp://10.0.0.1:5501")], [.fixed("ipc:///run/q/two.q")],
      ])
    let alone = BusAddress(run: "/run/q").instances(of: fetcher)
    #expect(alone.map { $0.requests(fetcher) } == [[.fixed("ipc:///run/q/media-fetcher.q")]])
    #expect(
      address.texts(of: fetcher) == [
        "tcp://10.0.0.1:5501", "ipc:///run/q/two.q", "tcp://no..host:5501",
        "tcp://10.0.0.1:5502", "ipc:///run/q/two.e", "tcp://no..host:5502",
      ])
  }

  @Test("the system knows localhost, and says so when it knows nothing")
  func names() {
    #expect(HostNames.addresses(of: "localhost")?.contains("127.0.0.1") == true)
    #expect(HostNames.addresses(of: "a..b") == nil)
  }

  @Test("a breaker opens after 5 failures in a row, or when most of 20 calls within 10 s fail")
  func breaker() {
    let now = ContinuousClock.now
    var breaker = Breaker()
    #expect(fail(&breaker, 4, second: 1, now) == [])
    breaker.succeeded(second: 1)
    #expect(fail(&breaker, 4, second: 2, now) == [] && !breaker.isOpen)
    #expect(fail(&breaker, 1, second: 2, now) == [1])
    #expect(breaker.isOpen && breaker.nextProbe == now.advanced(by: .seconds(1)))
    for seconds in [2, 4, 5, 5] {
      breaker.probed(at: now)
      #expect(breaker.nextProbe == now.advanced(by: .seconds(seconds)))
    }
    breaker.close()
    #expect(!breaker.isOpen)

    // Two of three fail: 19 calls are too few to say so.
    var share = Breaker()
    #expect(fail(&share, 20, second: 5, now, butEach: 3) == [20])
    // What was more than 10 s ago counts no longer.
    var old = Breaker()
    #expect(fail(&old, 19, second: 1, now, butEach: 3) == [])
    #expect(fail(&old, 1, second: 11, now) == [])
  }

  /// The failures that opened it; with `butEach` 3 each third is a success.
  private func fail(
    _ breaker: inout Breaker, _ count: Int, second: Int, _ now: ContinuousClock.Instant,
    butEach third: Int = .max
  ) -> [Int] {
    var opened: [Int] = []
    for number in 1...count {
      if number % third == 0 {
        breaker.succeeded(second: second)
      } else if breaker.failed(second: second, at: now) {
        opened.append(number)
      }
    }
    return opened
  }

  @Test("a budget allows 49 retries at once, and ten answers earn another")
  func budget() {
    var budget = RetryBudget()
    var retries = 0
    for _ in 0..<200 {
      budget.spend()
      if budget.allowsRetry { retries += 1 }
    }
    #expect(retries == 49 && budget.tokens == 0)
    for _ in 0..<501 { budget.earn() }
    #expect(budget.allowsRetry)
    for _ in 0..<10_000 { budget.earn() }
    #expect(budget.tokens == RetryBudget.maxCount)
  }

  @Test("a pause has full jitter: at most 50 ms, doubling, to 2 s")
  func pauses() {
    #expect(
      [0, 1, 2, 5, 6, 255].map { RetryReason.maxPause(attempt: $0) } == [50, 100, 200, 1600, 2000, 2000])
  }

  @Test("the idler of two instances is taken, and one that was tried only when there is no other")
  func choice() throws {
    let context = try Context.open()
    let now = ContinuousClock.now
    var dice = Dice(seed: 7)
    let peer = Peer(program: ProgramName("echo"), targets: [], now: now)
    for number in 1...4 {
      let link = Link(
        peer: peer, number: number, address: "\(number)", dealer: try SocketBox(Socket.open(context, 5)),
        monitor: try SocketBox(Socket.open(context, 0)))
      link.isUp = true
      peer.links.append(link)
    }
    var counts: [Int: Int] = [:]
    for _ in 0..<4000 { counts[peer.choose(avoiding: [], at: now, &dice)?.number ?? 0, default: 0] += 1 }
    #expect(counts.keys.sorted() == [1, 2, 3, 4] && counts.values.allSatisfy { (800...1200).contains($0) })
    peer.links[0].outstanding = 10
    counts = [:]
    for _ in 0..<4000 { counts[peer.choose(avoiding: [], at: now, &dice)?.number ?? 0, default: 0] += 1 }
    #expect(counts[1] == nil && counts.values.reduce(0, +) == 4000)
    #expect(peer.choose(avoiding: [2, 3, 4], at: now, &dice)?.number == 1)
    #expect(peer.choose(avoiding: [1, 2, 3, 4], at: now, &dice) != nil)
    peer.links[1].isUp = false
    peer.links[2].drainingUntil = now.advanced(by: .seconds(1))
    for _ in 0..<5 { _ = peer.links[3].breaker.failed(second: 0, at: now) }
    #expect((0..<100).allSatisfy { _ in peer.choose(avoiding: [1], at: now, &dice)?.number == 1 })
    peer.links[0].isLeaving = true
    #expect(peer.choose(avoiding: [], at: now, &dice) == nil)
    peer.links.removeAll()
  }
}
