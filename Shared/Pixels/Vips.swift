internal import CVips
internal import Images

/// libvips, which this process uses for one job.
enum Vips {
  /// Starts the library with the loaders of these forms alone: nothing else is read, whatever it looks like.
  static func start(allowingHEIC: Bool) throws(Flaw) {
    guard quad_vips_init() == 0 else { throw .ofVips(.failed) }
    for name in ["Jpeg", "Png", "Webp", "Nsgif"] + (allowingHEIC ? ["Heif"] : []) {
      vips_operation_block_set("VipsForeignLoad" + name, 0)
    }
  }
}

extension PictureType {
  /// The letter by which the shim chooses the loader.
  var loader: Int32 {
    let letter: Character =
      switch self {
      case .jpeg: "j"
      case .png: "p"
      case .webp: "w"
      case .gif: "g"
      case .heic: "h"
      }
    return letter.asciiValue.map { Int32($0) } ?? 0
  }
}
