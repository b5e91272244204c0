import GatewayClient
import Schema
import SiteCommands
import Terminal

/// The next step after a rejected request, for faults whose message does not name it.
enum EventHints {
  static let hints: [String: String] = [
    FaultCode.notFound.code: "to list the events you can see, run: quad events",
    FaultCode.noRoom.code: "join a room first: quad room join DORM NUMBER",
    FaultCode.zoneUnknown.code: "enter a time zone like --zone Europe/Berlin",
    FaultCode.rruleBad.code:
      "--repeat takes daily, weekly, monthly, yearly, or a rule like FREQ=WEEKLY;BYDAY=MO,WE",
    FaultCode.priceBad.code: "write prices the way --locale or LANG does; in English, 1,234.50",
    FaultCode.currencyFixed.code: "delete its lines first: quad events budget rm EVENT N …",
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
      hint = "it is now \(Phrases.moment(now)) on the site"
    }
    return hint.map { Failure("\(fault.forPerson)\n  \($0)", ExitStatus(fault)) }
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
