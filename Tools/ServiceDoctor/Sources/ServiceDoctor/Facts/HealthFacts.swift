import SwiftSyntax

/// What a file says of a health manager that is told of failures: `health.recordFailure(for: .rates, error: error)`.
struct HealthFacts: Sendable {
    /// Tells one of a failure.
    private(set) var records = false
    /// Uses the library that tracks services, or has a service that tells of its own failures.
    private(set) var recordsServices = false
    /// Declares `recordFailure` for services, and for something else: `recordFailure(modelID:error:)`.
    private(set) var tracksServices = false
    private(set) var tracksOthers = false
    /// The names of the functions that record a failure.
    private(set) var recorders: Set<String> = []

    init() {}

    init(_ unit: SourceUnit) {
        let isLibrary = unit.index.imports.contains("ServiceHealth")
        let calls = unit.words.hints.contains(.recordFailure) ? Self.calls(in: unit) : []
        records = isLibrary || !calls.isEmpty
        recordsServices =
            isLibrary
            || calls.contains { call in
                !Self.isAboutOthers(call) && call.enclosingType.map(Self.isService) ?? false
            }
        if unit.words.hints.contains(.recordFailure) {
            let trackers = unit.index.functions.filter { $0.name.text == "recordFailure" }
            tracksOthers = trackers.contains(where: Self.isAboutOthers)
            tracksServices = !trackers.allSatisfy(Self.isAboutOthers)
        }
        if records { recorders = Self.recorders(in: unit) }
    }

    /// Called as services are, or stands for a protocol that is.
    private static func isService(_ type: any DeclGroupSyntax) -> Bool {
        let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        let name = TypeName.last(type.declaredName)
        return (inherited.map(TypeName.last) + [name]).contains(where: Words.nameService)
            || ["ServiceLive", "ServiceImpl", "ServiceImplementation"].contains(where: name.hasSuffix)
    }

    /// Records with a health manager: `recordFailure(for: .rates, error: error)`, not `backOff.recordFailure(for: host)`.
    private static func calls(in unit: SourceUnit) -> [FunctionCallExprSyntax] {
        // What only the tracker's own file calls is no practice of the project yet.
        guard !unit.index.functions.contains(where: { $0.name.text == "recordFailure" }) else { return [] }
        return unit.index.calls.filter { call in
            guard call.calleeName == "recordFailure" else { return false }
            return call.argument("for") != nil && call.argument("error") != nil
                || call.receiver?.trimmedText.lowercased().contains("health") ?? false
        }
    }

    /// `recordFailure(modelID: id, error: error)`, `recordFailure(for: host, error: error)`
    private static func isAboutOthers(_ call: FunctionCallExprSyntax) -> Bool {
        guard let first = call.arguments.first else { return false }
        let variable = first.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        return nameOthers([first.label?.text, variable])
    }

    /// `func recordFailure(modelID: String, error: any Error)`, `func recordFailure(for provider: Provider, …)`
    private static func isAboutOthers(_ function: FunctionDeclSyntax) -> Bool {
        guard let first = function.signature.parameterClause.parameters.first else { return false }
        return nameOthers([first.firstName.text, first.secondName?.text])
    }

    private static func nameOthers(_ names: [String?]) -> Bool {
        names.contains { name in !others.isDisjoint(with: Words.of(name ?? "")) }
    }

    /// What a breaker or a router keeps count of.
    private static let others: Set<String> = ["model", "route", "host", "provider"]

    /// The names of functions that record a failure.
    private static func recorders(in unit: SourceUnit) -> Set<String> {
        let names: Set<String> = ["recordFailure", "notifyDegradedMode"]
        return names.union(
            unit.index.functions.filter { $0.body?.mentions(names) ?? false }.map(\.name.text))
    }
}

extension Project {
    /// Says whether the project's services are to tell of their failures: one does, or a few files of a program show that something does.
    var recordsServices: Bool {
        let program = files.filter { $0.kind != .test }
        if program.contains(where: \.health.tracksOthers), !program.contains(where: \.health.tracksServices) {
            return false
        }
        return program.count == 1 || program.contains(where: \.health.recordsServices)
    }
}
