import Store

/// The tables of media-fetcher. Times are Unix milliseconds, ids 16 bytes, names of pictures their SHA-256 in
/// hexadecimal digits.
enum MediaStore {
  /// Each migration is in its own file.
  static let migrations = [pictures, own, sources, found, feedPictures]
}
