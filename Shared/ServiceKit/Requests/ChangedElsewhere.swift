internal import Bus
package import Schema

extension Fault {
  /// `changed_elsewhere` with the object as it is stored now in `details.current`, so that whoever edited an
  /// older one can show both.
  package static func changedElsewhere(current: some Encodable) throws -> Fault {
    var fault = Fault(.changedElsewhere)
    let value = try JSONCoding.decode(JSONValue.self, from: try JSONCoding.encode(current))
    fault.details = .object([JSONValue.Member("current", value)])
    return fault
  }
}
