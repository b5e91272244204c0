import Foundation
import JSON
import Testing

/// A file of the suite.
struct SuiteFile: CustomTestStringConvertible, Sendable {
  let name: String
  var bytes: [UInt8]
  var testDescription: String { name }

  /// The fixture says how it is written.
  static func all() throws -> [SuiteFile] {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "JSONTestSuite.txt")
    var files: [SuiteFile] = []
    for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      var words = line.split(separator: " ")
      if !line.hasPrefix(" ") { files.append(SuiteFile(name: String(words.removeFirst()), bytes: [])) }
      for word in words {
        let parts = word.split(separator: "*")
        let unit = stride(from: 0, to: parts[0].count, by: 2).compactMap { index in
          UInt8(parts[0].dropFirst(index).prefix(2), radix: 16)
        }
        let times = parts.count > 1 ? Int(parts[1]) ?? 0 : 1
        files[files.count - 1].bytes += Array(repeatElement(unit, count: times).joined())
      }
    }
    return files
  }
}

@Suite("Of the JSON test suite no n_ file is taken, and each y_ file but the two with a name twice")
struct JSONTestSuiteTests {
  private static let twice = ["y_object_duplicated_key", "y_object_duplicated_key_and_value"]

  @Test("i2: all 318 files")
  func files() throws {
    let files = try SuiteFile.all()
    let counts = ["y_", "n_", "i_"].map { prefix in files.count { $0.name.hasPrefix(prefix) } }
    #expect(counts == [95, 188, 35])
    for file in files {
      // Of those that are up to us, numbers of any size are JSON; what a member holds is up to the schema.
      let isTaken =
        file.name.hasPrefix("y_") && !Self.twice.contains(file.name) || file.name.hasPrefix("i_number_")
      let reason = flaw(of: file.bytes)
      #expect((reason == nil) == isTaken, "\(file.name): \(String(describing: reason))")
      if Self.twice.contains(file.name) { #expect(reason == .nameTwice) }
    }
  }

  private func flaw(of bytes: [UInt8]) -> JSONFlaw.Reason? {
    do {
      _ = try JSONDocument(bytes)
      return nil
    } catch { return error.reason }
  }

  private struct Title: Decodable { let title: String }

  @Test("bare values pass the scan and meet the type")
  func bareValues() throws {
    let bare = try SuiteFile.all().filter { $0.name.hasPrefix("y_structure_lonely") }
    #expect(bare.count == 6)
    for file in bare {
      #expect(throws: DecodingError.self) { try JSONCoding.decode(Title.self, from: file.bytes) }
    }
  }
}
