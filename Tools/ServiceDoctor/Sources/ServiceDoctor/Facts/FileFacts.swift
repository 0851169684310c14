import SwiftSyntax

/// What one file says that matters for others. It holds no syntax, so that a whole code base fits into memory.
struct FileFacts: Sendable {
    let name: String
    let kind: PathKind
    var isChecked = false
    var findings: [Finding] = []
    var candidates: [String: [Candidate]] = [:]
    var suppressions = Suppressions()
    /// The lines of top-level declarations that did not parse: what is found there may be an illusion.
    var brokenLines: [ClosedRange<Int>] = []
    var imports: Set<String> = []
    var types: [TypeFact] = []
    var aliases: [String: String] = [:]
    var boundMembers: Set<String> = []
    var mockNames: Set<String> = []
    var recorders: Set<String> = []
    var recordsHealth = false
    var isCommandLineMain = false
    var injection = InjectionFacts()

    init(name: String, kind: PathKind) {
        self.name = name
        self.kind = kind
    }

    /// Reads everything that other files may need from a parsed one.
    init(_ unit: SourceUnit, isChecked: Bool) {
        self.init(name: unit.name, kind: unit.kind)
        self.isChecked = isChecked
        imports = unit.index.imports
        types = unit.index.types.map { TypeFact($0, in: unit) }
        for alias in unit.index.aliases where alias.genericParameterClause == nil {
            aliases[alias.name.text] = TypeName(alias.initializer.value).text
        }
        boundMembers = unit.words.boundMembers
        mockNames = unit.words.mockNames
        recordsHealth = unit.words.hints.contains(.recordFailure) || imports.contains("ServiceHealth")
        if recordsHealth { recorders = Self.recorders(in: unit) }
        isCommandLineMain = CommandLineMain.isMain(unit)
        injection = InjectionReader(unit).read()
    }

    /// The names of functions that record a failure.
    private static func recorders(in unit: SourceUnit) -> Set<String> {
        let names: Set<String> = ["recordFailure", "notifyDegradedMode"]
        return names.union(
            unit.index.functions.filter { $0.body?.mentions(names) ?? false }.map(\.name.text))
    }
}
