import SwiftSyntax

/// The lines on which an author has told SwiftLint or swift-format that a forced unwrap, cast or try is meant.
struct LintDirectives: Sendable {
    private var lines: [String: Set<Int>] = [:]
    private var regions: [String: [Range<Int>]] = [:]

    /// Reads the comments of a file line by line.
    /// - Complexity: O(*n*) in the file's bytes where the file has such comments, else one search.
    init(_ bytes: [UInt8]) {
        readFormatDirectives(bytes)
        guard bytes.contains(word: "swiftlint:disable") else { return }
        var open: [String: Int] = [:]
        let text = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in text.enumerated() {
            let bytes = Array(line)
            guard bytes.contains(word: "swiftlint:") else { continue }
            let number = index + 1
            let comment = String(decoding: line, as: UTF8.self).split(separator: "swiftlint:").last ?? ""
            let words = comment.split { $0 == " " || $0 == "," || $0 == "\r" }.map(String.init)
            guard let command = words.first else { continue }
            for rule in words.dropFirst() {
                switch command {
                case "disable:next": lines[rule, default: []].insert(number + 1)
                case "disable:this": lines[rule, default: []].insert(number)
                case "disable:previous": lines[rule, default: []].insert(number - 1)
                case "disable": open[rule] = open[rule] ?? number
                case "enable":
                    if let start = open.removeValue(forKey: rule) {
                        regions[rule, default: []].append(start..<number)
                    }
                default: break
                }
            }
        }
        for (rule, start) in open { regions[rule, default: []].append(start..<Int.max) }
    }

    /// `// swift-format-ignore: NeverUseForceTry` above a line, and `swift-format-ignore-file` for all of them.
    private mutating func readFormatDirectives(_ bytes: [UInt8]) {
        guard bytes.contains(word: "swift-format-ignore") else { return }
        var waiting: Set<String> = []
        let text = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in text.enumerated() {
            let comment = String(decoding: line, as: UTF8.self)
            guard let command = comment.split(separator: "swift-format-ignore").dropFirst().last,
                comment.contains("//")
            else {
                let isComment = comment.drop(while: \.isWhitespace).hasPrefix("//")
                if isComment { continue }
                for rule in waiting { lines[rule, default: []].insert(index + 1) }
                waiting = []
                continue
            }
            let words = command.split { " :,-\r".contains($0) }.map(String.init)
            let isWholeFile = words.first == "file"
            let named = words.dropFirst(isWholeFile ? 1 : 0)
            let rules = named.isEmpty ? ["all"] : named.flatMap { Self.formatRules[$0] ?? [] }
            if isWholeFile {
                for rule in rules { regions[rule, default: []].append(1..<Int.max) }
            } else {
                waiting.formUnion(rules)
            }
        }
    }

    /// The rules of SwiftLint that those of swift-format correspond to.
    private static let formatRules: [String: [String]] = [
        "NeverUseForceTry": ["force_try"],
        "NeverForceUnwrap": ["force_unwrapping", "force_cast"],
    ]

    /// Says whether one of these rules, or every rule, is switched off on a line.
    func disable(_ rules: [String], onLine line: Int) -> Bool {
        (rules + ["all"]).contains { rule in
            lines[rule]?.contains(line) ?? false || regions[rule]?.contains { $0.contains(line) } ?? false
        }
    }

    /// Says whether a rule of the project's own, with a word in its name, is switched off on a line.
    func disable(rulesNaming word: String, onLine line: Int) -> Bool {
        Set(lines.keys).union(regions.keys).contains { $0.contains(word) && disable([$0], onLine: line) }
    }
}
