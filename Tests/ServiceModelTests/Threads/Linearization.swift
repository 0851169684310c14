/// Finds an order of a history's calls, one after the other, that explains what came of each.
///
/// A call may come before another one only if it did not start after that one had ended.
struct Linearization {
    /// What the two environments hold between two calls.
    private struct State: Hashable {
        struct Registration: Hashable {
            let number: Int
            let isKept: Bool
        }

        struct Place: Hashable {
            let isChild: Bool
            let slot: Int
        }

        var registrations: [Place: Registration] = [:]
        var kept: [Place: Int] = [:]
        /// The instances that somebody has seen.
        var seen: Set<Int> = []

        /// Does one step; false if its outcome is not what it must be in this state.
        mutating func apply(_ call: History.Call) -> Bool {
            switch call.step {
            case .register(let isChild, let slot, let isKept, let number):
                let place = Place(isChild: isChild, slot: slot)
                registrations[place] = Registration(number: number, isKept: isKept)
                kept[place] = nil
            case .reset(let isChild):
                kept = kept.filter { $0.key.isChild != isChild }
            case .resetAll(let isChild):
                kept = kept.filter { $0.key.isChild != isChild }
                registrations = registrations.filter { $0.key.isChild != isChild }
            case .resolve(let isChild, let slot):
                return applyResolution(isChild: isChild, slot: slot, call.outcome)
            }
            return true
        }

        private mutating func applyResolution(isChild: Bool, slot: Int, _ outcome: History.Outcome) -> Bool {
            let own = Place(isChild: true, slot: slot)
            let place = isChild && registrations[own] != nil ? own : Place(isChild: false, slot: slot)
            guard let registration = registrations[place] else { return outcome == .notRegistered }
            guard case .made(registration.number, let instance) = outcome else { return false }
            if registration.isKept, let kept = kept[place] { return kept == instance }
            if registration.isKept { kept[place] = instance }
            return seen.insert(instance).inserted
        }
    }

    private struct Visit: Hashable {
        let done: Set<Int>
        let state: State
    }

    private let calls: [History.Call]
    private var visited: Set<Visit> = []

    /// Whether there is such an order.
    static func exists(for history: History) -> Bool {
        var linearization = Linearization(calls: history.calls)
        return linearization.search(done: [], State())
    }

    private init(calls: [History.Call]) {
        self.calls = calls
    }

    private mutating func search(done: Set<Int>, _ state: State) -> Bool {
        if done.count == calls.count { return true }
        guard visited.insert(Visit(done: done, state: state)).inserted else { return false }
        let left = calls.indices.filter { !done.contains($0) }
        let firstEnd = left.map { calls[$0].end }.min() ?? Int.max
        for next in left where calls[next].start < firstEnd {
            var state = state
            if state.apply(calls[next]), search(done: done.union([next]), state) { return true }
        }
        return false
    }
}
