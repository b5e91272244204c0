import HTTPServer

/// Serves one small answer until it is killed; drive it with `wrk -t2 -c64 http://127.0.0.1:PORT/`.
enum HTTPBench {
  static func run() async {
    var options = HTTPServerOptions()
    options.port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8099
    let server: WebServer
    do {
      server = try WebServer.start(options) { _ in
        HTTPResponse(
          status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("hello".utf8)))
      }
    } catch {
      return
    }
    try? await Task.sleep(for: .seconds(3600))
    await server.drain(within: .seconds(1))
  }
}
