import Foundation
import JSON
import Schema

/// Our scan of JSON beside Foundation's parsers: what we take, both take too, and as the same value.
extension Decoder {
  static let json = Decoder(
    name: "json",
    seeds: texts(
      #"{"a":[1,-0,2.5,1e3,"x\n\u00e9\ud83d\ude00",true,null],"b":{"":"é"},"c":{}}"#,
      #" [ 9223372036854775807 , -9223372036854775808, 18446744073709551615, 1E-400, -1E-400, "\/" ] "#,
      #"{"b":1,"a":2,"b":3}"#, #"{"\u0061":1,"b":[{}]}"#, #""\ud800""#, "[[[[]]]]", "01", "-", "\"\u{01}\"")
  ) { bytes in
    let document: JSONDocument
    do throws(JSONFlaw) { document = try JSONDocument(bytes) } catch {
      return (0...bytes.count).contains(error.offset) ? nil : "the flaw \(error) is outside of the bytes"
    }
    do { _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) } catch {
      // Numbers beyond a Double are JSON all the same.
      if !hasHugeNumber(bytes) { return "refused by JSONSerialization: \(error)" }
    }
    let canonical = document.canonical()
    do {
      guard try JSONDocument(canonical).canonical() == canonical else { return "canonical bytes are not" }
    } catch { return "canonical bytes are refused: \(error)" }
    return compare(document, bytes)
  }

  private static func compare(_ document: JSONDocument, _ bytes: [UInt8]) -> String? {
    let ours: JSONValue
    do { ours = try document.decode(JSONValue.self) } catch {
      return hasHugeNumber(bytes) ? nil : "no type holds it: \(error)"
    }
    do {
      let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
      // Foundation cuts a fraction that a Double rounds to a whole number: 92233720368547758.7 is …758 there.
      if hasLongFraction(bytes) { return nil }
      return try JSONCoding.encode(theirs) == JSONCoding.encode(ours) ? nil : "\(ours) is \(theirs)"
    } catch { return "\(ours) is refused by Foundation: \(error)" }
  }

  /// True if a number with a fraction has more digits than a Double keeps.
  private static func hasLongFraction(_ bytes: [UInt8]) -> Bool {
    bytes.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: ".") }
      .contains { $0.contains(UInt8(ascii: ".")) && $0.count > 16 }
  }

  private static func hasHugeNumber(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "e")) || bytes.contains(UInt8(ascii: "E")) || bytes.count > 300
  }
}
