/// The JSON form of a message type. It is found by running the type's `init(from:)` once on a decoder that
/// returns samples and records the members that were read.
package struct MessageDescription: Sendable {
  /// JSON Schema 2020-12 of the message itself; objects inside are `$ref`s into `components`.
  package let schema: JSONValue
  /// Schemas of the objects inside, by component name.
  package let components: [String: JSONValue]
  /// Schemas of the objects inside that state their schema themselves, by component name. `schema` and
  /// `components` hold them in place.
  package let stated: [String: JSONValue]
  /// The members of the message if it is an object, in declaration order.
  package let members: [Member]
  /// The faults of its value types.
  package let faults: [FaultCode]

  package struct Member: Sendable {
    package let name: String
    package let schema: JSONValue
    package let isRequired: Bool
  }
}

package enum SchemaRecorder {
  /// The component name of a type: `Schema.Roomhub.AddTask` is `RoomhubAddTask`.
  package static func name(of type: Any.Type) -> String { Recording.name(of: type) }

  /// The description of `Message` and a sample of it.
  /// - Throws: an error of the type's own `init(from:)` for a sample, which is a bug in the type.
  package static func describe<Message: Decodable>(_ type: Message.Type) throws -> (
    MessageDescription, Message
  ) {
    let recording = Recording()
    let (schema, sample) = try recording.record(type)
    let name = Recording.name(of: type)
    var components = recording.components
    var members: [MessageDescription.Member] = []
    var own = schema
    if let object = components.removeValue(forKey: name), case .object(let properties)? = object["properties"]
    {
      var required: Set<JSONValue> = []
      if case .array(let names)? = object["required"] { required = Set(names) }
      members = properties.map {
        MessageDescription.Member(
          name: $0.name, schema: $0.value, isRequired: required.contains(.string($0.name)))
      }
      own = object
    }
    let description = MessageDescription(
      schema: own, components: components, stated: recording.stated, members: members,
      faults: recording.faults)
    return (description, sample)
  }
}

/// The types recorded so far, shared by the decoders of one run.
final class Recording {
  private(set) var components: [String: JSONValue] = [:]
  private(set) var stated: [String: JSONValue] = [:]
  private(set) var faults: [FaultCode] = []
  private var open: [Any.Type] = []

  /// The component name: `Schema.Roomhub.AddTask` is `RoomhubAddTask`; `Page<RoomTask>` is `PageOfRoomTask`.
  static func name(of type: Any.Type) -> String {
    var result = ""
    var word = ""
    func flush() {
      if word != "Schema", word != "Swift" { result += word }
      word = ""
    }
    // As String(reflecting:) spells it, which asks for each type whether it conforms to three protocols: a
    // sixth of the time in which a site starts.
    for character in _typeName(type, qualified: true) {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        flush()
        if character == "<" { result += "Of" }
      }
    }
    flush()
    return result
  }

  /// The schema for a member of this `type`, and a sample.
  func record<Value: Decodable>(_ type: Value.Type) throws -> (JSONValue, Value) {
    if let described = type as? any SchemaDescribed.Type, let sample = described.sample as? Value {
      note(described.faults)
      let schema = described.schema
      if schema["properties"] != nil { stated[Recording.name(of: type)] = schema }
      return (schema, sample)
    }
    if let primitive = Primitive.sample(of: type) { return primitive }
    let name = Recording.name(of: type)
    guard !isOpen(type) else { throw RecorderError.recursive(name) }
    open.append(type)
    defer { open.removeLast() }
    let decoder = RecordingDecoder(recording: self, codingPath: [])
    let sample = try type.init(from: decoder)
    if let element = decoder.shape.element { return (["type": "array", "items": element], sample) }
    if let single = decoder.shape.single { return (single, sample) }
    components[name] = decoder.shape.object
    return (["$ref": .string("#/components/schemas/\(name)")], sample)
  }

  /// True while the type is being recorded. A type that contains itself ends at an optional or an empty list.
  func isOpen(_ type: Any.Type) -> Bool { open.contains { $0 == type } }

  private func note(_ codes: [FaultCode]) {
    for code in codes where !faults.contains(code) { faults.append(code) }
  }
}

package enum RecorderError: Error, CustomStringConvertible {
  case recursive(String)
  case unsupported(String)

  package var description: String {
    switch self {
    case .recursive(let name): "\(name) holds itself without an optional or a list between"
    case .unsupported(let what): "a message may not use \(what)"
    }
  }
}

private enum Primitive {
  static func sample<Value>(of type: Value.Type) -> (JSONValue, Value)? {
    func typed(_ schema: JSONValue, _ sample: Any) -> (JSONValue, Value)? {
      (sample as? Value).map { (schema, $0) }
    }
    if type == String.self { return typed(["type": "string"], "text") }
    if type == Bool.self { return typed(["type": "boolean"], true) }
    if type == Int.self { return typed(["type": "integer"], 1) }
    if type == Int64.self { return typed(["type": "integer", "format": "int64"], Int64(1)) }
    if type == Int32.self { return typed(["type": "integer", "format": "int32"], Int32(1)) }
    if type == Double.self { return typed(["type": "number"], 1.5) }
    return nil
  }
}

/// The form of one value while it is being recorded.
final class Shape {
  var properties: [JSONValue.Member] = []
  var required: [JSONValue] = []
  var element: JSONValue?
  var single: JSONValue?

  var object: JSONValue {
    var object: JSONValue = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { object = object.setting("required", .array(required)) }
    return object
  }

  func add(_ name: String, _ schema: JSONValue, isRequired: Bool) {
    guard !properties.contains(where: { $0.name == name }) else { return }
    properties.append(JSONValue.Member(name, schema))
    if isRequired { required.append(.string(name)) }
  }
}
