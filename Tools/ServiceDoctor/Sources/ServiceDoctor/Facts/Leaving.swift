/// Tells which functions of an app are only called as a screen goes, so that nobody is there to see what they end.
struct Leaving: Sendable {
    private var byName: [String: [LeavingFacts.Call]] = [:]
    /// How many files cancel something of a name.
    private var cancelled: [String: Int] = [:]

    init(_ facts: some Sequence<LeavingFacts>) {
        for file in facts {
            for call in file.calls { byName[call.name, default: []].append(call) }
            for name in file.cancelled { cancelled[name, default: 0] += 1 }
        }
    }

    /// Says whether all that cancels a task runs as its screen goes, or nothing does.
    func leave(_ cancelers: Cancelers) -> Bool {
        if let handle = cancelers.handle {
            let own = cancelers.isCancelledHere ? 1 : 0
            if cancelled[handle, default: 0] > own { return false }
        }
        return cancelers.functions.allSatisfy { function in
            var seen: Set<LeavingFacts.Function> = []
            return leaves(function, &seen)
        }
    }

    private func leaves(_ function: LeavingFacts.Function, _ seen: inout Set<LeavingFacts.Function>) -> Bool {
        guard seen.insert(function).inserted else { return true }
        let calls = (byName[function.name] ?? []).filter { $0.type == nil || $0.type == function.type }
        // What nobody is seen to call, a protocol's user may call, or a key path.
        guard !calls.isEmpty, seen.count < Self.farthest else { return false }
        return calls.allSatisfy { call in
            switch call.place {
            case .leaving: true
            case .staying: false
            case .function(let outer): leaves(outer, &seen)
            }
        }
    }

    private static let farthest = 32
}

/// Who cancels a task, besides what ends with its screen and the function that starts it again after it has ended.
struct Cancelers: Sendable, Hashable {
    /// The functions that do.
    let functions: Set<LeavingFacts.Function>
    /// The name of the property that keeps the task, where other files see it.
    let handle: String?
    let isCancelledHere: Bool
}
