import Schema

/// The drawings and colors of events as a module of the web client.
enum EventLooksFile {
  /// The whole file, without the final line end.
  static func text() throws -> String {
    let drawings = Events.EventDrawing.allCases.map { JSONValue.Member($0.rawValue, .string($0.sign)) }
    let colors = Events.EventColor.allCases.map { JSONValue.string($0.rawValue) }
    let standard = Events.EventColor.standard.map { JSONValue.string($0.rawValue) }
    let words = Events.EventDrawing.words.map { line -> JSONValue in
      [.string(line.drawing.rawValue), .array(line.parts.map { .string($0) })]
    }
    return """
      // The looks of events. Generated: quadctl catalogue --event-looks

      /** The emoji of each drawing. */
      \(try value("drawings", .object(drawings)))

      /** The colors. */
      \(try value("colors", .array(colors)))

      /** The colors of events whose owner chose none. */
      \(try value("standardColors", .array(standard)))

      /** Parts of titles that stand for a drawing. Words are in lower case, each between two spaces. */
      \(try value("drawingWords", .array(words)))
      """
  }

  private static func value(_ name: String, _ value: JSONValue) throws -> String {
    let start = "export const \(name) = "
    return "\(start)\(try ScriptText.text(value, before: start.count));"
  }
}
