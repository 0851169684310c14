/// Tells which types of a program name which others: only what names a type, or something that does, has an object of it.
struct TypeNaming: Sendable {
    private var named: [String: Set<UInt64>] = [:]
    private var names: [UInt64: String] = [:]

    /// Merges what the types of all files name.
    init(_ uses: some Sequence<TypeUses>) {
        for use in uses {
            named[use.user, default: []].formUnion(use.named)
            names[TypeUses.code(of: use.user)] = use.user
        }
    }

    /// Says whether a type names another one, or something that does, and so on.
    /// - Parameters:
    ///   - user: The type that names others.
    ///   - type: The type that is looked for.
    ///   - steps: How many names lie between the two at most, the last one counted.
    func reaches(from user: String, to type: String, within steps: Int) -> Bool {
        let wanted = TypeUses.code(of: type)
        var seen: Set<String> = [user]
        var current = [user]
        for _ in 0..<steps {
            var next: [String] = []
            for name in current {
                guard let used = named[name] else { continue }
                if used.contains(wanted) { return true }
                next += used.lazy.compactMap { names[$0] }.filter { seen.insert($0).inserted }
            }
            current = next
        }
        return false
    }

    /// Says whether some type of a kind names both of two types.
    func areTogether(_ first: String, _ second: String, whereUser isMeant: (String) -> Bool) -> Bool {
        let codes = [TypeUses.code(of: first), TypeUses.code(of: second)]
        return named.contains { user, used in codes.allSatisfy(used.contains) && isMeant(user) }
    }
}
