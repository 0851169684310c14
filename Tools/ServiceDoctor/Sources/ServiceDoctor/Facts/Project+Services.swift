/// Which types are services: what a view must not create, and what must be replaceable.
extension Project {
    /// Returns the types that stand for a service protocol of the project, and the working classes and actors called so.
    static func knownServices(_ types: [TypeFact]) -> Set<String> {
        var added: [String: Set<NameDigest>] = [:]
        for type in types where type.kind == .extension { added[type.name, default: []].formUnion(type.addedFunctions) }
        let protocols = Set(
            types.filter { type in
                // A protocol whose functions all come from extensions, and neither wait nor fail, is a trait.
                let isTrait = !type.asksForWork && type.onlyFunctions?.isSubset(of: added[type.name] ?? []) ?? false
                return type.requiredFunctions > 0 && !isTrait && Words.nameService(type.name)
            }.map(\.name)
        )
        .union(replacedProtocols(types))
        let declared = Set(types.filter { $0.kind != .extension }.map(\.name))
        // What an extension adds to a view leaves it one.
        let views = Set(types.filter { $0.inherited.contains(where: isView) }.map(\.name))
        // What an extension waits for counts as well.
        let working = Set(types.filter(\.doesWork).map(\.name))
        return Set(
            types.filter { type in
                let shows = ["Presenter", "ViewModel"].contains(where: type.name.hasSuffix)
                if shows || views.contains(type.name) || !declared.contains(type.name)
                    || type.inherited.contains("Identifiable")
                {
                    return false
                }
                let services = type.inherited.filter { protocols.contains(TypeName.last($0)) }
                if type.inherited.contains("ServiceKey") || services.contains(where: { serves(type.name, as: $0) }) {
                    return true
                }
                return (type.kind == .class || type.kind == .actor) && type.name.hasSuffix("Service")
                    && working.contains(type.name)
            }.map(\.name))
    }

    /// The protocols that wait or fail and have a mock: meant to be replaced, whatever they are called.
    private static func replacedProtocols(_ types: [TypeFact]) -> Set<String> {
        let mocked = types.filter { $0.kind != .protocol && Words.nameMock($0.name) }.flatMap(\.inherited).map(
            TypeName.last)
        return Set(types.filter { $0.kind == .protocol && $0.asksForWork }.map(\.name)).intersection(mocked)
    }

    /// Says whether a registered type is part of a view, or only holds values: a structure without work, which stands for no protocol.
    static func isNoService(_ name: String, _ declarations: [TypeFact]) -> Bool {
        if ["Presenter", "ViewModel"].contains(where: name.hasSuffix) { return true }
        let isShown = declarations.allSatisfy { !ConstructionFacts.views.isDisjoint(with: $0.inherited) }
        if isShown, !declarations.isEmpty { return true }
        return !declarations.isEmpty && !Words.nameService(name)
            && declarations.allSatisfy { type in
                (type.kind == .struct || type.kind == .enum) && !type.doesWork
                    && type.inherited.allSatisfy(values.contains)
            }
    }

    /// Says whether views observe a type that does no work of its own, or is not called as services are: their state, whatever it
    /// stands for.
    func isObserved(_ name: String) -> Bool {
        let types = declarations(of: name)
        return !types.isEmpty
            && types.allSatisfy { type in
                (!type.doesWork || !Words.nameService(name))
                    && (type.inherited.contains { $0.hasSuffix("ObservableObject") }
                        || type.attributes.contains("Observable"))
            }
    }

    private static let values: Set<String> = ["Sendable", "Equatable", "Hashable", "Codable", "Decodable", "Encodable"]

    private static func isView(_ inherited: String) -> Bool {
        inherited.hasSuffix("View") || inherited.hasSuffix("ViewController")
    }

    /// A `…Client` may as well be who is served, as the client of a text finder is: only its own name tells.
    private static func serves(_ type: String, as protocolName: String) -> Bool {
        !protocolName.hasSuffix("Client") || Words.of(type).contains("client") || Words.nameService(type)
    }
}
