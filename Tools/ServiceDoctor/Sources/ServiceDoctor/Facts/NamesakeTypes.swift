/// The types that have a function of one name, to be found by the beginning or the end of theirs.
struct NamesakeTypes: Sendable {
    let all: [Int]
    private let byType: [String: [Int]]
    /// The names of the types in order, and spelt backwards in order.
    private let sorted: [String]
    private let backwards: [String]

    /// - Parameter byType: The indices of the functions by the types that have them.
    init(_ byType: [String: [Int]]) {
        self.byType = byType
        all = byType.values.joined().sorted()
        sorted = byType.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        backwards = byType.keys.map { String($0.reversed()) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func indices(of types: Set<String>) -> [Int] { types.flatMap { byType[$0] ?? [] }.sorted() }

    /// Returns the types whose names begin or end with a name, and those whose names it begins with.
    /// - Complexity: O(*m* log *n* + *k*) for *n* types, a name of *m* characters and *k* types found.
    func types(like name: String) -> Set<String> {
        var found = Set(Self.beginning(with: name, in: sorted))
        found.formUnion(Self.beginning(with: String(name.reversed()), in: backwards).map { String($0.reversed()) })
        for end in name.indices.dropFirst() where byType[String(name[..<end])] != nil {
            found.insert(String(name[..<end]))
        }
        return found
    }

    private static func beginning(with name: String, in names: [String]) -> ArraySlice<String> {
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle].utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
        }
        return names[low...].prefix { $0.hasPrefix(name) }
    }
}
