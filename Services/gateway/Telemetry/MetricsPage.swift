import Bus
import Schema

/// A page in Prometheus's text format, version 0.0.4: the lines of each metric are together under its HELP
/// and TYPE.
struct MetricsPage {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  typealias Labels = [(name: String, value: String)]

  private var lines: [Metric: [String]] = [:]

  mutating func add(_ metric: Metric, _ value: Int, _ labels: Labels = []) {
    line(metric, "", labels, "\(value)")
  }

  mutating func add(_ metric: Metric, _ value: Int64, _ labels: Labels = []) {
    line(metric, "", labels, "\(value)")
  }

  mutating func add(_ metric: Metric, _ value: Double, _ labels: Labels = []) {
    line(metric, "", labels, "\(value)")
  }

  /// Adds nothing if the program did not report a value.
  mutating func add(_ metric: Metric, ifKnown value: Int64?, _ labels: Labels = []) {
    if let value { add(metric, value, labels) }
  }

  mutating func add(
    _ metric: Metric, _ histogram: DurationHistogram, bounds: [Double], _ labels: Labels
  ) {
    buckets(metric, histogram.counts, bounds.map { $0 / 1000 }, sum: histogram.sumMs / 1000, labels)
  }

  /// - Parameter counts: the count of each bucket alone; the last one is for values beyond the last bound.
  mutating func buckets(
    _ metric: Metric, _ counts: [Int], _ bounds: [Double], sum: Double, _ labels: Labels
  ) {
    guard counts.count == bounds.count + 1 else { return }
    var below = 0
    for (bound, count) in zip(bounds, counts) {
      below += count
      line(metric, "_bucket", labels + [("le", "\(bound)")], "\(below)")
    }
    let all = "\(below + counts[bounds.count])"
    line(metric, "_bucket", labels + [("le", "+Inf")], all)
    line(metric, "_sum", labels, "\(sum)")
    line(metric, "_count", labels, all)
  }

  var bytes: [UInt8] {
    var text = ""
    for metric in Metric.allCases {
      guard let lines = lines[metric] else { continue }
      text += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
      for line in lines { text += line }
    }
    return Array(text.utf8)
  }

  private mutating func line(_ metric: Metric, _ suffix: String, _ labels: Labels, _ value: String) {
    var text = metric.rawValue + suffix
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(MetricsPage.escaped($0.value))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    lines[metric, default: []].append("\(text) \(value)\n")
  }

  private static func escaped(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
    return value.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}
