package import Terminal

/// The problems of a tool's declarations: names that are not unique, missing words, and what completion or
/// the manual leave out.
package func problems(of tool: any Tool.Type) -> [String] {
  var problems: [String] = []
  let names = tool.commands.map { $0.name }
  if Set(names).count != names.count { problems.append("two commands of \(tool.name) have one name") }
  for command in tool.commands {
    let name = "\(tool.name) \(command.name)"
    let verbs = command.verbs
    if verbs.isEmpty || command.summary.isEmpty { problems.append("\(name) has no verb or no summary") }
    if Set(verbs.map(\.name)).count != verbs.count { problems.append("two verbs of \(name) have one name") }
    if verbs.count > 1, verbs.contains(where: { $0.name.isEmpty }) { problems.append("\(name) \"\"") }
    for verb in verbs {
      if verb.summary.isEmpty { problems.append("\(name) \(verb.name) has no summary") }
      let options = verb.options.map(\.name)
      if Set(options).count != options.count { problems.append("\(name) \(verb.name) repeats an option") }
    }
  }
  let scripts = Completion.Shell.allCases.map { Completion(tool).script($0) }
  let manual = Manual(tool).pages.map { $0.text }.joined().filter { $0 != "\\" }
  for command in tool.commands {
    for verb in command.verbs {
      for word in [command.name] + verb.words + verb.options.map(\.name) {
        if scripts.contains(where: { !$0.contains(word) }) { problems.append("\(word) is not completed") }
        if !manual.contains(word) { problems.append("\(word) is not in the manual") }
      }
    }
  }
  return problems
}
