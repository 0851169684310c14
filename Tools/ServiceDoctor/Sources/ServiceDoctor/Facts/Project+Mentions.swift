extension Project {
    /// Returns which functions around candidates, and which that make views or models, some file names.
    static func mentioned(in files: [FileFacts]) -> Set<String> {
        var names: [NameDigest: [String]] = [:]
        for file in files {
            for candidate in file.candidates.values.joined() {
                if let name = candidate.function?.name { names[NameDigest(name), default: []].append(name) }
            }
            for factory in file.typeUses.compactMap(\.factory) {
                names[NameDigest(factory), default: []].append(factory)
            }
        }
        guard !names.isEmpty else { return [] }
        // Most names are nobody's: a look at one bit spares the dictionary.
        var bits = [Bool](repeating: false, count: 1 << 16)
        for digest in names.keys { bits[digest.slot(of: bits.count)] = true }
        var found: Set<String> = []
        for file in files {
            for digest in file.mentions where bits[digest.slot(of: bits.count)] {
                if let known = names.removeValue(forKey: digest) { found.formUnion(known) }
            }
        }
        return found
    }
}
