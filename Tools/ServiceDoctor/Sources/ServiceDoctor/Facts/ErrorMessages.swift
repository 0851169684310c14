/// Tells which errors of a project bring a message for people.
struct ErrorMessages: Sendable {
    /// Some errors of the project's own do, so that `localizedDescription` may well be a sentence.
    let areGiven: Bool
    /// The errors that are certain to bring none.
    private let silent: Set<String>
    private let thrown: ThrownErrors

    init(_ types: [TypeFact], thrown: ThrownErrors) {
        self.thrown = thrown
        areGiven = types.contains { type in
            !type.isSetAside && type.inherited.contains { TypeName.last($0) == "LocalizedError" }
        }
        let protocols = Set(types.filter { $0.kind == .protocol }.map(\.name))
        var errors: Set<String> = []
        var others: Set<String> = []
        for type in types {
            let isError = type.inherited.contains { TypeName.last($0) == "Error" }
            // A protocol of the project's own may bring a message by an extension.
            let mayBringMessage = type.bringsMessage || type.inherited.contains { protocols.contains($0) }
            if mayBringMessage || type.kind != .extension && !isError {
                others.insert(type.name)
            } else if isError {
                errors.insert(type.name)
            }
        }
        silent = errors.subtracting(others)
    }

    /// Says whether an error without a message can come from a function, by itself or by one that it tries, or is one of the type.
    func miss(_ name: String) -> Bool {
        if silent.contains(TypeName.last(name)) || throwsSilently(name) { return true }
        // Which function of several is called, the name does not tell.
        guard let function = thrown.functions[name], function.count == 1, function.types.isEmpty else { return false }
        return function.tried.contains { $0 != name && throwsSilently($0) }
    }

    private func throwsSilently(_ function: String) -> Bool {
        guard let types = thrown.functions[function]?.types, !types.isEmpty else { return false }
        return types.allSatisfy { silent.contains(TypeName.last($0)) }
    }
}
