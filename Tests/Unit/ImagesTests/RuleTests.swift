import Images
import Testing

@Suite("The rules of pictures")
struct RuleTests {
  @Test(
    "the first bytes tell the form",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], PictureType.jpeg),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
      (Array("GIF89a".utf8), .gif), (Array("GIF87a".utf8), .gif),
      (Array("RIFF\u{1}\0\0\0WEBPVP8 ".utf8), .webp),
      (Array("\0\0\0\u{18}ftypheic\0\0\0\0".utf8), .heic),
      (Array("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic".utf8), .heic),
    ] as [([UInt8], PictureType)])
  func known(head: [UInt8], type: PictureType) {
    #expect(PictureType(head: head) == type)
    // One bit that is wrong, and the form is another or none.
    for index in 0..<3 where index < head.count && type != .heic {
      var other = head
      other[index] ^= 0x20
      #expect(PictureType(head: other) != type)
    }
  }

  @Test(
    "other forms are none",
    arguments: [
      "", "\u{FF}", "<svg xmlns=", "<?xml ", "%PDF-1.7", "II*\0", "MM\0*", "BM", "RIFF\u{1}\0\0\0WAVE",
      "GIF90a",
      "\0\0\0\u{18}ftypavif\0\0\0\0mif1", "\0\0\0\u{18}ftypmif1\0\0\0\0avif",
      "\0\0\0\u{18}ftypisom\0\0\0\0mp42",
    ])
  func unknown(head: String) {
    #expect(PictureType(head: Array(head.utf8)) == nil)
  }

  @Test(
    "a part lies within the picture",
    arguments: [
      (ImageCrop(x: 0, y: 0, width: 1, height: 1), true),
      (ImageCrop(x: 0.1, y: 0.7, width: 0.9, height: 0.3), true),
      (ImageCrop(x: 0, y: 0, width: 0, height: 1), false),
      (ImageCrop(x: -0.1, y: 0, width: 0.5, height: 0.5), false),
      (ImageCrop(x: 0.6, y: 0, width: 0.5, height: 0.5), false),
      (ImageCrop(x: .nan, y: 0, width: 0.5, height: 0.5), false),
      (ImageCrop(x: 0, y: 0, width: .infinity, height: 0.5), false),
    ])
  func crops(crop: ImageCrop, isInside: Bool) async throws {
    #expect(crop.isInside == isInside)
    guard !isInside else { return }
    let workers = try ImageWorkers(worker: "/nonexistent", allowsHEIC: false)
    await #expect(throws: ImageError.failed("a part of a picture reaches beyond it")) {
      try await workers.render(
        "/nonexistent",
        variants: [ImageVariant(path: "/nonexistent/a", maxSide: 1, format: .jpeg, crop: crop)])
    }
  }

  @Test(
    "a share card has a color #rrggbb, and texts within their limits",
    arguments: [
      ("#4f46e5", "Prom", 3, true), ("#4F46E5", "", 0, true),
      ("text", "Prom", 3, false), ("", "Prom", 3, false), ("#4f46e", "Prom", 3, false),
      ("#4f46eé", "Prom", 3, false), ("4f46e5#", "Prom", 3, false), ("#٤f46e5", "Prom", 3, false),
      ("#4f46e5", String(repeating: "é", count: 513), 3, false), ("#4f46e5", "Prom", 5, false),
    ])
  func cards(color: String, title: String, numbers: Int, isDrawable: Bool) {
    let figure = ShareCardDrawing.Figure(number: "12", label: "days")
    let drawing = ShareCardDrawing(
      color: color, title: title, figures: Array(repeating: figure, count: numbers), date: "", site: "Quad")
    #expect(drawing.isDrawable == isDrawable)
  }
}
