/// What Xcode writes at the head of a new file: the project, who created it and in which year.
struct FileHead: Sendable, Hashable {
    let project: String
    let author: String
    let year: Int

    /// Reads the comments at the beginning of a file.
    ///
    /// `// Radio.swift`, `// Tuner`, `// Created by Ann Lee on 3/24/16.`
    init?(of bytes: [UInt8]) {
        let comments = bytes.prefix(Self.longest).split(separator: UInt8(ascii: "\n"))
            .prefix { $0.starts(with: "//".utf8) }
            .map { Self.text(of: String(decoding: $0, as: UTF8.self)) }.filter { !$0.isEmpty }
        guard let line = comments.firstIndex(where: { $0.hasPrefix(Self.created) }), line == 2,
            let on = comments[line].ranges(of: " on ").last, let year = Self.year(in: comments[line][on.upperBound...])
        else { return nil }
        project = String(comments[1])
        author = comments[line][..<on.lowerBound].dropFirst(Self.created.count).lowercased()
        self.year = year
    }

    /// Returns which files belong to an older project, whose authors wrote nothing else here.
    /// - Parameters:
    ///   - heads: Those of all files that ship.
    ///   - starts: Those of the files that start an app.
    static func areOlder(_ heads: [FileHead?], than starts: [FileHead]) -> [Bool] {
        guard let first = starts.map(\.year).min() else { return heads.map { _ in false } }
        var projects: [String: [FileHead]] = [:]
        var works: [String: Set<String>] = [:]
        for head in heads.lazy.compactMap(\.self) {
            projects[head.project, default: []].append(head)
            works[head.author, default: []].insert(head.project)
        }
        let older = projects.filter { _, files in
            files.count * 2 < heads.count
                && files.allSatisfy { $0.year < first && works[$0.author]?.count == 1 }
        }
        return heads.map { head in head.map { older[$0.project] != nil } ?? false }
    }

    /// What a comment says.
    private static func text(of comment: String) -> Substring {
        let isMark = { (character: Character) in character == "/" || character.isWhitespace }
        let rest = comment.drop(while: isMark)
        return rest.lastIndex { !isMark($0) }.map { rest[...$0] } ?? ""
    }

    /// The year of a date in any order: 14/02/2016, 3/24/16, 2016/3/24.
    private static func year(in date: Substring) -> Int? {
        let numbers = date.split { !$0.isASCII || !$0.isNumber }
        if let long = numbers.first(where: { $0.count == 4 }) { return Int(long) }
        guard numbers.count == 3, let short = numbers.last.flatMap({ Int($0) }), short < 60 else { return nil }
        return 2_000 + short
    }

    private static let created = "Created by "
    private static let longest = 1_500
}
