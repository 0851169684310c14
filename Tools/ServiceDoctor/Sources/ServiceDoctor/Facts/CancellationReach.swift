/// Tells whether a cancellation ends a call, by what the functions of the project wait for in the end.
struct CancellationReach: Sendable {
    /// What becomes of a call that is waited for when its task is cancelled.
    enum Ending: Int, Comparable, Sendable {
        /// It goes on to its own end.
        case never
        /// A library decides.
        case unknown
        /// It ends early and throws.
        case early

        static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
    }

    private var byName: [String: [CancellationFacts.Function]] = [:]
    /// The types that conform to each protocol, in small letters.
    private let conformers: [String: Set<String>]

    /// The project shows somewhere what a cancellation ends. Where it does not, as in a few files of an app, nothing can be said.
    let isShown: Bool

    /// Merges the facts of all files.
    /// - Parameters:
    ///   - facts: Those of each file.
    ///   - types: The types of the project, which tell who conforms to what.
    init(_ facts: [CancellationFacts], types: [TypeFact]) {
        conformers = types.reduce(into: [:]) { conformers, type in
            for parent in type.inherited {
                conformers[TypeName.last(parent).lowercased(), default: []].insert(type.name.lowercased())
            }
        }
        for function in facts.lazy.flatMap(\.functions) { byName[function.name, default: []].append(function) }
        isShown = facts.contains(where: \.showsEnding)
    }

    /// Says what a cancellation does to a call, whichever function of the name it means.
    /// - Parameters:
    ///   - call: The call.
    ///   - isDeclared: Whether the project declares a function of this name, were it one that waits for nothing.
    func ending(of call: CancellationFacts.Call, isDeclared: (String) -> Bool) -> Ending {
        var seen: Set<CancellationFacts.Call> = []
        return ending(of: call, isDeclared, &seen)
    }

    private func ending(
        of call: CancellationFacts.Call, _ isDeclared: (String) -> Bool, _ seen: inout Set<CancellationFacts.Call>
    ) -> Ending {
        if call.isEnded { return .early }
        guard seen.insert(call).inserted, seen.count < 256 else { return .never }
        guard let named = byName[call.name] else {
            // `client.send(request)` of a library need not be the project's own `send`; a name of several words hardly is another's.
            let isOwn = isDeclared(call.name) && (call.receiver.isEmpty || Words.of(call.name).count > 1)
            return call.mayBeDeaf || isOwn ? .never : .unknown
        }
        let meant = named.filter { isMeant($0, by: call) }
        var ending = meant.isEmpty && !call.receiver.isEmpty && !call.mayBeDeaf ? Ending.unknown : .never
        for function in meant.isEmpty ? named : meant {
            if function.checks { return .early }
            for next in function.waits where ending < .early {
                ending = max(ending, self.ending(of: next, isDeclared, &seen))
            }
        }
        return ending
    }

    /// `feedService.items()` most likely means the function of `FeedService`, `LiveFeedService` or `FeedServiceAdapter`.
    private func isMeant(_ function: CancellationFacts.Function, by call: CancellationFacts.Call) -> Bool {
        if conformers[call.receiver.isEmpty ? call.owner : call.receiver]?.contains(function.type) ?? false {
            return true
        }
        guard !call.receiver.isEmpty else { return function.type == call.owner }
        return function.type.hasSuffix(call.receiver) || function.type.hasPrefix(call.receiver)
            || !function.type.isEmpty && call.receiver.hasPrefix(function.type)
    }
}

extension Project {
    /// Says what a cancellation does to a call.
    func ending(of call: CancellationFacts.Call) -> CancellationReach.Ending {
        cancellation.ending(of: call) { callers.declares($0) }
    }
}
