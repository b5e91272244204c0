import Fetch
import FoundationEssentials
import Glibc

/// Fetches URLs with the client that Quad's programs use. Standard input is one `Order` as JSON; standard
/// output has one `Outcome` for each URL, in their order, a line of JSON each. Leaves with code 2 when the
/// order makes no sense.
@main
enum FetchMany {
  struct Order: Decodable {
    let urls: [String]
    /// `configuredHost` or `guarded`.
    let policy: String
    /// The operator's exceptions to `guarded`.
    var besides: String?
    var method: String?
    var caFile: String?
    var timeout: Int?
    var maxBody: Int?
    /// The number of URLs fetched at a time.
    var atOnce: Int?
  }

  struct Outcome: Encodable {
    let url: String
    /// Nil if there was no response.
    var status: Int?
    var bytes: Int?
    var error: String?
    var milliseconds = 0
  }

  struct UnknownPolicy: Error {}

  static func main() async {
    do {
      let encoder = JSONEncoder()
      for outcome in try await outcomes() {
        say(String(decoding: try encoder.encode(outcome), as: UTF8.self))
      }
    } catch {
      say("\(error)")
      exit(2)
    }
  }

  static func outcomes() async throws -> [Outcome] {
    var input: [UInt8] = []
    while let line = readLine(strippingNewline: false) { input += Array(line.utf8) }
    let order = try JSONDecoder().decode(Order.self, from: Data(input))
    let policy: FetchPolicy =
      switch order.policy {
      case "configuredHost": .configuredHost
      case "guarded": .guarded(besides: try AllowedTargets(order.besides ?? ""))
      default: throw UnknownPolicy()
      }
    let client = try FetchClient.start(caFile: order.caFile)
    return await withTaskGroup(of: (Int, Outcome).self) { group in
      var outcomes = order.urls.map { Outcome(url: $0) }
      var next = 0
      func add() {
        guard next < order.urls.count else { return }
        let number = next
        next += 1
        group.addTask { (number, await outcome(of: order.urls[number], order, client, policy)) }
      }
      for _ in 0..<(order.atOnce ?? 64) { add() }
      for await (number, outcome) in group {
        outcomes[number] = outcome
        add()
      }
      return outcomes
    }
  }

  static func outcome(
    of url: String, _ order: Order, _ client: FetchClient, _ policy: FetchPolicy
  ) async -> Outcome {
    var outcome = Outcome(url: url)
    let began = ContinuousClock.now
    do {
      let request = FetchRequest(
        method: order.method ?? "GET", url: url, timeout: .milliseconds(order.timeout ?? 15_000),
        maxBody: order.maxBody ?? 10 * 1024 * 1024)
      let response = try await client.send(request, policy: policy)
      outcome.status = response.status
      outcome.bytes = response.body.count
    } catch { outcome.error = "\(error)" }
    outcome.milliseconds = Int((ContinuousClock.now - began) / .milliseconds(1))
    return outcome
  }

  static func say(_ line: String) {
    let line = line + "\n"
    _ = Glibc.write(STDOUT_FILENO, line, line.utf8.count)
  }
}
