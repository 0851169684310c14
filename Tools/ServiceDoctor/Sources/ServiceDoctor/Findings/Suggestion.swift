/// Offers the known word that a misspelt one was probably meant to be.
enum Suggestion {
    /// Returns " Did you mean 'word'?", or nothing where no known word is near.
    static func text(for word: String, among known: some Collection<String>) -> String {
        let near = known.map { (word: $0, distance: distance(word, $0)) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        guard let near, near.distance <= max(2, word.count / 3) else { return "" }
        return " Did you mean '\(near.word)'?"
    }

    /// The edit distance of two words.
    /// - Complexity: O(*n* · *m*) in their lengths.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.prefix(64))
        let right = Array(right.prefix(64))
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (character == other ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
