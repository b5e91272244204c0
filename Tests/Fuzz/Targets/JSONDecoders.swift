import FoundationEssentials
import JSON
import Schema

/// What our own decoder of JSON takes, Foundation takes too, and as the same.
extension Decoder {
  static let json = Decoder(
    name: "json",
    seeds: texts(
      #"{"a":[1,-0,2.5,1e3,"x\n\u00e9\ud83d\ude00",true,null],"b":{"":"é"},"c":{}}"#,
      #" [ 9223372036854775807 , -9223372036854775808, 18446744073709551615, 1E-400, "\/" ] "#,
      #"{"b":1,"a":2,"b":3}"#, #""\ud800""#, "[[[[]]]]", "01", "-", "\"\u{01}\"")
  ) { bytes in
    let usual = JSONByteDecoder.decode(bytes) { try JSONValue(from: $0) }
    guard let usual else { return nil }
    do {
      let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
      return try JSONCoding.encode(theirs) == JSONCoding.encode(usual) ? nil : "\(usual) is \(theirs)"
    } catch { return "\(usual) is refused by Foundation: \(error)" }
  }
}
