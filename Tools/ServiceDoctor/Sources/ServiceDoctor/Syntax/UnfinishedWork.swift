/// Recognises comments that promise work which is still to come.
enum UnfinishedWork {
    /// Says whether a line of a comment does: "TODO: fetch them", "Mock data, replace with the actual call", "In a real app, this would
    /// ask the server", "This will be filled later".
    static func isPromise(_ line: Substring) -> Bool {
        let words = line.lowercased().split { !$0.isLetter }
        let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
        if !single.isDisjoint(with: words) || pairs.contains(where: ofTwo.contains) { return true }
        // "This will be populated with the calls."
        return zip(pairs, words.dropFirst(2)).contains { $0 == "will be" && done.contains($1) }
    }

    private static let single: Set<Substring> = ["todo", "fixme", "placeholder"]

    private static let ofTwo: Set<String> = [
        "replace with", "for now", "a real", "not implemented", "yet implemented", "once implemented", "mock data",
    ]

    private static let done: Set<Substring> = ["populated", "implemented", "added", "replaced", "filled"]
}
