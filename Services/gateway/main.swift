import Schema
import ServiceKit

await ServiceHost.run(.gateway) { setup in try await GatewayService(setup).run() }
