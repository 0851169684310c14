/// Prometheus' text format, version 0.0.4: how names, labels and numbers are written.
enum PrometheusFormat {
    /// Returns a name that the format allows: what it does not allow becomes an underscore.
    ///
    /// - Parameter isLabel: Whether it names a label, which may hold no colon.
    static func name(_ text: String, isLabel: Bool = false) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isAllowed =
                switch scalar {
                case "a"..."z", "A"..."Z", "_": true
                case "0"..."9": !name.isEmpty
                case ":": !isLabel
                default: false
                }
            if !isAllowed, name.isEmpty, ("0"..."9").contains(scalar) {
                name += "_\(scalar)"
            } else {
                name.unicodeScalars.append(isAllowed ? scalar : "_")
            }
        }
        return name.isEmpty ? "_" : name
    }

    /// Returns labels as the format writes them between braces, by name and each once.
    static func labels(_ labels: [(String, String)]) -> String {
        var values: [String: String] = [:]
        for (label, text) in labels {
            let name = name(label, isLabel: true)
            // Histograms have one of this name of their own.
            values[name == "le" ? "exported_le" : name] = value(text)
        }
        return values.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
    }

    /// Returns a label's value with backslash, quotation mark and line feed escaped.
    static func value(_ text: String) -> String {
        var value = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": value += "\\\\"
            case "\"": value += "\\\""
            case "\n": value += "\\n"
            default: value.unicodeScalars.append(scalar)
            }
        }
        return value
    }

    /// Returns a help text with backslash and line feed escaped.
    static func help(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    /// Returns a number as the format writes it.
    static func number(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return String(number)
    }
}
