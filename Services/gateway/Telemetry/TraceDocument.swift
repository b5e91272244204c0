import Bus
import Schema

/// An ExportTraceServiceRequest of OTLP in its JSON form: ids in hexadecimal, 64-bit numbers as text.
struct TraceDocument: Encodable {
  let resourceSpans: [ResourceSpans]

  struct ResourceSpans: Encodable {
    let resource: Resource
    let scopeSpans: [ScopeSpans]
  }

  struct Resource: Encodable {
    let attributes: [Attribute]
  }

  struct ScopeSpans: Encodable {
    let scope: Scope
    let spans: [OneSpan]
  }

  struct Scope: Encodable {
    let name = "quad"
  }

  struct Attribute: Encodable {
    let key: String
    let value: Value

    struct Value: Encodable {
      var stringValue: String?
      var intValue: String?
    }

    init(_ key: String, _ text: String) {
      self.key = key
      value = Value(stringValue: text)
    }

    init(_ key: String, _ number: Int) {
      self.key = key
      value = Value(intValue: "\(number)")
    }
  }

  struct Status: Encodable {
    /// 0 is unset, 2 is error.
    let code: Int
    let message: String?
  }

  struct OneSpan: Encodable {
    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [Attribute]
    let status: Status

    init(_ span: Span) {
      traceId = span.trace
      spanId = span.id
      parentSpanId = span.parent
      name = span.name
      kind =
        switch span.kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .consumer: 5
        }
      startTimeUnixNano = "\(span.start)"
      endTimeUnixNano = "\(span.end)"
      var attributes: [Attribute] = []
      if let status = span.status { attributes.append(Attribute("http.response.status_code", status)) }
      if let fault = span.fault { attributes.append(Attribute("error.type", fault)) }
      self.attributes = attributes
      let isError = span.fault != nil || (span.status ?? 0) >= 500
      status = Status(code: isError ? 2 : 0, message: span.fault)
    }
  }

  init(_ spans: [String: [Span]]) {
    resourceSpans = spans.sorted { $0.key < $1.key }.map { program, spans in
      let resource = Resource(
        attributes: [Attribute("service.name", program), Attribute("service.namespace", "quad")])
      return ResourceSpans(
        resource: resource, scopeSpans: [ScopeSpans(scope: Scope(), spans: spans.map(OneSpan.init))])
    }
  }
}
