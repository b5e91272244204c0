import Bus
import Schema
import Terminal

/// `quadctl bus …`: inspects and controls the programs of a running site with the operator's key.
enum BusCommand: Command {
  static let name = "bus"
  static let summary = "Inspect and control the programs of a running site"
  static let verbs =
    [
      Verb(
        "ls", "", "List programs: state, uptime, load, and lag", options: [json],
        run: BusList.list),
      Verb(
        "ping", "[PROGRAM …]",
        "Check that programs are ready, and how fast they answer; exit status 1 if one is not",
        options: [json],
        run: BusList.ping),
      Verb(
        "info", "PROGRAM", "Show a program: version, host, requests, and subscriptions", options: [json],
        run: BusInfo.show),
      Verb(
        "stats", "[PROGRAM]", "Show counters of one program, or of all",
        options: [json, .flag("watch", "Refresh every 2 s and show rates, until Ctrl-C")],
        run: BusCounters.show),
    ] + requests + streams + care

  private static let requests = [
    Verb(
      "call", "SUBJECT [JSON]", "Send a request with the operator's key and print the reply",
      options: [
        .value("program", "NAME", is: "Program to call (default: the first part of SUBJECT)"),
        .value("deadline", "MS", is: "Milliseconds to wait, 1 to 600000 (default 5000)"),
        .value("idem", "KEY", is: "Idempotency key: repeating it has no further effect"),
        .value("file", "FILE", is: "Read the body from FILE; - is standard input"),
        .flag("trace", "Start a trace and print its id on standard error"),
        .flag("json", "Print the reply on one line"),
      ], run: BusCall.call),
    Verb(
      "bench", "[PROGRAM]", "Measure how many pings a program answers per second, and how fast",
      options: [
        .value(
          "concurrency", "N",
          is: "Requests in flight, 1 to \(BusBench.maxConcurrent) (default \(BusBench.usual))"),
        .value("seconds", "S", is: "Duration, 1 to 60 (default 5)"),
        .value("size", "B", is: "Bytes per request, 2 to \(BusBench.maxBodyBytes) (default 2)"), json,
      ], run: BusBench.run),
  ]

  private static let streams = [
    Verb(
      "sub", "PROGRAM", "Print new events of a program, one JSON object per line",
      options: [
        .value("from", "SEQ", is: "Print stored events instead, from this number to the newest"),
        .flag("follow", "With --from: continue with new events"), type,
      ], run: BusEvents.subscribe),
    Verb(
      "replay", "PROGRAM --from SEQ [--to SEQ]", "Print stored events of a program",
      options: [
        .value("from", "SEQ", is: "Number of the first event"),
        .value("to", "SEQ", is: "Number of the last event (default: the newest)"), type,
        .flag("json", "Print one JSON object per line"),
      ], run: BusEvents.replay),
  ]

  private static let care = [
    Verb(
      "dlq", "ls|show|retry|drop …", "Inspect, retry, or drop dead letters: events a program could not apply",
      options: [
        .value("note", "TEXT", is: "Reason for dropping it"),
        .value(
          "state", "STATE", is: "Show only these letters", choices: ["waiting", "retried", "dropped"]),
        .flag("all", "Retry all waiting letters"), json,
      ], choices: ["ls", "show", "retry", "drop"], run: BusLetters.run),
    Verb(
      "trace", "TRACE", "Show what a request did in every program, as a tree over time", options: [json],
      run: BusTrace.show),
    Verb(
      "drain", "PROGRAM …", "Let programs finish their work and restart; waits until they are back",
      options: [
        .flag("yes", "Drain without confirmation"), .flag("no-wait", "Do not wait until they are back"),
      ], run: BusDrain.drain),
    Verb(
      "log", "PROGRAM|all LEVEL", "Set the log level: debug, info, warning, or error",
      options: [
        .value(
          "for", "DURATION", is: "Go back to the previous level after this time, such as 10m, at most 24h")
      ], run: BusLog.set),
    Verb(
      "doctor", "", "Diagnose keys, sockets, programs, clocks, and disk; exit status 1 if anything fails",
      options: [json], run: BusDoctor.run),
  ]

  private static let json = Option.flag("json", "Print one JSON object per line")
  private static let type = Option.list("type", "TYPE", "Print only events of this type")
  static let notes = """
    quadctl bus dlq ls [PROGRAM]             quadctl bus dlq retry PROGRAM ID …
    quadctl bus dlq show PROGRAM ID          quadctl bus dlq drop PROGRAM ID … --note TEXT

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS.
    """
}
