import Schema
import ServiceKit
import Store

extension CampusService {
  static let daysTables: [PersonalTable] = []
}
