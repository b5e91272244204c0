internal import JSON
package import Schema

extension Fault {
  /// Creates `changed_elsewhere` with the stored version of the object in `details.current`, so that a client
  /// that edited an older version can show both.
  package static func changedElsewhere(current: some Encodable) throws -> Fault {
    var fault = Fault(.changedElsewhere)
    let value = try JSONCoding.decode(JSONValue.self, from: try JSONCoding.encode(current))
    fault.details = .object([JSONValue.Member("current", value)])
    return fault
  }
}
