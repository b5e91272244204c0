internal import Schema

/// The text of a stranger as HTML that a page may show: a few tags, no attributes but the address of a link,
/// every element closed.
///
/// Nothing is copied from the source but text and the addresses of links, both escaped: the tags are written
/// anew. Scripts, styles, frames and forms are left out, pictures are collected.
package struct CleanHTML: Hashable, Sendable {
  /// Only `p`, `br`, `ul`, `ol`, `li`, `blockquote`, `pre`, `code`, `em`, `strong`, `h3` and `a`.
  package let html: String
  /// The same without tags, on one line.
  package let text: String
  package let pictures: [FeedPicture]

  /// The limit of `html` in bytes. A longer text ends with an ellipsis.
  package static let maxBytes = 16 * 1024
  /// The limit of `text` in characters.
  package static let maxText = 400
  /// The limit of elements within each other. The tags of deeper ones are left out.
  static let maxDepth = 12
  /// The limit of pictures.
  package static let maxPictures = 10

  /// - Parameter base: The address that relative ones are relative to.
  package init(_ source: [UInt8], base: String?) {
    var writer = HTMLWriter(base: base)
    var reader = MarkupReader(source, isHTML: true)
    while !writer.isFull, let token = reader.next() {
      switch token {
      case .start(let tag): writer.open(tag)
      case .end(let name): writer.close(name)
      case .text(let range, let isCDATA):
        writer.text(
          isCDATA
            ? String(decoding: source[range], as: UTF8.self) : MarkupText.decode(source[range]))
      }
    }
    writer.finish()
    html = writer.html
    text = FeedText.line(writer.plain, maxLength: CleanHTML.maxText)
    pictures = writer.pictures
  }

  package init(_ source: String, base: String?) { self.init(Array(source.utf8), base: base) }

  /// Plain text as HTML: its lines are kept.
  package init(plain source: String) {
    var writer = HTMLWriter(base: nil)
    for line in source.split(separator: "\n", omittingEmptySubsequences: true) where !writer.isFull {
      writer.text(String(line))
      writer.close("p")
    }
    writer.finish()
    html = writer.html
    text = FeedText.line(writer.plain, maxLength: CleanHTML.maxText)
    pictures = []
  }
}

/// Writes the elements of `CleanHTML`.
private struct HTMLWriter {
  let base: String?
  private(set) var html = ""
  private(set) var plain = ""
  private(set) var pictures: [FeedPicture] = []
  /// The open elements, by the names they are written with.
  private var open: [String] = []
  /// The depth of elements that are left out with their content.
  private var hidden: [String] = []
  private(set) var isFull = false
  private var endsWithSpace = true

  init(base: String?) { self.base = base }

  private static let written: [String: String] = [
    "p": "p", "ul": "ul", "ol": "ol", "li": "li", "blockquote": "blockquote", "pre": "pre", "code": "code",
    "em": "em", "i": "em", "cite": "em", "strong": "strong", "b": "strong", "h1": "h3", "h2": "h3",
    "h3": "h3", "h4": "h3", "h5": "h3", "h6": "h3", "a": "a", "menu": "ul", "dt": "p", "dd": "p",
    "figcaption": "p", "tt": "code", "kbd": "code", "samp": "code",
  ]
  private static let inline: Set<String> = ["code", "em", "strong", "a"]
  private static let containers: Set<String> = ["ul", "ol", "blockquote"]
  /// Elements that begin and end a paragraph, without a tag of their own.
  private static let breaks: Set<String> = [
    "div", "section", "article", "header", "footer", "main", "aside", "table", "tr", "figure", "dl", "hr",
    "form", "fieldset", "address", "details", "summary", "caption", "nav", "center", "body",
  ]
  private static let hiding: Set<String> = [
    "script", "style", "iframe", "object", "embed", "svg", "math", "template", "title", "textarea",
    "select", "button", "noembed", "noframes", "xmp", "canvas", "audio", "video", "applet", "dialog",
  ]
  private static let void: Set<String> = ["embed", "img", "br", "hr", "input", "link", "meta", "source"]

  mutating func open(_ tag: MarkupTag) {
    let name = HTMLWriter.local(tag.name)
    guard hidden.isEmpty else {
      if HTMLWriter.hiding.contains(name) && !tag.isClosed && hidden.count < CleanHTML.maxDepth,
        !HTMLWriter.void.contains(name)
      {
        hidden.append(name)
      }
      return
    }
    if HTMLWriter.hiding.contains(name) {
      if !tag.isClosed && !HTMLWriter.void.contains(name) { hidden.append(name) }
    } else if name == "img" {
      picture(tag)
    } else if name == "br" {
      lineBreak()
    } else if name == "td" || name == "th" {
      text(" ")
    } else if HTMLWriter.breaks.contains(name) {
      endBlock()
    } else if let written = HTMLWriter.written[name] {
      begin(written, tag)
    }
  }

  mutating func close(_ tagName: String) {
    let name = HTMLWriter.local(tagName)
    guard hidden.isEmpty else {
      if let index = hidden.lastIndex(of: name) { hidden.removeSubrange(index...) }
      return
    }
    if HTMLWriter.breaks.contains(name) { return endBlock() }
    guard let written = HTMLWriter.written[name], let index = open.lastIndex(of: written) else { return }
    // The end of an emphasis does not end the block around it.
    if HTMLWriter.inline.contains(written),
      open[index...].contains(where: { !HTMLWriter.inline.contains($0) })
    {
      return
    }
    end(downTo: index)
  }

  mutating func text(_ text: String) {
    guard hidden.isEmpty, !isFull else { return }
    let isPreformatted = open.contains("pre")
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isSpace =
        scalar.properties.isWhitespace && scalar != "\u{A0}" || scalar.properties.generalCategory == .control
      if isSpace && !isPreformatted {
        if !endsWithSpace { line.append(" ") }
        endsWithSpace = true
      } else if isSpace {
        line.append(scalar == "\n" ? "\n" : " ")
      } else {
        line.append(scalar)
        endsWithSpace = false
      }
    }
    guard !line.isEmpty else { return }
    let clean = Text.removingTurns(String(line), allowsLines: false)
    if clean.utf8.allSatisfy({ $0 == 0x20 }) && (open.last.map { HTMLWriter.containers.contains($0) } ?? true)
    {
      return
    }
    beginBlock()
    let escaped = clean.htmlEscaped
    guard html.utf8.count + escaped.utf8.count <= CleanHTML.maxBytes else { return cut(clean) }
    html += escaped
    plain += clean
  }

  mutating func finish() {
    end(downTo: 0)
  }

  // MARK: - Blocks

  private mutating func begin(_ name: String, _ tag: MarkupTag) {
    guard html.utf8.count < CleanHTML.maxBytes else { return cut("") }
    if name == "a" { return link(tag) }
    if HTMLWriter.inline.contains(name) {
      guard !open.contains(name), open.count < CleanHTML.maxDepth else { return }
      beginBlock()
      return write(name)
    }
    endInline()
    switch name {
    case "li":
      if let index = open.lastIndex(where: { ["ul", "ol"].contains($0) }) {
        end(downTo: index + 1)
      } else {
        endBlock()
        write("ul")
      }
    case "ul", "ol":
      // A list within a list stands in one of its items.
      if let last = open.last, ["p", "h3", "pre"].contains(last) { end(downTo: open.count - 1) }
      if let last = open.last, ["ul", "ol"].contains(last) { write("li") }
    default:
      if let last = open.last, ["p", "h3", "pre"].contains(last) { end(downTo: open.count - 1) }
      if let last = open.last, ["ul", "ol"].contains(last) { write("li") }
    }
    guard open.count < CleanHTML.maxDepth else { return }
    write(name)
    endsWithSpace = true
    if !plain.isEmpty && plain.last != " " { plain += " " }
  }

  private mutating func link(_ tag: MarkupTag) {
    if let index = open.lastIndex(of: "a") { end(downTo: index) }
    guard let href = tag["href"], let address = WebAddress.absolute(href, base: base),
      open.count < CleanHTML.maxDepth
    else { return }
    let start = "<a href=\"\(address.htmlEscaped)\" rel=\"noopener nofollow\" target=\"_blank\">"
    guard html.utf8.count + start.utf8.count <= CleanHTML.maxBytes else { return cut("") }
    beginBlock()
    html += start
    open.append("a")
  }

  private mutating func lineBreak() {
    guard !open.isEmpty, !ends(with: "<br><br>") else { return }
    if let last = open.last, HTMLWriter.containers.contains(last) { return }
    html += "<br>"
    if plain.last != " " { plain += " " }
    endsWithSpace = true
  }

  private mutating func picture(_ tag: MarkupTag) {
    guard pictures.count < CleanHTML.maxPictures else { return }
    let source = [tag["src"], tag["data-src"], tag["data-lazy-src"]].lazy.compactMap { $0 }
      .first { !$0.isEmpty && !$0.hasPrefix("data:") }
    guard let source, let address = WebAddress.absolute(source, base: base) else { return }
    let picture = FeedPicture(
      address: address, alt: tag["alt"], width: tag["width"], height: tag["height"])
    guard !picture.isTracker, !pictures.contains(where: { $0.address == address }) else { return }
    pictures.append(picture)
  }

  private mutating func write(_ name: String) {
    html += "<\(name)>"
    open.append(name)
  }

  /// Text and links stand in a block.
  private mutating func beginBlock() {
    guard let last = open.last else { return write("p") }
    if last == "ul" || last == "ol" { write("li") } else if last == "blockquote" { write("p") }
  }

  private mutating func endInline() {
    guard let index = open.firstIndex(where: { HTMLWriter.inline.contains($0) }) else { return }
    end(downTo: index)
  }

  /// Ends a paragraph, but no list or quotation around it.
  private mutating func endBlock() {
    endInline()
    if let last = open.last, ["p", "h3", "pre"].contains(last) { end(downTo: open.count - 1) }
    endsWithSpace = true
  }

  private mutating func end(downTo index: Int) {
    while open.count > index {
      let name = open.removeLast()
      let start = "<\(name)>"
      if ends(with: start) {
        // An element without content.
        html.unicodeScalars.removeLast(start.utf8.count)
      } else {
        html += "</\(name)>"
      }
      if !HTMLWriter.inline.contains(name) {
        endsWithSpace = true
        if !plain.isEmpty && plain.last != " " { plain += " " }
      }
    }
  }

  /// Goes by bytes: to Swift, a sign like U+0600 and the `<` that follows it are one character.
  private func ends(with tags: String) -> Bool {
    html.utf8.suffix(tags.utf8.count).elementsEqual(tags.utf8)
  }

  /// Writes as much of a text as fits and ends.
  private mutating func cut(_ text: String) {
    var room = CleanHTML.maxBytes - html.utf8.count
    for character in text {
      let escaped = String(character).htmlEscaped
      room -= escaped.utf8.count
      guard room >= 0 else { break }
      html += escaped
      plain.append(character)
    }
    beginBlock()
    html += "…"
    isFull = true
  }

  private static func local(_ name: String) -> String {
    guard let colon = name.lastIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }
}
