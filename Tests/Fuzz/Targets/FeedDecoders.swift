import Feeds

/// The news of other sites.
extension Decoder {
  static let feed = Decoder(
    name: "feed",
    seeds: texts(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-15\"?><rss><channel><title>a</title><ttl>5</ttl><item>"
        + "<title>b &amp; <![CDATA[c]]></title><link>/d</link><pubDate>Thu, 26 Nov 2026 10:30 EST</pubDate>"
        + "<description>&lt;p&gt;e&lt;br&gt;&lt;a href='/f'&gt;</description></item></channel></rss>",
      "<feed xmlns:x='http://www.w3.org/1999/xhtml'><entry><id>1</id><content type='xhtml'><x:div><ul><li>a"
        + "</li></ul><img src='b.png' width='9'/></x:div></content><updated>2026-11-26T10:30Z</updated>",
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":1,\"content_html\":\"<p>a\"}]}")
  ) { bytes in
    do throws(FeedFlaw) {
      let feed = try Feed(bytes, contentType: nil, address: "https://hilltop.example/")
      guard feed.items.count <= Feed.maxItems else { return "\(feed.items.count) items" }
      return feed.items.lazy.compactMap { flaw(of: $0.content) }.first
    } catch { return nil }
  }

  static let newsHTML = Decoder(
    name: "newsHTML",
    seeds: texts(
      "<p>a <b>b</b><br><script>c</script><a href='javascript:d'>e</a><a href=\"/f?g=1&amp;h\">i</a></p>",
      "<ul><li>a<li>b<ol><li>c</ol></ul><blockquote>d<pre>e\n f</pre></blockquote><h1>g</h1><svg><a>h</svg>",
      "<table><tr><td>a<td>b</table>&eacute;&#8217;&#x1F600;<!-- c --><img src=d.png alt='e'>"
        + "<style>f</style>",
      "<p>&#x600;<b></b><br>&#x600;</p><ul><li>&#x338;a<li>&#x301;<a href=/b>&#x200D;</a>&#x600;</ul>")
  ) { bytes in
    let clean = CleanHTML(bytes, base: "https://hilltop.example/")
    // What was written is read as the same again.
    let again = CleanHTML(clean.html, base: nil)
    guard again.html.utf8.elementsEqual(clean.html.utf8) || clean.html.utf8.count > CleanHTML.maxBytes - 200
    else {
      return "\(clean.html) is another after writing: \(again.html)"
    }
    return flaw(of: clean)
  }

  /// What a page must never show.
  private static func flaw(of clean: CleanHTML) -> String? {
    guard clean.html.utf8.count <= CleanHTML.maxBytes + 200 else { return "too long" }
    guard clean.text.count <= CleanHTML.maxText else { return "the text is too long" }
    var open: [String] = []
    // By scalars, as browsers read: to Swift, U+0600 and the `<` that follows it are one character.
    var rest = clean.html.unicodeScalars[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return "a tag without an end" }
      let tag = String(rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else {
          return "</\(tag)> closes another: \(clean.html)"
        }
      } else if tag.hasPrefix("a href=\"http"),
        tag.hasSuffix("\" rel=\"noopener nofollow\" target=\"_blank\"")
      {
        guard tag.utf8.filter({ $0 == UInt8(ascii: "\"") }).count == 6 else {
          return "an address ends early: \(tag)"
        }
        open.append("a")
      } else if tag != "br" {
        guard shown.contains(tag) else { return "a tag that is none of ours: \(tag)" }
        open.append(tag)
      }
    }
    return open.isEmpty ? nil : "\(open) stay open"
  }

  private static let shown: Set<String> = [
    "p", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "h3",
  ]
}
