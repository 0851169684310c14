/// Tells files that a project has copied from others, by the licence and the name at their head.
enum BorrowedFiles {
    /// Returns who grants a licence in a file's first lines, as published libraries do; nil where nobody does.
    static func licensor(in bytes: [UInt8]) -> String? {
        let head = 0..<endOfComments(in: bytes.prefix(longestHead))
        guard grants.contains(where: { bytes.contains(word: $0, in: head) }) else { return nil }
        let lines = bytes[head].split(separator: UInt8(ascii: "\n"))
        let line = lines.first { Array($0).contains(word: "opyright") } ?? []
        // Years differ from file to file.
        return String(decoding: line, as: UTF8.self).filter(\.isLetter).lowercased()
    }

    /// Where the comments end that a file begins with.
    private static func endOfComments(in bytes: ArraySlice<UInt8>) -> Int {
        var end = 0
        var isInBlock = false
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            isInBlock = isInBlock || text.starts(with: "/*".utf8)
            guard isInBlock || text.isEmpty || text.starts(with: "//".utf8) else { break }
            if Array(line).contains(word: "*/") { isInBlock = false }
            end = line.endIndex
        }
        return end
    }

    /// Returns which of a project's files are others': licensed by somebody who licensed few of them.
    /// - Parameter licensors: Those of all files that ship.
    static func find(in licensors: [String?]) -> [Bool] {
        var counts: [String: Int] = [:]
        for licensor in licensors { if let licensor { counts[licensor, default: 0] += 1 } }
        let licensed = counts.values.reduce(0, +)
        let hasOwn = (counts.values.max() ?? 0) * 2 >= licensors.count
        // Where many people license parts of one project, none of them is a stranger.
        guard hasOwn || isFew(licensed, of: licensors.count) else { return licensors.map { _ in false } }
        return licensors.map { licensor in licensor.map { isFew(counts[$0] ?? 0, of: licensors.count) } ?? false }
    }

    private static func isFew(_ count: Int, of all: Int) -> Bool { count * 4 < all }

    private static let longestHead = 2_500

    /// From the licences of MIT, Apache, BSD and zlib.
    private static let grants: [StaticString] = [
        "Permission is hereby granted", "Licensed under the Apache License", "Licensed under Apache License",
        "Redistribution and use in source and binary forms", "Permission is granted to anyone to use this software",
    ]
}
