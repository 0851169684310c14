/// Tells which functions of a project only the program starts, and people never again.
struct Starts: Sendable {
    /// Who starts a function, whichever files say so.
    private struct Starters: Sendable {
        var haveProgram = false
        var havePeople = false
        var functions: Set<Function> = []
        /// The types that the calls stand in.
        var users: Set<String> = []

        mutating func add(_ call: StartFacts.Call) {
            users.insert(call.user)
            switch call.starter {
            case .program: haveProgram = true
            case .people: havePeople = true
            case .function(let name, let owner): functions.insert(Function(name: name, owner: owner))
            }
        }
    }

    private struct Function: Hashable {
        let name: String
        let owner: String
    }

    /// The functions that are called on what a call returns, whose types nothing tells.
    private let chained: Set<String>
    /// By the name of the function, and by the type around the call where it is the type's own.
    private var byName: [String: [String?: Starters]] = [:]

    init(_ facts: some Sequence<StartFacts>) {
        chained = facts.reduce(into: []) { $0.formUnion($1.chained) }
        for call in facts.lazy.flatMap(\.calls) {
            byName[call.name, default: [:]][call.owner, default: Starters()].add(call)
        }
    }

    /// Says whether views that appear, initializers and the like start a function, and nobody else does: neither directly nor by way of
    /// other functions.
    func areOnlyOfProgram(_ name: String, owner: String) -> Bool {
        var seen: Set<Function> = []
        return areOnlyOfProgram(Function(name: name, owner: owner), &seen)
    }

    /// Returns the names of the functions of a type that call one of them, that one as well.
    func ownCallers(of name: String, owner: String) -> Set<String> {
        var seen: Set<String> = []
        var pending = [name]
        while let function = pending.popLast() {
            guard seen.insert(function).inserted else { continue }
            pending += byName[function]?[owner]?.functions.map(\.name) ?? []
        }
        return seen
    }

    /// Says whether every call of a function stands in a view or model that nobody makes.
    func areOnlyOf(_ idle: IdleTypes, _ name: String) -> Bool {
        !chained.contains(name)
            && byName[name].map { $0.values.allSatisfy { $0.users.allSatisfy(idle.contains) } } ?? false
    }

    private func areOnlyOfProgram(_ function: Function, _ seen: inout Set<Function>) -> Bool {
        guard seen.insert(function).inserted else { return true }
        // What nobody is seen to call, the system may call, or a protocol's user.
        let known = byName[function.name] ?? [:]
        let starters = [known[function.owner], known[nil]].compactMap(\.self)
        guard !starters.isEmpty, seen.count < Self.farthest, !starters.contains(where: \.havePeople) else {
            return false
        }
        return starters.allSatisfy { $0.functions.allSatisfy { areOnlyOfProgram($0, &seen) } }
    }

    private static let farthest = 64
}
