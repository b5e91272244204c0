import Bus
import Schema

/// `quad bus …`: inspects and controls the programs of a running site with the operator's key.
enum BusCommand: Command {
  static let name = "bus"
  static let summary = "look after the programs of a site: how they are, their events, their dead letters"
  static let audience = Audience.operators
  static let verbs =
    [
      Verb(
        "ls", "", "every program: ready, since when, how busy, how far behind", options: [json],
        run: BusList.list),
      Verb(
        "ping", "[PROGRAM …]", "who answers, and how fast; status 1 if one is not ready", options: [json],
        run: BusList.ping),
      Verb("info", "PROGRAM", "what it is, answers and hears", options: [json], run: BusInfo.show),
      Verb(
        "stats", "[PROGRAM]", "its counters; without a name those of all",
        options: [json, .flag("watch", "again every 2 s, with rates, until Ctrl-C")], run: BusCounters.show),
    ] + requests + streams + care

  private static let requests = [
    Verb(
      "call", "SUBJECT [JSON]", "send a request that the operator may send; prints the reply",
      options: [
        .value("program", "NAME", is: "who is asked; else the first part of SUBJECT"),
        .value("deadline", "MS", is: "milliseconds to wait, 1 to 600000; 5000 unless it is said"),
        .value("idem", "KEY", is: "an idempotency key: the same one again has no second effect"),
        .value("file", "FILE", is: "the body is in FILE; - is standard input"),
        .flag("trace", "begin a trace, and say its id on standard error"),
        .flag("json", "the reply on one line"),
      ], run: BusCall.call),
    Verb(
      "bench", "[PROGRAM]", "how many $srv.ping a second it answers, and how fast",
      options: [
        .value("concurrency", "N", is: "so many at once, 1 to \(BusBench.maxConcurrent); \(BusBench.usual)"),
        .value("seconds", "S", is: "for so long, 1 to 60; 5"),
        .value("size", "B", is: "bytes of a request, 2 to \(BusBench.maxBodyBytes); 2"), json,
      ], run: BusBench.run),
  ]

  private static let streams = [
    Verb(
      "sub", "PROGRAM", "its events, one JSON object a line, from now on",
      options: [
        .value("from", "SEQ", is: "those that are kept, from this number to the newest"),
        .flag("follow", "with --from: go on with those that come"), type,
      ], run: BusEvents.subscribe),
    Verb(
      "replay", "PROGRAM --from SEQ [--to SEQ]", "events that are kept; then it ends",
      options: [
        .value("from", "SEQ", is: "the number of the first"),
        .value("to", "SEQ", is: "the number of the last; else the newest"), type,
        .flag("json", "one JSON object a line"),
      ], run: BusEvents.replay),
  ]

  private static let care = [
    Verb(
      "dlq", "ls|show|retry|drop …", "events that a program could not apply (dead letters)",
      options: [
        .value("note", "TEXT", is: "why a letter is dropped"),
        .value(
          "state", "STATE", is: "waiting, retried or dropped", choices: ["waiting", "retried", "dropped"]),
        .flag("all", "retry every letter that waits"), json,
      ], choices: ["ls", "show", "retry", "drop"], run: BusLetters.run),
    Verb(
      "trace", "TRACE", "what one request did in every program, as a tree over time", options: [json],
      run: BusTrace.show),
    Verb(
      "drain", "PROGRAM …", "let it finish its work and start anew; waits until it is back",
      options: [
        .flag("yes", "without asking"), .flag("no-wait", "do not wait until it is back"),
      ], run: BusDrain.drain),
    Verb(
      "log", "PROGRAM|all LEVEL", "what goes into the log: debug, info, warning or error",
      options: [.value("for", "DURATION", is: "then as before; such as 10m, at most 24h")], run: BusLog.set),
    Verb(
      "doctor", "", "what is wrong with keys, sockets, programs, clocks, disk; status 1 if anything",
      options: [json], run: BusDoctor.run),
  ]

  private static let json = Option.flag("json", "one JSON object a line")
  private static let type = Option.list("type", "TYPE", "only events of this type")
  static let notes = """
    quad bus dlq ls [PROGRAM]               quad bus dlq retry PROGRAM ID …
    quad bus dlq show PROGRAM ID            quad bus dlq drop PROGRAM ID … --note TEXT

    Environment: QUAD_KEYS, QUAD_RUN, BUS_ADDRESS.
    """
}
