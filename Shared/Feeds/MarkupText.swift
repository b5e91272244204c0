internal import Schema

/// The text between tags, whose references stand for characters.
enum MarkupText {
  /// Replaces the known references (`&amp;`, `&eacute;`, `&#233;`, `&#xE9;`). Unknown ones stay as they are.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      guard bytes[at] == UInt8(ascii: "&"), let (scalar, next) = reference(bytes, at) else {
        out.append(bytes[at])
        at += 1
        continue
      }
      out.append(contentsOf: String(Character(scalar)).utf8)
      at = next
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The longest reference: `&thetasym;`, or a number with some zeros in front.
  private static let maxReference = 12

  private static func reference(_ bytes: ArraySlice<UInt8>, _ start: Int) -> (Unicode.Scalar, Int)? {
    let limit = min(bytes.endIndex, start + maxReference)
    guard let semicolon = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(start + 1)..<semicolon], as: UTF8.self)
    guard let scalar = name.hasPrefix("#") ? numbered(name.dropFirst()) : EntityNames.scalar(name) else {
      return nil
    }
    return (scalar, semicolon + 1)
  }

  private static func numbered(_ text: Substring) -> Unicode.Scalar? {
    let isHex = text.hasPrefix("x") || text.hasPrefix("X")
    let digits = isHex ? text.dropFirst() : text
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let number = UInt32(digits, radix: isHex ? 16 : 10)
    else { return nil }
    switch number {
    case 0x09, 0x0A: return Unicode.Scalar(number)
    case 0...0x1F, 0x7F: return " "
    // Pages mean Windows-1252 by these (HTML, "numeric character reference end state").
    case 0x80...0x9F: return TextEncoding.windows1252.text([UInt8(number)]).unicodeScalars.first
    default: return Unicode.Scalar(number) ?? "\u{FFFD}"
    }
  }
}

/// The names of characters in HTML that pages use.
enum EntityNames {
  static func scalar(_ name: String) -> Unicode.Scalar? { all[name] }

  private static let all: [String: Unicode.Scalar] = {
    var all: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "\u{152}", "oelig": "\u{153}",
      "Scaron": "\u{160}", "scaron": "\u{161}", "Yuml": "\u{178}", "circ": "\u{2C6}", "tilde": "\u{2DC}",
      "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
      "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
      "sbquo": "\u{201A}", "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bdquo": "\u{201E}",
      "dagger": "\u{2020}", "Dagger": "\u{2021}", "permil": "\u{2030}", "lsaquo": "\u{2039}",
      "rsaquo": "\u{203A}", "euro": "\u{20AC}", "bull": "\u{2022}", "hellip": "\u{2026}",
      "prime": "\u{2032}", "Prime": "\u{2033}", "trade": "\u{2122}", "larr": "\u{2190}", "uarr": "\u{2191}",
      "rarr": "\u{2192}", "darr": "\u{2193}", "harr": "\u{2194}", "minus": "\u{2212}", "infin": "\u{221E}",
      "ne": "\u{2260}", "le": "\u{2264}", "ge": "\u{2265}", "asymp": "\u{2248}", "radic": "\u{221A}",
      "fnof": "\u{192}", "alpha": "\u{3B1}", "beta": "\u{3B2}", "gamma": "\u{3B3}", "delta": "\u{3B4}",
      "lambda": "\u{3BB}", "mu": "\u{3BC}", "pi": "\u{3C0}", "sigma": "\u{3C3}", "omega": "\u{3C9}",
      "Omega": "\u{3A9}", "Delta": "\u{394}", "Sigma": "\u{3A3}", "hearts": "\u{2665}",
      "check": "\u{2713}", "star": "\u{2606}", "starf": "\u{2605}",
    ]
    for (index, name) in latin.split(separator: " ").enumerated() {
      all[String(name)] = Unicode.Scalar(UInt8(0xA0 + index))
    }
    return all
  }()

  /// The names of U+00A0 to U+00FF in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
    Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
    Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
    auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
    ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """
}
