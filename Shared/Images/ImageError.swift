/// The reason why no picture was made. Nothing was written then.
package enum ImageError: Error, Hashable, Sendable {
  /// The first bytes are of no form that is read: JPEG, PNG, WebP, GIF, and HEIC where it is on.
  case unknownType
  /// A picture in HEIC, which the site has not switched on.
  case heicOff
  /// The file is damaged, or ends too early.
  case broken
  /// More than 50 megapixels, or more than 30,000 pixels on a side.
  case tooManyPixels
  /// It took more than 10 s of processor time, or 15 s altogether.
  case tooSlow
  case outOfMemory
  /// As many pictures are waiting as may.
  case busy
  /// A fault of the machine or of the program, for the log: a disk that is full, a worker that crashed.
  case failed(String)
}
