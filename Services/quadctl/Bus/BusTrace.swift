import Bus
import JSON
import Schema
import Terminal

/// `quadctl bus trace`: the work that one request caused in every program, as a tree over time.
enum BusTrace {
  /// The maximum number of pages read from one program, more than its ring of spans holds.
  private static let maxPages = 16

  @Sendable static func show(_ arguments: Arguments) async throws {
    let trace = try id(arguments.exactly("TRACE")[0])
    let settings = try BusSettings()
    let programs = try settings.programs()
    try await settings.withInstances(of: programs) { instances in
      let answers = await instances.ask { one in
        do throws(Failure) { return try await spans(of: one.program, trace, one.bus) } catch {
          Output.note("\(one.program): \(error.problem)")
          return []
        }
      }
      let tree = SpanTree(
        zip(instances, answers).flatMap { one, spans in spans.map { (one.program.text, $0) } })
      guard !tree.rows.isEmpty else {
        throw Failure(
          "no program knows the trace \(trace)\nTraced is what asks for it (a traceparent that ends with "
            + "-01) or what QUAD_TRACE_SAMPLE takes; each program keeps its newest 4096 spans in memory.")
      }
      if arguments.has("json") {
        for row in tree.rows {
          Output.say(json: String(decoding: try JSONCoding.encode(row.line), as: UTF8.self))
        }
      } else {
        Output.say(tree.table)
      }
    }
  }

  private static func spans(
    of program: ProgramName, _ trace: String, _ bus: Node
  ) async throws(Failure) -> [Span] {
    var spans: [Span] = []
    var from: Int64 = 1
    for _ in 0..<maxPages {
      let answer = try await bus.ask(
        program, Control.AskSpans.subject, Control.AskSpans(from: from, trace: trace), as: Control.Spans.self)
      spans += answer.spans
      guard answer.spans.count == Control.AskSpans.maxCount else { break }
      from = answer.next
    }
    return spans
  }

  /// The 32 digits of a trace id, alone or within a `traceparent`.
  private static func id(_ text: String) throws(UsageError) -> String {
    let parts = text.split(separator: "-")
    let id = (parts.count == 4 ? String(parts[1]) : text).lowercased()
    guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else {
      throw UsageError("\(text): enter a trace id of 32 hexadecimal digits, as in the header traceresponse")
    }
    return id
  }
}

/// The spans of one trace, each below its parent, in the order they began.
struct SpanTree {
  struct Row: Sendable {
    let program: String
    let span: Span
    let depth: Int

    var line: Line { Line(program: program, depth: depth, span: span) }
  }

  struct Line: Encodable {
    let program: String
    let depth: Int
    let span: Span
  }

  static let barWidth = 40
  /// The maximum indent; deeper spans are not indented further.
  static let maxIndent = 12

  private(set) var rows: [Row] = []

  /// A tree of the spans. A span with an unknown parent, such as one that a client began, is a root.
  init(_ spans: [(program: String, span: Span)]) {
    let sorted = spans.sorted { ($0.span.start, $0.span.id) < ($1.span.start, $1.span.id) }
    let known = Set(sorted.map(\.span.id))
    var below: [String: [(program: String, span: Span)]] = [:]
    var waiting: [(program: String, span: Span, depth: Int)] = []
    for item in sorted {
      if let parent = item.span.parent, known.contains(parent), parent != item.span.id {
        below[parent, default: []].append(item)
      } else {
        waiting.append((item.program, item.span, 0))
      }
    }
    waiting.reverse()
    while let next = waiting.popLast() {
      rows.append(Row(program: next.program, span: next.span, depth: next.depth))
      // Each child is removed once visited, so spans that name each other as parents cannot loop.
      for child in (below.removeValue(forKey: next.span.id) ?? []).reversed() {
        waiting.append((child.program, child.span, next.depth + 1))
      }
    }
  }

  var table: Table {
    var table = Table([.text("SPAN"), .left("PROGRAM"), .right("MS"), .left("WHEN"), .left("FAULT")])
    for row in rows {
      let indent = String(repeating: "  ", count: min(row.depth, SpanTree.maxIndent))
      let fault = row.span.fault.map { StyledText($0, .red) } ?? ""
      table.add([
        StyledText(indent + row.span.name), StyledText(row.program, .dim),
        StyledText(SpanTree.milliseconds(row.span.duration)), StyledText(bar(row.span)), fault,
      ])
    }
    return table
  }

  /// The bar of a span: its time within the whole trace.
  func bar(_ span: Span) -> String {
    let first = rows.map(\.span.start).min() ?? 0
    let length = max((rows.map(\.span.end).max() ?? 0) - first, 1)
    func column(_ time: Int64) -> Int {
      min(
        max(Int(Double(time - first) / Double(length) * Double(SpanTree.barWidth)), 0), SpanTree.barWidth - 1)
    }
    let (from, to) = (column(span.start), max(column(span.end), column(span.start)))
    return String(repeating: "·", count: from) + String(repeating: "█", count: to - from + 1)
      + String(repeating: "·", count: SpanTree.barWidth - 1 - to)
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let hundredths = (nanoseconds + 5000) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
