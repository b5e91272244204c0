import Bus
import HTTPServer
import ServiceKit

extension GatewaySettings {
  /// Returns the files of `QUAD_TLS_CERTIFICATE` and `QUAD_TLS_KEY`; nil without TLS. Refuses a key that
  /// every user of the machine can read.
  static func tls(_ settings: Settings) throws(SettingError) -> TLSFiles? {
    switch (settings.text("QUAD_TLS_CERTIFICATE"), settings.text("QUAD_TLS_KEY")) {
    case (let certificate?, let key?):
      guard !SecretFile.isOpenToOthers(key) else {
        throw SettingError(
          name: "QUAD_TLS_KEY",
          problem: "\(key) is open to everybody on this machine: run `chmod o= \(key)`, and if others use "
            + "the machine, have a certificate issued for a new key")
      }
      return TLSFiles(certificate: certificate, key: key)
    case (nil, nil): return nil
    default:
      throw SettingError(
        name: "QUAD_TLS_KEY", problem: "and QUAD_TLS_CERTIFICATE are set together or not at all")
    }
  }
}
