import Foundation
import Images
import JSON

// Makes pictures as the site does, with the worker that lies beside it:
//   picture-maker take SOURCE ORIGINAL [PATH:SIDE:FORMAT…]   prints the facts of the original
//   picture-maker render ORIGINAL [PATH:SIDE:FORMAT…]
//   picture-maker draw CARD.json PATH
// A variant can be of a part: PATH:SIDE:FORMAT:X:Y:WIDTH:HEIGHT.
// QUAD_ALLOWS_HEIC takes pictures in HEIC, too.
let words = CommandLine.arguments
let folder = words[0].contains("/") ? (words[0] as NSString).deletingLastPathComponent : "."
let allowsHEIC = ProcessInfo.processInfo.environment["QUAD_ALLOWS_HEIC"] != nil
let workers = try ImageWorkers(worker: folder + "/image-worker", allowsHEIC: allowsHEIC)

func variants(_ words: ArraySlice<String>) -> [ImageVariant] {
  words.compactMap { word in
    let parts = word.split(separator: ":").map(String.init)
    guard parts.count >= 3, let side = Int(parts[1]), let format = ImageFormat(rawValue: parts[2]) else {
      return nil
    }
    let part = parts[3...].compactMap { Double($0) }
    let crop = part.count == 4 ? ImageCrop(x: part[0], y: part[1], width: part[2], height: part[3]) : nil
    return ImageVariant(path: parts[0], maxSide: side, format: format, crop: crop)
  }
}

do throws(ImageError) {
  switch (words.dropFirst().first, words.count) {
  case ("take", 4...):
    let facts = try await workers.take(words[2], original: words[3], variants: variants(words[4...]))
    print("\(facts.format) \(facts.width) \(facts.height)")
  case ("render", 4...): try await workers.render(words[2], variants: variants(words[3...]))
  case ("draw", 4):
    let card: ShareCardDrawing
    do {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: words[2]))
      card = try JSONCoding.decode(ShareCardDrawing.self, from: [UInt8](bytes))
    } catch { throw .failed("\(error)") }
    try await workers.draw(card, into: words[3])
  default: throw .failed("take, render or draw?")
  }
} catch {
  print("\(error)")
  exit(1)
}
