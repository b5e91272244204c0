import QRCodes

// Writes the QR code of its argument, a row a line: `1` dark, `0` light.
let code = try QRCode.encode(CommandLine.arguments.dropFirst().joined(separator: " "))
print(code.rows.map { row in row.map { $0 ? "1" : "0" }.joined() }.joined(separator: "\n"))
