import Feeds
import Schema
import TestSupport
import Testing

@Suite("Feeds of the web")
struct FeedTests {
  static let address = "https://hilltop.example/news/feed.xml"

  static func feed(_ text: String, _ contentType: String? = nil) throws -> Feed {
    try Feed(Array(text.utf8), contentType: contentType, address: address)
  }

  static func items(_ items: String, _ more: String = "") throws -> [FeedItem] {
    try feed("<rss version=\"2.0\" \(more)><channel><title>News</title>\(items)</channel></rss>").items
  }

  @Test("RSS 2.0 with its extensions, whatever their prefixes")
  func rss() throws {
    let feed = try FeedTests.feed(
      """
      <?xml version="1.0"?><rss version="2.0" xmlns:m="http://search.yahoo.com/mrss/"
        xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:a="http://www.w3.org/2005/Atom"
        xmlns:e="http://purl.org/rss/1.0/modules/event/"><channel>
      <title>News &amp; more</title><a:link rel="self" href="feed.xml"/><link>https://hilltop.example/</link>
      <ttl>60</ttl><image><title>Logo</title><link>https://other.example/</link></image>
      <item><title>Fair &amp; games</title><link>/fair</link><guid isPermaLink="false">g1</guid>
        <pubDate>Thu, 26 Nov 2026 10:30:00 GMT</pubDate><author>ada@hilltop.example (Ada)</author>
        <dc:creator>Ada Okafor</dc:creator><description>Short</description>
        <c:encoded><![CDATA[<p>The whole <b>text</b></p>]]></c:encoded>
        <m:content url="p.jpg" medium="image" width="800"><m:description>A tent</m:description></m:content>
        <m:thumbnail url="small.jpg"/><enclosure url="talk.mp3" type="audio/mpeg"/>
        <e:startdate>2026-12-01T18:00:00-05:00</e:startdate><e:location>Gym</e:location></item>
      </channel></rss>
      """)
    #expect(feed.title == "News & more" && feed.link == "https://hilltop.example/" && feed.minutes == 60)
    let item = try #require(feed.items.first)
    #expect(feed.items.count == 1 && item.key == "g1" && item.title == "Fair & games")
    #expect(item.link == "https://hilltop.example/fair" && item.author == "Ada Okafor")
    #expect(item.content.html == "<p>The whole <strong>text</strong></p>")
    #expect(item.published?.description == "2026-11-26T10:30:00.000Z")
    #expect(item.pictures.map(\.address) == ["https://hilltop.example/news/p.jpg"])
    #expect(item.pictures[0].alt == "A tent" && item.pictures[0].width == 800)
    #expect(item.starts?.description == "2026-12-01T23:00:00.000Z" && item.place == "Gym")
  }

  @Test("RSS 1.0, Atom with XHTML, and Atom under a prefix")
  func others() throws {
    let rdf = try FeedTests.feed(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel><title>One</title></channel><item rdf:about="x"><title>Item</title>
      <link>https://a.example/1</link>      <dc:date>2026-11-26</dc:date></item></rdf:RDF>
      """)
    #expect(rdf.title == "One" && rdf.items.map(\.link) == ["https://a.example/1"])
    let atom = try FeedTests.feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>5 &lt; 6</title><entry><id>tag:1</id>
      <title type="html">&lt;b&gt;Bold&lt;/b&gt; &amp;amp; brave</title><link rel="self" href="x"/>
      <link href="https://a.example/1"/><updated>2026-11-26T10:30:00Z</updated>
      <author><name>Ada</name></author><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
      <p>One <a href="r">two</a><br/>three</p></div></content></entry>
      <entry><id>tag:2</id><title type="text">Use &lt;b&gt;</title><summary>1 &lt; 2</summary></entry></feed>
      """)
    #expect(atom.items.map(\.title) == ["Bold & brave", "Use <b>"])
    #expect(atom.items[0].content.html.hasPrefix("<p>One <a href=\"https://a.example/r\""))
    #expect(atom.items[0].content.html.hasSuffix(">two</a><br>three</p>") && atom.items[0].author == "Ada")
    #expect(atom.items[1].content.html == "<p>1 &lt; 2</p>")
    let prefixed = try FeedTests.feed(
      "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:title>x</a:title></a:entry></a:feed>")
    #expect(prefixed.items.map(\.title) == ["x"])
  }

  @Test("JSON Feed, without its broken items")
  func json() throws {
    let feed = try FeedTests.feed(
      """
      {"version":"https://jsonfeed.org/version/1.1","title":"J","home_page_url":"/","items":[
      {"id":1,"content_text":"one\\ntwo <b>","authors":[{"name":"Ada"}]},5,null,{"id":[]},
      {"id":"2","title":"T","content_html":"<p>x<script>y","image":"i.png","date_published":"2026-11-26"}]}
      """)
    #expect(feed.items.map(\.key) == ["1", "2"] && feed.link == "https://hilltop.example/")
    #expect(feed.items[0].content.html == "<p>one</p><p>two &lt;b&gt;</p>" && feed.items[0].author == "Ada")
    #expect(feed.items[1].pictures.map(\.address) == ["https://hilltop.example/news/i.png"])
  }

  @Test("a post of Mastodon has no title but pictures with words")
  func mastodon() throws {
    let items = try FeedTests.items(
      """
      <item><guid isPermaLink="true">https://school.example/@hilltop/1</guid>
      <link>https://school.example/@hilltop/1</link><pubDate>Thu, 26 Nov 2026 10:30:00 +0000</pubDate>
      <description>&lt;p&gt;Game
      &lt;a href="https://a.example/day"&gt;#&lt;span&gt;day&lt;/span&gt;&lt;/a&gt;&lt;/p&gt;</description>
      <media:content url="https://files.example/1.png" type="image/png" fileSize="1" medium="image">
      <media:rating scheme="urn:simple">nonadult</media:rating>
      <media:description type="plain">The team</media:description></media:content></item>
      """, "xmlns:media=\"http://search.yahoo.com/mrss/\"")
    #expect(items.count == 1 && items[0].title == nil && items[0].content.text == "Game #day")
    #expect(items[0].pictures.map(\.alt) == ["The team"])
  }

  @Test("an item is there once: by its id, else by its link and title")
  func twice() throws {
    let items = try FeedTests.items(
      "<item><guid>a</guid><title>1</title></item><item><guid>a</guid><title>2</title></item>"
        + "<item><link>/x</link><title>3</title></item><item><link>/x</link><title>3</title></item>"
        + "<item><link>/x</link><title>4</title></item><item></item>")
    #expect(items.map(\.title) == ["1", "3", "4"])
  }
}

@Suite("Broken and hostile feeds")
struct BrokenFeedTests {
  @Test("are read as far as they go")
  func broken() throws {
    let items = try FeedTests.items(
      "<item><title>Bare & ampersand &nbsp; <i>tag</i></title>"
        + "<description>one<br>two <b>x</description></item>"
        + "<item><title>No end<link>/x</link></item></wrong><item attr=\"<title>2</title></item>")
    #expect(items.map(\.title) == ["Bare & ampersand tag", "No end"])
    #expect(items[0].content.html == "<p>one<br>two <strong>x</strong></p>")
    let cut = try FeedTests.feed("<rss><channel><item><title>whole</title></item><item><title>half</ti")
    #expect(cut.items.map(\.title) == ["whole"])
  }

  @Test("open nothing and don't grow")
  func entities() throws {
    let bomb =
      "<!DOCTYPE rss [<!ENTITY a \"ha\">"
      + (1..<30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()
      + "<!ENTITY file SYSTEM \"file:///etc/passwd\"><!ENTITY % ext SYSTEM \"http://e.example/x\">%ext;]>"
    let feed = try FeedTests.feed(
      "<?xml version='1.0'?>\(bomb)<rss><channel><item><title>&a29; &file;</title></item></channel></rss>")
    #expect(feed.items.map(\.title) == ["&a29; &file;"])
  }

  @Test("are told from pages, which may name their feed")
  func pages() {
    let page = "<!doctype html><html><head><title>Hilltop</title>"
    #expect(throws: FeedFlaw.page(feed: "https://hilltop.example/rss")) {
      try FeedTests.feed(
        page + "<link rel=alternate type='application/rss+xml' href='/rss'></head><body><p>x</p></body>")
    }
    #expect(throws: FeedFlaw.page(feed: nil)) { try FeedTests.feed(page + "<body>") }
    for text in ["", "  ", "words", "{\"a\":1}", "{", "[]", "<x/>", "\u{0}"] {
      #expect(throws: FeedFlaw.unreadable) { try FeedTests.feed(text) }
    }
  }

  @Test("in any encoding, declared or not, wrongly or not")
  func encodings() throws {
    func title(_ head: String, _ bytes: [UInt8], _ type: String? = nil) throws -> String? {
      try Feed(
        Array("\(head)<rss><channel><title>".utf8) + bytes + Array("</title></channel></rss>".utf8),
        contentType: type, address: nil
      ).title
    }
    let utf8 = Array("Grüße €".utf8)
    #expect(try title("", utf8) == "Grüße €")
    #expect(try title("<?xml version='1.0' encoding='ISO-8859-1'?>", utf8) == "Grüße €")
    #expect(try title("\u{FEFF}", utf8, "text/xml; charset=latin1") == "Grüße €")
    #expect(try title("<?xml version='1.0' encoding='utf-8'?>", [0x47, 0xFC, 0x80]) == "Gü€")
    #expect(try title("<?xml version='1.0' encoding=\"ISO-8859-15\"?>", [0xE9, 0xA4]) == "é€")
    #expect(try title("", [0x93, 0xFA, 0x96, 0x7B], "text/xml; charset=Shift_JIS") == "日本")
    #expect(try title("", [0xCF, 0xF0, 0xE8], "text/xml;charset=\"windows-1251\"") == "При")
    #expect(try title("<?xml version='1.0' encoding='no-such-thing'?>", [0xE9]) == "é")
    for (mark, isLittle) in [([UInt8(0xFF), 0xFE], true), ([0xFE, 0xFF], false)] {
      let wide = "<rss><channel><title>Grüße</title></channel></rss>".utf16.flatMap { unit in
        isLittle ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
      }
      #expect(try Feed(mark + wide, contentType: nil, address: nil).title == "Grüße")
    }
  }

  @Test("take no more time or room than others", arguments: HostileFeed.all)
  func hostile(feed: HostileFeed) {
    let bytes = Array(feed.text.utf8)
    let (items, took) = ProcessorTime.ofThread {
      do { return try Feed(bytes, contentType: nil, address: FeedTests.address).items } catch { return [] }
    }
    // Two mebibytes take half a second in a debug build; what reads bytes twice takes minutes.
    #expect(took < .seconds(15))
    #expect(items.count <= Feed.maxItems)
    #expect(items.allSatisfy { $0.content.html.utf8.count <= CleanHTML.maxBytes + 200 })
    #expect(items.allSatisfy { ($0.title?.count ?? 0) <= FeedItem.maxTitle })
  }
}

/// A feed of half a mebibyte that means no good.
struct HostileFeed: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String

  private init(_ name: String, _ start: String, _ part: String, _ end: String = "") {
    testDescription = name
    text = start + String(repeating: part, count: (512 << 10) / part.utf8.count) + end
  }

  private static let item = "<rss><channel><item><title>t</title><description>"
  static let all = [
    HostileFeed("tags", "<rss>", "<a "), HostileFeed("quotations", "<rss>", "<a \""),
    HostileFeed("data", "<rss>", "<![CDATA["), HostileFeed("comments", "<rss>", "<!--"),
    HostileFeed("items", "<rss><channel>", "<item><title>x</title></item>"),
    HostileFeed("open items", "<rss><channel>", "<item><title>"),
    HostileFeed("elements in each other", item, "<b>", "</description></item>"),
    HostileFeed("end tags", item, "</zz>"), HostileFeed("references", item, "&amp;", "</description></item>"),
    HostileFeed("scripts", item + "<![CDATA[", "<script></scrip", "]]></description></item>"),
    HostileFeed("pictures", item + "<![CDATA[", "<img src=é.png>", "]]></description></item>"),
    HostileFeed("links", item + "<![CDATA[", "<a href=/x>", "]]></description></item>"),
    HostileFeed("lists", item + "<![CDATA[", "<ul><li>", "]]></description></item>"),
    HostileFeed("attributes", "<rss ", "a=b "), HostileFeed("entities", "<!DOCTYPE x [", "<!ENTITY a 'x'>"),
    HostileFeed("accents", item, "\u{301}", "</description></item>"),
    HostileFeed("JSON", "{\"items\":", "[", ""),
  ]
}
