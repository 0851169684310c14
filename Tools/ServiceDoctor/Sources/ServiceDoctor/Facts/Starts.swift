/// Tells which functions of a project only the program starts, and people never again.
struct Starts: Sendable {
    /// By the name of the function, and by the type around the call where it is the type's own.
    private var byName: [String: [String?: [StartFacts.Call]]] = [:]

    init(_ facts: some Sequence<StartFacts>) {
        for call in facts.lazy.flatMap(\.calls) { byName[call.name, default: [:]][call.owner, default: []].append(call) }
    }

    /// Says whether views that appear, initializers and the like start a function, and nobody else does: neither directly nor by way of
    /// other functions.
    func areOnlyOfProgram(_ name: String, owner: String) -> Bool {
        var seen: Set<String> = []
        return areOnlyOfProgram(name, owner, &seen)
    }

    /// Says whether every call of a function stands in a view or model that nobody makes.
    func areOnlyOf(_ idle: IdleTypes, _ name: String) -> Bool {
        byName[name].map { calls in calls.values.joined().allSatisfy { idle.contains($0.user) } } ?? false
    }

    private func areOnlyOfProgram(_ name: String, _ owner: String, _ seen: inout Set<String>) -> Bool {
        guard seen.insert("\(owner).\(name)").inserted else { return true }
        // What nobody is seen to call, the system may call, or a protocol's user.
        let known = byName[name] ?? [:]
        let callers = (known[owner] ?? []) + (known[nil] ?? [])
        guard !callers.isEmpty, seen.count < Self.farthest else { return false }
        return callers.allSatisfy { caller in
            switch caller.starter {
            case .program: true
            case .people: false
            case .function(let outer, let type): areOnlyOfProgram(outer, type, &seen)
            }
        }
    }

    private static let farthest = 64
}
