"""The tables of Shared/Schema/Money: how CLDR's locales write numbers (from Babel) and ISO 4217's currencies
with their decimals (from the package iso4217, which carries the list of its maintenance agency) and symbols.

    python Tests/Interop/money_tables.py     writes them anew

test_money_tables.py fails when the pinned packages differ from them.
"""
import pathlib
import unicodedata

import iso4217
from babel import Locale, numbers
from babel.localedata import locale_identifiers

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Shared/Schema/Money"
WIDTH = 104

# CLDR's numberingSystems.xml; Babel does not carry it.
ZEROS = {
    "latn": 0x30, "arab": 0x660, "arabext": 0x6F0, "nkoo": 0x7C0, "deva": 0x966, "beng": 0x9E6,
    "tibt": 0xF20, "mymr": 0x1040, "olck": 0x1C50, "mtei": 0xABF0, "cakm": 0x11136, "hmnp": 0x1E140,
    "adlm": 0x1E950,
}
BIDI = dict.fromkeys([0x200E, 0x200F, 0x61C])


def style(name):
    """Zero, separators for Latin digits, separators for the locale's own digits, minus, sizes of groups."""
    locale = Locale.parse(name)
    zero = ZEROS[locale.default_numbering_system]
    assert [unicodedata.decimal(chr(zero + n)) for n in range(10)] == list(range(10))
    signs = [
        read(locale, numbering_system=system)
        for system in ("latn", "default")
        for read in (numbers.get_decimal_symbol, numbers.get_group_symbol)
    ]
    assert all(len(sign) == 1 for sign in signs) and not set(signs[0::2]) & set(signs[1::2]), (name, signs)
    minus = numbers.get_minus_sign_symbol(locale, numbering_system="default")
    assert minus.translate(BIDI) in ("-", "\u2212"), (name, minus)
    return (zero, *map(ord, signs), *locale.decimal_formats[None].grouping, minus)


def styles():
    """Locales by style, without those that write as what is left of their name without its last part."""
    all_styles = {name.replace("_", "-"): style(name) for name in locale_identifiers()}
    found = {}
    for name, own in sorted(all_styles.items()):
        parent = name.rpartition("-")[0]
        while parent and parent not in all_styles:
            parent = parent.rpartition("-")[0]
        if not parent or all_styles[parent] != own:
            found.setdefault(own, []).append(name)
    return all_styles, sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))


def currencies():
    """Decimals and symbols by code. Codes without decimals in the list (gold, the code for tests) are left out."""
    found = {c.code: (c.exponent, set()) for c in iso4217.Currency if c.exponent is not None}
    for name in locale_identifiers():
        for code, symbol in Locale.parse(name).currency_symbols.items():
            plain = symbol.translate(BIDI).replace("\u00a0", " ").strip()
            if code in found and plain.upper() != code and not any(c.isdigit() for c in plain):
                found[code][1].add(plain)
    return {code: (digits, sorted(symbols)) for code, (digits, symbols) in sorted(found.items())}


def wrapped(first, words):
    """Lines that begin with `first`, and further ones with four spaces."""
    lines = [first]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("   ")
        lines[-1] += " " + word
    return lines


def number_styles_swift():
    lines = [
        "// Written by Tests/Interop/money_tables.py.",
        "",
        "extension NumberStyle {",
        "  /// What CLDR says of its locales: zero, decimal and group sign beside Latin digits, the same beside the",
        "  /// locale's own digits, minus, size of the last group and of the others; then the locales.",
        '  static let table = """',
    ]
    for (zero, *rest), names in styles()[1]:
        signs, (last, other, minus) = rest[:4], rest[4:]
        row = [f"{code:X}" for code in (zero, *signs)]
        row += ["+".join(f"{ord(c):X}" for c in minus), str(last), str(other), "|"]
        lines += ["    " + line for line in wrapped(" ".join(row), names)]
    return "\n".join([*lines, '    """', "}", ""])


def currencies_swift():
    lines = [
        "// Written by Tests/Interop/money_tables.py.",
        "",
        "extension CurrencyCode {",
        "  /// ISO 4217: a currency, its decimals, and the symbols that CLDR's locales have for it.",
        '  static let table = """',
    ]
    for code, (digits, symbols) in currencies().items():
        lines.append("    " + "\t".join([f"{code} {digits}", *symbols]).replace("\t", " | "))
    return "\n".join([*lines, '    """', "}", ""])


FILES = {"NumberStyleTable.swift": number_styles_swift, "CurrencyTable.swift": currencies_swift}

if __name__ == "__main__":
    for file, text in FILES.items():
        (FOLDER / file).write_text(text())
