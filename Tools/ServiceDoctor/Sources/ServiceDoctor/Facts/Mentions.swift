import SwiftSyntax

/// The names that a file writes, apart for each function that only runs where somebody names it.
struct Mentions: Sendable {
    /// A function of a type, and the names in it.
    struct Function: Sendable {
        let name: NameDigest
        let type: String
        let mentions: [NameDigest]
    }

    /// What is named outside of ``functions``.
    private(set) var outside: [NameDigest] = []
    private(set) var functions: [Function] = []

    init() {}

    init(_ unit: SourceUnit) {
        var regions: [(end: Int, start: Int, function: FunctionDeclSyntax)] = []
        for node in unit.index.functions.sorted(by: { $0.position < $1.position }) {
            let start = node.position.utf8Offset
            // A function of a type within a function belongs to the outer one.
            guard start >= regions.last?.end ?? 0, node.isCalledByName,
                !Self.isCalledWithoutName(node.name.text)
            else { continue }
            regions.append((node.endPosition.utf8Offset, start, node))
        }
        var mentions = IdlePresentations.mentions(in: unit)[...]
        var known: Set<NameDigest> = []
        for region in regions {
            note(mentions.prefix { $0.offset < region.start }, &known)
            mentions = mentions.drop { $0.offset < region.start }
            let inside = mentions.prefix { $0.offset < region.end }
            mentions = mentions.dropFirst(inside.count)
            functions.append(
                Function(
                    name: NameDigest(region.function.name.text),
                    type: region.function.enclosingType.map { TypeName.last($0.declaredName) } ?? "",
                    mentions: Array(Set(inside.lazy.map(\.name)))))
        }
        note(mentions, &known)
    }

    /// Says whether the file names something.
    func contains(_ name: NameDigest) -> Bool {
        outside.contains(name) || functions.contains { $0.mentions.contains(name) }
    }

    private mutating func note(_ mentions: ArraySlice<SourceWords.Mention>, _ known: inout Set<NameDigest>) {
        for mention in mentions where known.insert(mention.name).inserted { outside.append(mention.name) }
    }

    /// The program's own `main()`, and what the language calls: a callable value, the parts of result builders and interpolations.
    static func isCalledWithoutName(_ name: String) -> Bool {
        ["main", "callAsFunction", "dynamicallyCall", "appendInterpolation", "encode", "hash"].contains(name)
            || name.hasPrefix("build")
    }
}
