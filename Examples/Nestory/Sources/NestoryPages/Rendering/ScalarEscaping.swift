import Mustache

/// HTML whose special characters are escaped scalar by scalar.
///
/// Mustache's own escaping looks at whole characters, and a quotation mark that a combining mark follows is another
/// character: it would reach the page as it is, and end an attribute there.
struct ScalarEscaping: MustacheContentType {
    static let name = "HTML_BY_SCALAR"

    func escapeText(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // A browser would turn it into a line feed, and saving the form would then change the text.
            case "\r": escaped += "&#13;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
