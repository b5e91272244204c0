internal import CVips
internal import Images

/// The reason why a job was not done.
struct Flaw: Error {
  let outcome: ImageOutcome

  init(_ problem: ImageOutcome.Problem, _ detail: String) {
    // Texts of a library can quote the picture.
    outcome = ImageOutcome(problem, String(detail.prefix(Flaw.maxDetail)))
  }

  /// The limit of a sentence.
  private static let maxDetail = 500

  /// True if libjpeg only warned of damage that shows. It warns of stray bytes, too, which cameras leave.
  static func isDamaged(_ words: String) -> Bool {
    ["bad Huffman code", "premature end of data segment", "found marker"].contains { words.contains($0) }
  }

  /// An error of libvips, by its own words.
  /// - Parameter problem: the meaning of an error unless memory ran out.
  static func ofVips(_ problem: ImageOutcome.Problem) -> Flaw {
    let words = String(cString: vips_error_buffer())
    vips_error_clear()
    let hasNoMemory = ["out of memory", "memory allocation", "Insufficient memory", "unable to allocate"]
      .contains { words.lowercased().contains($0.lowercased()) }
    return Flaw(hasNoMemory ? .outOfMemory : problem, words)
  }
}
