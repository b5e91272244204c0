import Feeds
import Testing

@Suite("A stranger's HTML")
struct CleanHTMLTests {
  @Test(
    "is written anew in a few tags",
    arguments: [
      ("<p>Hi <b>you</b></p>", "<p>Hi <strong>you</strong></p>"),
      ("one<br>two", "<p>one<br>two</p>"), ("<div>a</div><div>b</div>", "<p>a</p><p>b</p>"),
      (
        "<ul><li>a<li>b<ul><li>c</ul></ul>",
        "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"
      ),
      ("<h1>T</h1>text<pre>a\n  b</pre>", "<h3>T</h3><p>text</p><pre>a\n  b</pre>"),
      ("<table><tr><td>a<td>b<tr><td>c</table>", "<p>a b</p><p>c</p>"),
      ("<p><em>a<p>b</em></p>", "<p><em>a</em></p><p>b</p>"), ("<p></p><p> </p>x", "<p>x</p>"),
      ("<xhtml:p>a</xhtml:p>", "<p>a</p>"), ("1 < 2 & 3", "<p>1 &lt; 2 &amp; 3</p>"),
      ("&eacute;&#8217;&#x1F600;&#150;&bogus;", "<p>é’😀–&amp;bogus;</p>"),
      // To Swift, these signs are one character with what stands beside them.
      ("&#x600;<b></b><p></p>a", "<p>\u{600}</p><p>a</p>"),
      ("<b>&#x301;a&#x600;<br>&#x600;", "<p><strong>\u{301}a\u{600}<br>\u{600}</strong></p>"),
    ])
  func tags(source: String, html: String) {
    #expect(CleanHTML(source, base: nil).html == html)
  }

  @Test(
    "loses what runs, loads or asks",
    arguments: [
      "<script>alert(1)</script>a", "<SCRIPT/x>alert(1)</script >a", "<style>p{}</style>a",
      "<svg><script>x</script><a href=x>y</a></svg>a", "<iframe src='//e'>x</iframe>a",
      "<object><param><embed></object>a", "<math><mtext><img src=x onerror=y></mtext></math>a",
      "<p onclick=x style='color:red' class=z id=q>a</p>", "<a href='javascript:x'>a</a>",
      "<a href=' JaVaScRiPt:x'>a</a>", "<a href='data:text/html,x'>a</a>",
      "<a href='&#106;avascript:x'>a</a>",
      "<a href=\"java\nscript:x\">a</a>", "<!-- <script> --><p>a", "<template><b>x</b></template>a",
      "<textarea><b>x</textarea>a", "<form action=x><input name=y>a</form>", "<p>a<script>x", "a<p <script",
      "<base href='//e'><meta http-equiv=refresh content='0;//e'>a", "\u{202E}a",
    ])
  func removed(source: String) {
    #expect(CleanHTML(source, base: "https://hilltop.example/").html == "<p>a</p>")
  }

  @Test("keeps links of the web, whole and without following them")
  func links() {
    let clean = CleanHTML("<a href=\"/b?x=1&amp;y=&quot;2\" onclick=x>ok", base: "https://hilltop.example/a/")
    #expect(
      clean.html
        == "<p><a href=\"https://hilltop.example/b?x=1&amp;y=%222\" rel=\"noopener nofollow\" "
        + "target=\"_blank\">ok</a></p>")
    #expect(clean.text == "ok")
  }

  @Test("gives its pictures away, but not those that count readers")
  func pictures() {
    let clean = CleanHTML(
      "<img src=p.jpg alt='A &quot;gym&quot;' width=300 height=200px><img src=p.jpg><img src=t.gif width=1>"
        + "<img data-src=/lazy.png src='data:image/gif;base64,x'><img src='file:///etc/passwd'>",
      base: "https://hilltop.example/a/")
    #expect(clean.html.isEmpty)
    #expect(
      clean.pictures.map(\.address) == [
        "https://hilltop.example/a/p.jpg", "https://hilltop.example/lazy.png",
      ])
    #expect(clean.pictures[0].alt == "A \"gym\"" && clean.pictures[0].height == 200)
  }

  @Test("has a limit, and stays whole at it")
  func limits() {
    let long = CleanHTML(String(repeating: "<ul><li><b>&amp;word</b> ", count: 5000), base: nil)
    #expect(long.html.utf8.count <= CleanHTML.maxBytes + 200)
    #expect(long.html.contains("…") && long.html.hasSuffix("</ul>"))
    #expect(long.text.count == CleanHTML.maxText)
    let address = "https://hilltop.example/?" + String(repeating: "&amp;", count: 900)
    let link = CleanHTML(String(repeating: "a", count: 16_300) + "<a href='\(address)'>b", base: nil)
    #expect(link.html.utf8.count <= CleanHTML.maxBytes + 200 && link.html.hasSuffix("a…</p>"))
    let pictures = (0..<50).map { "<img src=https://hilltop.example/\($0).png>" }.joined()
    #expect(CleanHTML(pictures, base: nil).pictures.count == CleanHTML.maxPictures)
  }
}
