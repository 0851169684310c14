/// Finds the names that resemble one that was mistyped.
enum SimilarNames {
    /// Returns up to `count` candidates that resemble a name, the most similar first.
    ///
    /// A candidate resembles the name if one contains the other or at most a third of the characters must be edited.
    static func of(_ name: String, among candidates: some Sequence<String>, count: Int = 3) -> [String] {
        let wanted = Array(name.lowercased())
        return
            candidates
            .compactMap { candidate -> (distance: Int, name: String)? in
                let other = Array(candidate.lowercased())
                let distance = distance(wanted, other)
                let isPart =
                    candidate.lowercased().contains(name.lowercased())
                    || name.lowercased().contains(candidate.lowercased())
                return distance * 3 <= max(wanted.count, other.count) || isPart ? (distance, candidate) : nil
            }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(count)
            .map(\.name)
    }

    /// The number of characters to insert, delete or replace to turn one text into the other (Levenshtein).
    ///
    /// - Complexity: O(m · n) in the lengths.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
