import Schema
import ServiceKit

await ServiceHost.run(.gateway, health: GatewayService.checkPort) { setup in
  try await GatewayService(setup).run()
}
