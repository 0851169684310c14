/// Tells which asynchronous functions of a project run in tasks that something can cancel.
struct TaskCallers: Sendable {
    /// What the callers of a function say about it.
    enum Verdict: Sendable {
        /// A task that something cancels calls it; of several, the one whose cancellation is seen most.
        case cancellable(Cancellation)
        /// Every known caller is a task that nothing can cancel.
        case neverCancelled
        /// Nobody calls it, or it cannot be told who does.
        case unknown
    }

    /// The calls of a function, those in tasks whose handle nobody keeps apart.
    private struct Callers: Sendable {
        var dropped: [TaskFacts.Call] = []
        var others: [TaskFacts.Call] = []
        /// Those of the others that are called on something whose type is told, by that type.
        var byReceiver: [String: [TaskFacts.Call]] = [:]

        var count: Int { dropped.count + others.count }

        mutating func add(_ call: TaskFacts.Call) {
            guard call.context != .dropped else {
                dropped.append(call)
                return
            }
            others.append(call)
            if let receiver = call.receiver { byReceiver[receiver, default: []].append(call) }
        }
    }

    /// By the name of the function, and by the type around the call where it is the type's own.
    private var byName: [String: [String?: Callers]] = [:]
    private var declared: [String: Int] = [:]
    private var deaf: [String: Int] = [:]
    /// What the functions of a name wait for, and those that look for a cancellation.
    private var waited: [String: Set<String>] = [:]
    private var checking: Set<String> = []
    private var patient: [String: Set<String>] = [:]
    private let idle: IdleTypes
    private var asynchronous: [String: Int] = [:]
    private var sorting: Set<String> = []
    private var streaming: [String: Int] = [:]
    private var throwing: [String: Int] = [:]
    private var needlesslyThrowing: [String: Int] = [:]
    private var unthrowing: [String: Int] = [:]
    private var quiet: [String: Int] = [:]
    private var encoding: [String: Int] = [:]
    private var reporting: [String: Int] = [:]
    private var outside: Set<String> = []

    /// - Parameters:
    ///   - facts: Those of each file.
    ///   - areRefreshed: Views can be refreshed, as nothing offers on a Mac.
    ///   - idle: The views and models that nobody makes.
    ///   - leave: Says whether whoever cancels a task does it as its screen goes.
    init(_ facts: [TaskFacts], areRefreshed: Bool, idle: IdleTypes, leave: (Cancelers) -> Bool) {
        self.idle = idle
        for file in facts {
            for call in file.calls where areRefreshed || call.context != .cancellable(.onRefresh) {
                var known = call
                if let cancelers = call.cancelers, leave(cancelers) { known.context = .cancellable(.late) }
                byName[call.name, default: [:]][call.owner, default: Callers()].add(known)
                // What is not tried throws no cancellation.
                guard call.isThrowing, case .function(let name, let owner) = call.context else { continue }
                let isOwn = !TaskFacts.continuations.contains(call.name)
                let callee = isOwn ? call.owner.map { "\($0).\(call.name)" } ?? call.name : call.name
                waited[name, default: []].insert(callee)
                waited["\(owner).\(name)", default: []].insert(callee)
            }
            checking.formUnion(file.checkingFunctions)
            for (name, others) in file.patientFunctions { patient[name, default: []].formUnion(others) }
            for name in file.asyncFunctions { asynchronous[name, default: 0] += 1 }
            sorting.formUnion(file.sortingFunctions)
            for name in file.streamFunctions { streaming[name, default: 0] += 1 }
            for name in file.throwingFunctions { throwing[name, default: 0] += 1 }
            for name in file.needlesslyThrowing { needlesslyThrowing[name, default: 0] += 1 }
            for name in file.unthrowingFunctions { unthrowing[name, default: 0] += 1 }
            for name in file.quietFunctions { quiet[name, default: 0] += 1 }
            for name in file.encodingFunctions { encoding[name, default: 0] += 1 }
            outside.formUnion(file.outsideFunctions)
            for name in file.reportingFunctions { reporting[name, default: 0] += 1 }
            for name in file.functions { declared[name, default: 0] += 1 }
            for name in file.deafFunctions { deaf[name, default: 0] += 1 }
        }
    }

    /// Says whether a cancellation cannot end a call, whichever function of the name it is: it waits for nothing but continuations,
    /// also by way of other functions.
    func isDeaf(_ name: String) -> Bool {
        var seen: Set<String> = []
        return isDeaf(name, &seen)
    }

    /// Says whether a function waits for nothing but libraries that a cancellation does not end, also by way of other functions.
    func isPatient(_ name: String) -> Bool {
        var seen: Set<String> = []
        return isPatient(name, &seen)
    }

    private func isPatient(_ name: String, _ seen: inout Set<String>) -> Bool {
        if let others = patient[name] {
            guard seen.insert(name).inserted, seen.count < 64 else { return true }
            return others.sorted().allSatisfy { isPatient($0, &seen) }
        }
        guard !isDeaf(name) else { return true }
        guard seen.insert(name).inserted else { return name.contains(".") }
        guard !checking.contains(name), seen.count < 64, let calls = waited[name], !calls.isEmpty else { return false }
        return calls.subtracting([name]).sorted().allSatisfy { isPatient($0, &seen) }
            && calls.contains { patient[$0] != nil || $0 != name }
    }

    private func isDeaf(_ name: String, _ seen: inout Set<String>) -> Bool {
        if TaskFacts.continuations.contains(name) { return true }
        // Others of the name that take a completion are not what is waited for.
        if let count = deaf[name], count == asynchronous[name] { return true }
        // An actor's function that waits for nothing, to judge by a name that is hardly anybody else's.
        if declared[name] != nil, asynchronous[name] == nil, Words.of(name).count > 1 { return true }
        // Another function of the type that has the same name says nothing new; one of some other object may be anything.
        guard seen.insert(name).inserted else { return name.contains(".") }
        guard !checking.contains(name), seen.count < 64, let calls = waited[name] else { return false }
        // A wrapper that calls the function of the same name: what the function itself waits for decides.
        let others = calls.filter { $0 != name }
        return !others.isEmpty && others.sorted().allSatisfy { isDeaf($0, &seen) }
    }

    /// Says whether every function of this name gives a stream that a cancellation ends without an error.
    func giveStreams(_ name: String) -> Bool { streaming[name].map { $0 == declared[name] } ?? false }

    /// Says whether a function is waited for somewhere, but not in two places that are certain.
    func isStartedOnce(_ name: String, owner: String) -> Bool {
        guard let callers = byName[name] else { return false }
        let isUnique = declared[name, default: 0] <= 1
        return (callers[owner]?.count ?? 0) + (isUnique ? callers[nil]?.count ?? 0 : 0) <= 1
    }

    /// Returns how many functions of this name are declared in the project.
    func declarations(of name: String) -> Int { declared[name] ?? 0 }

    /// Says whether a function of this name is declared in the project.
    func declares(_ name: String) -> Bool { declared[name] != nil }

    /// Says whether every function of this name that is declared to throw has a body that throws nothing.
    /// - Parameter name: The function's name, alone or behind its type's.
    func neverThrows(_ name: String) -> Bool {
        let name = TypeName.last(name)
        return throwing[name] != nil && throwing[name] == needlesslyThrowing[name]
    }

    /// Says whether all functions of this name that are declared to throw are written out, and throw nothing.
    func throwsNothing(_ name: String) -> Bool { throwing[name].map { $0 == unthrowing[name, default: 0] } ?? false }

    /// Says whether some function of this name that is declared to throw reads or writes what is outside of the program.
    func worksOutside(_ name: String) -> Bool { outside.contains(name) }

    /// Says whether all functions of this name that are declared to throw only encode values of the program.
    func onlyEncodes(_ name: String) -> Bool { throwing[name].map { $0 == encoding[name, default: 0] } ?? false }

    /// Says whether nothing can fail in any function of this name that is declared to throw, were it only that the work is still to come.
    func cannotFail(_ name: String) -> Bool { throwing[name].map { $0 == quiet[name, default: 0] } ?? false }

    /// Says whether every function of this name that is declared to throw handles its errors itself, or logs or shows them before it
    /// throws them on.
    /// - Parameter name: The function's name, alone or behind its type's.
    func tellsOfErrors(_ name: String) -> Bool {
        neverThrows(name)
            || throwing[name].map { $0 == needlesslyThrowing[name, default: 0] + reporting[name, default: 0] } ?? false
    }

    /// Says whether a function tells a cancellation from other errors.
    func tellsCancellation(_ name: String) -> Bool { sorting.contains(name) }

    /// Says what the callers of a function tell, those that call it through other functions included.
    func verdict(on name: String, owner: String, labels: [String]) -> Verdict {
        var seen: Set<String> = []
        return verdict(on: name, owner: owner, labels, seen: &seen)?.0 ?? .unknown
    }

    /// Returns the types in which tasks stand that call a function and that something cancels while their screen stays.
    func cancellingTypes(of name: String, owner: String, labels: [String]) -> Set<String> {
        var seen: Set<String> = []
        return verdict(on: name, owner: owner, labels, seen: &seen)?.1 ?? []
    }

    private func verdict(
        on name: String, owner: String, _ labels: [String], seen: inout Set<String>
    ) -> (Verdict, Set<String>)? {
        guard seen.insert("\(owner).\(name)(\(labels))").inserted, seen.count < 64 else { return nil }
        let known = byName[name] ?? [:]
        let isUnique = declared[name, default: 0] <= 1
        var result = Verdicts()
        judge(known[owner], labels, areCertain: true, &result, &seen)
        // Another type may have a function of the same name.
        judge(known[nil]?.byReceiver[owner].map { Callers(others: $0) }, labels, areCertain: true, &result, &seen)
        judge(known[nil], labels, areCertain: isUnique, &result, &seen)
        guard result.hasCallers else { return (.unknown, []) }
        if let cancellation = result.cancellation { return (.cancellable(cancellation), result.types) }
        if result.isUnknown { return (.unknown, []) }
        return result.isNever ? (.neverCancelled, []) : nil
    }

    /// What several callers say together.
    private struct Verdicts {
        var hasCallers = false
        var isUnknown = false
        var isNever = false
        var cancellation: Cancellation?
        var types: Set<String> = []
    }

    /// - Parameter areCertain: The calls mean the function, and not one of its namesakes: those say at most that nothing is known, so
    ///   that the first which does is enough.
    private func judge(
        _ callers: Callers?, _ labels: [String], areCertain: Bool, _ result: inout Verdicts, _ seen: inout Set<String>
    ) {
        guard let callers else { return }
        if callers.dropped.contains(where: { mayMean($0, labels) }) {
            result.hasCallers = true
            result.isNever = true
        }
        for caller in callers.others where mayMean(caller, labels) {
            result.hasCallers = true
            if result.isUnknown, !areCertain { return }
            switch caller.context {
            case .dropped: result.isNever = true
            case .unknown: result.isUnknown = true
            case .cancellable(let own): note(own, [caller.user])
            case .function(let outer, let type):
                // A function that is being looked at already says nothing about itself.
                guard let (outer, inner) = verdict(on: outer, owner: type, caller.outerLabels, seen: &seen) else {
                    continue
                }
                switch outer {
                case .cancellable(let own): note(own, inner)
                case .neverCancelled: result.isNever = true
                case .unknown: result.isUnknown = true
                }
            }
        }

        func note(_ own: Cancellation, _ places: Set<String>) {
            guard areCertain else {
                result.isUnknown = true
                return
            }
            result.cancellation = max(result.cancellation ?? own, own)
            if own > .late { result.types.formUnion(places) }
        }
    }

    private func mayMean(_ call: TaskFacts.Call, _ labels: [String]) -> Bool {
        Self.fits(call.labels, labels) && !idle.contains(call.user)
    }

    /// The arguments of a call may leave out those with a default, and closures that stand behind it.
    static func fits(_ labels: [String], _ declared: [String]) -> Bool {
        var rest = declared[...]
        for label in labels {
            // A parameter of several arguments takes more of them without labels.
            guard let index = rest.firstIndex(of: label) else { return label == "_" && rest.count < declared.count }
            rest = rest[(index + 1)...]
        }
        return true
    }
}
