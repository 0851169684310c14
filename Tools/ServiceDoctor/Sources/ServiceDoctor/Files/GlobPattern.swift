/// Matches paths against a pattern with `*`, `**` and `?`.
struct GlobPattern: Sendable, Hashable {
    private let parts: [[Character]]

    /// Makes a pattern. One without a slash matches at any depth; one that ends in a slash, or names a folder,
    /// matches all that lies in it.
    init(_ text: String) {
        var text = Substring(text)
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        let isAnchored = text.hasPrefix("/") || text.dropLast().contains("/")
        var parts = text.split(separator: "/").map(Array.init)
        if !isAnchored { parts.insert(["*", "*"], at: 0) }
        self.parts = parts
    }

    /// Says whether a path, or a folder that it lies in, matches.
    func matches(_ path: String) -> Bool {
        let components = path.split(separator: "/").map(Array.init)
        return Self.match(parts[...], components[...])
    }

    private static func match(_ parts: ArraySlice<[Character]>, _ path: ArraySlice<[Character]>) -> Bool {
        guard let part = parts.first else { return true }
        if part == ["*", "*"] {
            let rest = parts.dropFirst()
            if rest.isEmpty { return !path.isEmpty }
            return path.indices.contains { match(rest, path[$0...]) }
        }
        guard let name = path.first, matchName(part, name) else { return false }
        return match(parts.dropFirst(), path.dropFirst())
    }

    /// Matches one name in linear time, going back to the last star only.
    private static func matchName(_ pattern: [Character], _ name: [Character]) -> Bool {
        var patternIndex = 0
        var nameIndex = 0
        var star: (pattern: Int, name: Int)?
        while nameIndex < name.count {
            if patternIndex < pattern.count, pattern[patternIndex] == "*" {
                star = (patternIndex, nameIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count,
                pattern[patternIndex] == "?" || pattern[patternIndex] == name[nameIndex]
            {
                patternIndex += 1
                nameIndex += 1
            } else if let last = star {
                patternIndex = last.pattern + 1
                nameIndex = last.name + 1
                star = (last.pattern, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[patternIndex...].allSatisfy { $0 == "*" }
    }
}
