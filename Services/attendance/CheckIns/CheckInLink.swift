import QRCodes
import Schema
import ServiceKit

/// The link that a phone scans on the wall.
extension SiteOrigin {
  /// A link that opens a check-in with its code filled in. The code comes after `#`, so it stays in the
  /// browser.
  ///
  /// - Parameter code: the eight characters, without a dash.
  func checkInLink(_ checkIn: CheckInID, _ code: String) -> String { "\(text)/checkin/\(checkIn)#\(code)" }

  func qrCode(of checkIn: CheckInID, _ code: String) throws -> Roomhub.QRModules {
    Roomhub.QRModules(try QRCode.encode(checkInLink(checkIn, code)).rows)
  }
}
