/// Source code with an arrow before every place that is expected to be found, and lines that begin another file.
struct MarkedSource {
    private(set) var files: [(path: String, code: String)] = []
    /// The marked places as `path:line:column`, sorted.
    private(set) var places: [String] = []

    init(_ code: String) {
        var path = "Sources/App/Example.swift"
        var lines: [String] = []
        func flush() {
            if !lines.isEmpty { files.append((path, lines.joined(separator: "\n") + "\n")) }
            lines = []
        }
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("// FILE: ") {
                flush()
                path = String(line.dropFirst("// FILE: ".count))
                continue
            }
            var text = ""
            for character in line {
                if character == "↓" {
                    places.append("\(path):\(lines.count + 1):\(text.utf8.count + 1)")
                } else {
                    text.append(character)
                }
            }
            lines.append(text)
        }
        flush()
        places.sort()
    }
}
