import GatewayClient
import Schema

/// The next step after a rejected request, for faults whose message does not name it.
enum EventHints {
  static let hints: [String: String] = [
    FaultCode.notFound.code: "quad events lists those that you see",
    FaultCode.noRoom.code: "quad room join DORM NUMBER comes first",
    FaultCode.zoneUnknown.code: "--zone takes a name such as Europe/Berlin",
    FaultCode.rruleBad.code: "--repeat takes daily, weekly, monthly, yearly or such a rule",
    FaultCode.priceBad.code: "--locale de or LANG says how prices are written; English is 1,234.50",
    FaultCode.currencyFixed.code: "quad events budget rm EVENT N … empties the sheet first",
  ]

  /// Runs `body` and adds a hint to the fault of a rejected request.
  static func hinted<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch ClientError.refused(let fault) {
      throw hinted(fault) ?? fault
    }
  }

  private static func hinted(_ fault: Fault) -> Failure? {
    var hint = hints[fault.code]
    if fault.code == FaultCode.dateNotFuture.code, case .object(let members)? = fault.details,
      case .string(let text)? = members.first(where: { $0.name == "now" })?.value, let now = Instant(text)
    {
      hint = "at the site it is \(EventWords.moment(now))"
    }
    return hint.map { Failure("\(fault.forPerson)\n  \($0)", Ending(fault)) }
  }
}

extension Verb {
  /// A verb of `quad events`, whose faults come with a hint.
  static func event(
    _ name: String, _ takes: String = "", _ summary: String, options: [Option] = [], choices: [String] = [],
    run: @escaping @Sendable (Visit) async throws -> Void
  ) -> Verb {
    .person(name, takes, summary, options: options, choices: choices) { visit in
      try await EventHints.hinted { try await run(visit) }
    }
  }
}
