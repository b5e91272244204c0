import Schema
import ServiceKit
import Store

extension Database {
  /// Until channels are there, nothing leaves but by the inbox.
  func planDeliveries(of notice: NoticeRow, at time: SendTime, _ call: Call) throws {}
}
