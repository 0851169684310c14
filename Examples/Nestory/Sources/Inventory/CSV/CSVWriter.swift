/// Writes CSV as RFC 4180 defines it, with CRLF at the end of each line.
public enum CSVWriter {
    /// Appends one record.
    ///
    /// - Parameters:
    ///   - fields: The texts; those that need quotes get them.
    ///   - output: Where the bytes go.
    public static func append(_ fields: some Sequence<String>, to output: inout [UInt8]) {
        var first = true
        for field in fields {
            if !first { output.append(UInt8(ascii: ",")) }
            first = false
            append(field, to: &output)
        }
        output.append(contentsOf: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    }

    private static func append(_ field: String, to output: inout [UInt8]) {
        let isFormula = SpreadsheetGuard.isNeeded(for: field)
        let needsQuotes = isFormula || field.utf8.contains { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }
        guard needsQuotes else {
            output.append(contentsOf: field.utf8)
            return
        }
        output.append(UInt8(ascii: "\""))
        if isFormula { output.append(SpreadsheetGuard.mark) }
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { output.append(byte) }
            output.append(byte)
        }
        output.append(UInt8(ascii: "\""))
    }
}
