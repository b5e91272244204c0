internal import CVips
internal import Glibc
internal import Images

/// Pixels in sRGB, eight bits a channel, and nothing else: no metadata has come along.
final class Raster {
  /// The pixels that `image` reads, if they are this raster's own.
  private let pixels: UnsafeMutableRawPointer?
  /// The raster that `image` reads from.
  private let origin: Raster?
  let image: UnsafeMutablePointer<VipsImage>

  var width: Int { Int(vips_image_get_width(image)) }
  var height: Int { Int(vips_image_get_height(image)) }
  var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

  /// Takes what libvips gave, or throws its error.
  init(_ image: UnsafeMutablePointer<VipsImage>?, of origin: Raster?) throws(Flaw) {
    guard let image else { throw .ofVips(.failed) }
    (self.image, self.origin, pixels) = (image, origin, nil)
  }

  /// Runs the decoder, whose errors are the file's, and keeps the pixels. Alpha that hides nothing goes.
  init(decoding image: UnsafeMutablePointer<VipsImage>) throws(Flaw) {
    defer { quad_vips_unref(image) }
    guard let colored = quad_vips_in_srgb(image) else { throw .ofVips(.broken) }
    defer { quad_vips_unref(colored) }
    let (width, height) = (vips_image_get_width(colored), vips_image_get_height(colored))
    let bands = vips_image_get_bands(colored)
    var size = 0
    vips_error_clear()
    guard let pixels = vips_image_write_to_memory(colored, &size) else { throw .ofVips(.broken) }
    if Flaw.isDamaged(String(cString: vips_error_buffer())) {
      g_free(pixels)
      throw .ofVips(.broken)
    }
    let bare = vips_image_new_from_memory(pixels, size, width, height, bands, VIPS_FORMAT_UCHAR)
    guard let bare else {
      g_free(pixels)
      throw .ofVips(.failed)
    }
    (self.pixels, origin) = (pixels, nil)
    bare.pointee.Type = VIPS_INTERPRETATION_sRGB
    guard bands == 4, let alpha = quad_vips_band(bare, 3, 1) else {
      self.image = bare
      return
    }
    defer { quad_vips_unref(alpha) }
    guard quad_vips_lowest(alpha) == 255, let opaque = quad_vips_band(bare, 0, 3) else {
      self.image = bare
      return
    }
    // It holds a reference to what it is made of.
    quad_vips_unref(bare)
    self.image = opaque
  }

  /// A mask of these opacities, a row after another.
  init(mask: [UInt8], width: Int, height: Int) throws(Flaw) {
    let made = mask.withUnsafeBytes { bytes in
      vips_image_new_from_memory_copy(
        bytes.baseAddress, bytes.count, Int32(width), Int32(height), 1, VIPS_FORMAT_UCHAR)
    }
    guard let made else { throw .ofVips(.failed) }
    (image, origin, pixels) = (made, nil, nil)
  }

  deinit {
    quad_vips_unref(image)
    g_free(pixels)
  }

  func part(_ crop: ImageCrop?) throws(Flaw) -> Raster {
    guard let crop else { return self }
    let partWidth = min(max(Int((crop.width * Double(width)).rounded()), 1), width)
    let partHeight = min(max(Int((crop.height * Double(height)).rounded()), 1), height)
    let left = min(max(Int((crop.x * Double(width)).rounded()), 0), width - partWidth)
    let top = min(max(Int((crop.y * Double(height)).rounded()), 0), height - partHeight)
    return try Raster(
      quad_vips_part(image, Int32(left), Int32(top), Int32(partWidth), Int32(partHeight)), of: self)
  }

  /// All of its height, and so much of its width.
  func cut(left: Int, width: Int) throws(Flaw) -> Raster {
    try Raster(quad_vips_part(image, Int32(left), 0, Int32(width), Int32(height)), of: self)
  }

  /// A copy that is drawn on.
  func inMemory() throws(Flaw) -> Raster { try Raster(vips_image_copy_memory(image), of: nil) }

  /// Draws white through a mask, with the mask's upper left corner there.
  func whiten(through mask: Raster, _ opacity: Double, _ x: Int, _ y: Int) throws(Flaw) {
    guard quad_vips_whiten(image, mask.image, opacity, Int32(x), Int32(y)) == 0 else {
      throw .ofVips(.failed)
    }
  }

  /// At most so long; itself if it is no longer than that.
  func smaller(_ maxSide: Int) throws(Flaw) -> Raster {
    guard max(width, height) > maxSide else { return self }
    return try Raster(quad_vips_smaller(image, Int32(maxSide)), of: self)
  }

  func filling(width: Int, height: Int) throws(Flaw) -> Raster {
    try Raster(quad_vips_filling(image, Int32(width), Int32(height)), of: self)
  }

  /// On white, which a JPEG needs; itself if it is opaque.
  func opaque() throws(Flaw) -> Raster {
    guard hasAlpha else { return self }
    return try Raster(quad_vips_on_white(image), of: self)
  }

  func write(_ format: ImageFormat, to descriptor: Int32, quality: Int32) throws(Flaw) {
    switch format {
    case .jpeg:
      let opaque = try opaque()
      try Raster.save(to: descriptor) { quad_vips_save_jpeg(opaque.image, $0, quality) }
    case .webp: try writeWebP(to: descriptor, quality: quality)
    }
  }

  private func writeWebP(to descriptor: Int32, quality: Int32) throws(Flaw) {
    var (made, count) = (UnsafeMutableRawPointer?.none, 0)
    guard quad_vips_webp(image, quality, &made, &count) == 0, let made else { throw .ofVips(.failed) }
    defer { g_free(made) }
    // libvips 8.14 adds EXIF even if it is told to strip it.
    let bare = try WebPContainer.bare(Array(UnsafeRawBufferPointer(start: made, count: count)))
    var written = 0
    while written < bare.count {
      let count = bare[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else {
        throw Flaw(.failed, "the file is not written: errno \(errno)")
      }
      written += max(count, 0)
    }
  }

  func writePNG(to descriptor: Int32) throws(Flaw) {
    try Raster.save(to: descriptor) { quad_vips_save_png(image, $0) }
  }

  private static func save(
    to descriptor: Int32, _ save: (UnsafeMutablePointer<VipsTarget>) -> Int32
  ) throws(Flaw) {
    guard let target = vips_target_new_to_descriptor(descriptor) else { throw .ofVips(.failed) }
    defer { quad_vips_unref(target) }
    guard save(target) == 0 else { throw .ofVips(.failed) }
  }
}
