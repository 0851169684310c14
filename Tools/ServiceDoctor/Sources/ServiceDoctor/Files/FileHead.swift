/// What Xcode writes at the head of a new file: the project, who created it and when.
struct FileHead: Sendable, Hashable {
    let project: String
    /// The letters of the name.
    let author: String
    /// More than one where the date can be read in two ways: 14/02/16.
    let years: ClosedRange<Int>

    /// Reads the comments at the beginning of a file.
    ///
    /// `// Radio.swift`, `// Tuner`, `// Created by Ann Lee on 3/24/16.`
    init?(of bytes: [UInt8]) {
        let comments = bytes.prefix(Self.longest).split(separator: UInt8(ascii: "\n"))
            .prefix { $0.starts(with: "//".utf8) }
            .map { Self.text(of: String(decoding: $0, as: UTF8.self)) }.filter { !$0.isEmpty }
        guard let line = comments.firstIndex(where: { $0.hasPrefix(Self.created) }), line == 2,
            let on = comments[line].ranges(of: " on ").last,
            let years = Self.years(in: comments[line][on.upperBound...]),
            // What a template leaves open.
            !comments[1].contains("__")
        else { return nil }
        project = Self.letters(of: comments[1])
        author = Self.letters(of: comments[line][..<on.lowerBound].dropFirst(Self.created.count))
        self.years = years
    }

    /// Returns which files belong to a library that was copied as a whole: to a project older than the app, by authors who wrote nothing
    /// else here. One to three copied files do not count, as people usually go on to change them.
    /// - Parameters:
    ///   - heads: Those of all files that ship.
    ///   - starts: Those of the files that start an app.
    static func areOlder(_ heads: [FileHead?], than starts: [FileHead]) -> [Bool] {
        let nothing = heads.map { _ in false }
        guard let first = starts.map(\.years.lowerBound).min() else { return nothing }
        let projects = Dictionary(grouping: heads.lazy.compactMap(\.self), by: \.project)
        let older = projects.filter { project, files in
            guard files.count >= few, files.allSatisfy({ $0.years.upperBound < first }),
                !starts.contains(where: { isSame($0.project, project) })
            else { return false }
            let others = Set(projects.filter { $0.key != project }.values.joined().map(\.author))
            return !Set(files.map(\.author)).contains { author in others.contains { isSame($0, author) } }
        }
        // If most files are older, the app was added to an older project.
        guard older.values.reduce(0, { $0 + $1.count }) * 2 < heads.count else { return nothing }
        return heads.map { head in head.map { older[$0.project] != nil } ?? false }
    }

    /// `Shop` and `Shop (iOS)`, `Ann` and `Ann Lee`.
    private static func isSame(_ one: String, _ other: String) -> Bool { one.hasPrefix(other) || other.hasPrefix(one) }

    private static func letters(of text: Substring) -> String { text.filter(\.isLetter).lowercased() }

    /// What a comment says.
    private static func text(of comment: String) -> Substring {
        let isMark = { (character: Character) in character == "/" || character.isWhitespace }
        let rest = comment.drop(while: isMark)
        return rest.lastIndex { !isMark($0) }.map { rest[...$0] } ?? ""
    }

    /// The years that a date may be in: 14/02/2016, 2016/3/24, 3/24/16.
    private static func years(in date: Substring) -> ClosedRange<Int>? {
        let numbers = date.split { !$0.isASCII || !$0.isNumber }
        guard numbers.count == 3, let first = Int(numbers[0]), let last = Int(numbers[2]) else { return nil }
        let possible = [first, last].map { $0 < 100 ? $0 + 2_000 : $0 }.filter(known.contains)
        if numbers[0].count == 4 || numbers[2].count == 4 {
            let long = numbers[0].count == 4 ? first : last
            return known.contains(long) ? long...long : nil
        }
        guard let earliest = possible.min(), let latest = possible.max() else { return nil }
        return earliest...latest
    }

    /// Years of other calendars, such as 2567, lie outside.
    private static let known = 2_007...2_060

    private static let few = 4
    private static let created = "Created by "
    private static let longest = 1_500
}
