/// Which types one type of a file names, its previews and what is only for debugging left out.
struct TypeUses: Sendable {
    /// The outermost type that stands around the names; empty outside of any.
    let user: String
    /// The function that makes what is named: nobody makes it where nothing calls that.
    let factory: String?
    /// What it names, as ``code(of:)`` writes names: many types of an app begin and end in the same words, so that a ``NameDigest`` would
    /// take them for one.
    let named: [UInt64]

    /// Reads the uses of a file; those of tests and previews make nothing that people see.
    static func of(_ unit: SourceUnit) -> [TypeUses] {
        guard unit.kind != .test, unit.kind != .preview else { return [] }
        return unit.index.namedTypes.map { user, named in
            let parts = user.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            return TypeUses(user: parts[0], factory: parts.count > 1 ? parts[1] : nil, named: named.map(code))
        }
    }

    /// A number for a name that hardly another one has: FNV-1a.
    static func code(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
