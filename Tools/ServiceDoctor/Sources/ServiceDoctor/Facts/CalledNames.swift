/// Tells which names of a program are written where it runs: what only functions name that nobody calls, nobody calls either.
///
/// Names stand for all functions that are called so, which makes this cautious: one that runs keeps its namesakes.
struct CalledNames: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - files: The files of the program.
    ///   - asked: The names that ``contains(_:)`` will be asked for.
    ///   - canRest: Says whether nobody but those who name them call the functions of a type.
    init(_ files: [FileFacts], asked: some Sequence<String>, canRest: (String) -> Bool) {
        var unseen: [NameDigest: [String]] = [:]
        for name in asked { unseen[NameDigest(name), default: []].append(name) }
        guard !unseen.isEmpty else {
            names = []
            return
        }
        var roots: [[NameDigest]] = []
        var resting: [NameDigest: [[NameDigest]]] = [:]
        var verdicts: [String: Bool] = [:]
        // What only tests call, nobody runs.
        for file in files where file.kind != .test {
            roots.append(file.mentions.outside)
            for function in file.mentions.functions {
                let rests = verdicts[function.type] ?? canRest(function.type)
                verdicts[function.type] = rests
                if rests {
                    resting[function.name, default: []].append(function.mentions)
                } else {
                    roots.append(function.mentions)
                }
            }
        }
        // Most names are nobody's: a look at one bit spares the dictionaries.
        var bits = [Bool](repeating: false, count: 1 << 16)
        for digest in unseen.keys { bits[digest.slot(of: bits.count)] = true }
        for digest in resting.keys { bits[digest.slot(of: bits.count)] = true }
        var found: Set<String> = []
        var pending = roots
        while let mentions = pending.popLast() {
            for digest in mentions where bits[digest.slot(of: bits.count)] {
                if let known = unseen.removeValue(forKey: digest) { found.formUnion(known) }
                if let functions = resting.removeValue(forKey: digest) { pending += functions }
            }
        }
        names = found
    }

    func contains(_ name: String) -> Bool { names.contains(name) }
}
