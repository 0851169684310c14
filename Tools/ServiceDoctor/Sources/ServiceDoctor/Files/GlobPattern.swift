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

    /// Says what is wrong with a pattern that would match nothing, or everything, by mistake; it follows the pattern in a sentence.
    static func mistake(in text: String) -> String? {
        if text.hasPrefix("!") { return "begins with '!', but what is excluded cannot be taken back" }
        if text.hasPrefix("/"), text.count > 1 {
            return "begins with a slash: write it relative to the folder of the configuration"
        }
        let names = text.split(separator: "/")
        if names.allSatisfy({ $0 == "." }) { return "leaves out everything" }
        if names.contains("..") { return "leads out of the folder of the configuration" }
        if text.contains(where: { "{}[]".contains($0) }) {
            return
                "has a bracket: only *, ** and ? mean something, so write one pattern for each case, or ? for a bracket"
        }
        return nil
    }

    /// Says whether a path, or a folder that it lies in, matches.
    /// - Complexity: O(*n* · *m*) in the names of both, as it goes back to the last `**` only.
    func matches(_ path: String) -> Bool {
        let components = path.split(separator: "/").map(Array.init)
        var part = 0
        var name = 0
        // Behind the last `**`: the next part, and the first name that it has not been tried with.
        var retry: (part: Int, name: Int)?
        while part < parts.count {
            if parts[part] == ["*", "*"] {
                if part == parts.count - 1 { return name < components.count }
                part += 1
                retry = (part, name + 1)
            } else if name < components.count, Self.matchName(parts[part], components[name]) {
                part += 1
                name += 1
            } else if let last = retry, last.name < components.count {
                (part, name) = last
                retry = (last.part, last.name + 1)
            } else {
                return false
            }
        }
        return true
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
