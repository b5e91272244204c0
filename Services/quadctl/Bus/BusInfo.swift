import Bus
import Schema
import Terminal

/// `quadctl bus info`: shows a program's information.
enum BusInfo {
  @Sendable static func show(_ arguments: Arguments) async throws {
    let program = ProgramName(try arguments.exactly("PROGRAM")[0])
    try await BusSettings().withInstances(of: [program]) { instances in
      for instance in instances {
        if arguments.has("json") {
          Output.say(json: try await instance.bus.ask(program, Control.AskInfo.subject, "{}"))
        } else {
          say(try await instance.bus.ask(program, Control.AskInfo.subject, as: Control.Info.self))
        }
      }
    }
  }

  private static func say(_ info: Control.Info) {
    Output.say(facts(info))
    guard !info.requests.isEmpty else { return }
    var table = Table([.text("REQUEST"), .left("VERSION"), .left("FORM")])
    for form in info.requests {
      table.add([StyledText(form.subject), StyledText(form.version), StyledText(form.form, .dim)])
    }
    Output.say("")
    Output.say(table)
  }

  static func facts(_ info: Control.Info) -> Facts {
    var rows: [(name: String, value: String?)] = [
      ("Program", info.program), ("Version", info.version), ("Instance", info.instance),
      ("Up", Figure.span(info.system.since(info.started))), ("Started", "\(info.started)"),
      ("Clock", info.metadata["clock"] == "test" ? "\(info.now), a test clock" : nil),
      ("Stream", info.epoch.map { "epoch \($0)" }), ("Disk free", info.dataFree.map(Figure.bytes)),
    ]
    rows += info.metadata.filter { $0.key != "clock" }.sorted { $0.key < $1.key }
      .map { ($0.key.prefix(1).uppercased() + $0.key.dropFirst(), $0.value) }
    rows += info.hears.map { ("Subscribes", "\($0.stream): \($0.types.joined(separator: ", "))") }
    return Facts(rows)
  }
}
