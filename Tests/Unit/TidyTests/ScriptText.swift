/// JavaScript source, line by line, columns kept: comments and the insides of strings, templates and regular
/// expressions are blanks, and the code inside of a template's `${}` is code.
struct ScriptText {
  private(set) var code: [String] = []

  private enum State {
    case code
    case lineComment
    case blockComment
    case string(quote: UInt8)
    case template
    case expression(isClass: Bool)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var shown: [UInt8] = []
  private var state = State.code
  /// The depth of braces at which each open template goes on.
  private var templates: [Int] = []
  private var depth = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    shown.reserveCapacity(bytes.count)
    while index < bytes.count { step() }
    code = shown.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func step() {
    switch state {
    case .code: stepInCode()
    case .lineComment:
      if bytes[index] == UInt8(ascii: "\n") { state = .code }
      take(1, isCode: false)
    case .blockComment:
      let ends = starts("*/")
      take(ends ? 2 : 1, isCode: false)
      if ends { state = .code }
    case .string(let quote):
      if bytes[index] == UInt8(ascii: "\\") { return take(2, isCode: false) }
      if bytes[index] == quote { state = .code }
      take(1, isCode: false)
    case .template: stepInTemplate()
    case .expression(let isClass): stepInExpression(isClass)
    }
  }

  private mutating func stepInCode() {
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      state = .string(quote: bytes[index])
      take(1, isCode: false)
    case UInt8(ascii: "`"):
      state = .template
      take(1, isCode: false)
    case UInt8(ascii: "/"):
      if starts("//") {
        state = .lineComment
      } else if starts("/*") {
        state = .blockComment
      } else if isOperandExpected {
        state = .expression(isClass: false)
      } else {
        return take(1, isCode: true)
      }
      take(1, isCode: false)
    case UInt8(ascii: "{"):
      depth += 1
      take(1, isCode: true)
    case UInt8(ascii: "}"):
      let isOfTemplate = templates.last == depth
      depth -= 1
      if isOfTemplate {
        templates.removeLast()
        state = .template
      }
      take(1, isCode: !isOfTemplate)
    default: take(1, isCode: true)
    }
  }

  private mutating func stepInTemplate() {
    if bytes[index] == UInt8(ascii: "\\") { return take(2, isCode: false) }
    if starts("${") {
      depth += 1
      templates.append(depth)
      state = .code
      return take(2, isCode: false)
    }
    if bytes[index] == UInt8(ascii: "`") { state = .code }
    take(1, isCode: false)
  }

  private mutating func stepInExpression(_ isClass: Bool) {
    switch bytes[index] {
    case UInt8(ascii: "\\"): return take(2, isCode: false)
    case UInt8(ascii: "["): state = .expression(isClass: true)
    case UInt8(ascii: "]"): state = .expression(isClass: false)
    case UInt8(ascii: "/") where !isClass: state = .code
    default: break
    }
    take(1, isCode: false)
  }

  /// A slash begins a regular expression where an operand is expected, and divides behind one.
  private var isOperandExpected: Bool {
    let before = shown.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    guard let before else { return true }
    return "(,=:[!&|?{};>+".utf8.contains(before)
  }

  private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func take(_ count: Int, isCode: Bool) {
    for byte in bytes[index..<min(index + count, bytes.count)] {
      shown.append(isCode || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    }
    index += count
  }
}
