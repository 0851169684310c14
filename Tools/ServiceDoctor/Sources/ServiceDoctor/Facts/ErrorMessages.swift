/// Tells which errors of a project have a message for people.
struct ErrorMessages: Sendable {
    /// Some error of the project has one, so that `localizedDescription` may well be a sentence.
    let areGiven: Bool
    /// The errors that have one.
    private let worded: Set<String>
    /// Those with a `localizedDescription` of their own.
    private let selfDescribed: Set<String>
    /// The errors that say themselves how they are written as a text.
    let described: Set<String>
    /// The errors that are certain to have none.
    private let silent: Set<String>
    private let thrown: ThrownErrors

    init(_ types: [TypeFact], thrown: ThrownErrors) {
        self.thrown = thrown
        areGiven = types.contains { type in
            !type.isSetAside && type.inherited.contains { TypeName.last($0) == "LocalizedError" }
        }
        selfDescribed = Set(types.filter(\.describesItself).map(\.name))
        worded = Set(types.filter { !$0.isSetAside && $0.hasErrorMessage }.map(\.name))
        described = Set(
            types.filter { type in type.inherited.contains { TypeName.last($0) == "CustomStringConvertible" } }.map(
                \.name))
        let protocols = Set(types.filter { $0.kind == .protocol }.map(\.name))
        var errors: Set<String> = []
        var others: Set<String> = []
        for type in types {
            let isError = type.inherited.contains { ["Error", "LocalizedError"].contains(TypeName.last($0)) }
            // An extension of a protocol of the project may have the message.
            let mayHaveMessage = type.hasErrorMessage || type.inherited.contains { protocols.contains($0) }
            if mayHaveMessage || type.kind != .extension && !isError {
                others.insert(type.name)
            } else if isError {
                errors.insert(type.name)
            }
        }
        silent = errors.subtracting(others)
    }

    /// Says whether errors of a type have no sentence: one of the project without a message, or one of the system that the
    /// project makes itself.
    func isSilent(_ type: String) -> Bool {
        silent.contains(TypeName.last(type)) || Self.codes.contains(TypeName.last(type))
    }

    /// Says whether errors of a type of the project have a sentence.
    func isWorded(_ type: String) -> Bool { worded.contains(TypeName.last(type)) }

    /// The same where the code knows the type of the error that it shows.
    func areWordedAsTyped(_ type: String) -> Bool {
        isWorded(type) || selfDescribed.contains(TypeName.last(type))
    }

    private static let codes: Set<String> = ["NSError", "URLError", "DecodingError", "POSIXError", "CKError"]

    /// Says whether this is the type of an error without a message, or a function that throws one, or that tries one that does.
    func areMissing(_ name: String) -> Bool {
        if silent.contains(TypeName.last(name)) || throwsSilently(name) { return true }
        // Which function of several is called, the name does not tell.
        guard let function = thrown.functions[name], function.count == 1, function.types.isEmpty else { return false }
        return function.tried.contains { $0 != name && throwsSilently($0) }
    }

    /// Says whether only calls of the system can throw in all of these functions of the project whose messages are sentences: for files,
    /// calendars, purchases and the like.
    func comeFromSystem(_ functions: [String]) -> Bool {
        var path: Set<String> = []
        return !functions.isEmpty && functions.allSatisfy { onlyAsksSystem($0, &path) }
    }

    private func onlyAsksSystem(_ name: String, _ path: inout Set<String>) -> Bool {
        guard let function = thrown.functions[name], function.count == 1, function.types.isEmpty,
            !function.throwsOtherwise, !function.tried.isEmpty, path.count < Self.deepest, path.insert(name).inserted
        else { return false }
        defer { path.remove(name) }
        return function.triedBeside.allSatisfy { onlyAsksSystem($0, &path) }
    }

    /// Says whether a function throws nothing itself, and tries only functions that throw nothing.
    func passesNothingOn(_ name: String, where throwsNothing: (String) -> Bool) -> Bool {
        var known: [String: Bool] = [:]
        return passesNothingOn(name, throwsNothing, &known)
    }

    private func passesNothingOn(
        _ name: String, _ throwsNothing: (String) -> Bool, _ known: inout [String: Bool]
    ) -> Bool {
        if let answer = known[name] { return answer }
        if throwsNothing(name) { return true }
        // What calls itself has to end some other way.
        known[name] = false
        guard let function = thrown.functions[name], function.count == 1, function.types.isEmpty,
            !function.throwsOtherwise, !function.tried.isEmpty
        else { return false }
        let answer = function.tried.allSatisfy { passesNothingOn($0, throwsNothing, &known) }
        known[name] = answer
        return answer
    }

    private static let deepest = 8

    private func throwsSilently(_ function: String) -> Bool {
        guard let types = thrown.functions[function]?.types, !types.isEmpty else { return false }
        return types.allSatisfy { silent.contains(TypeName.last($0)) }
    }
}
