import HTTPServer

await HTTPBench.run()
