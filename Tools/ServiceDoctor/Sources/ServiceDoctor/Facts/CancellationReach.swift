/// Tells whether a cancellation ends a call, by what the functions of the project wait for in the end.
struct CancellationReach: Sendable {
    private var functions: [CancellationFacts.Function] = []
    private var byName: [String: NamesakeTypes] = [:]
    /// The functions that end early, by their index.
    private var ending: Set<Int> = []
    /// The types that conform to each protocol, in small letters.
    private let conformers: [String: Set<String>]

    /// The project shows somewhere what a cancellation ends. Where it does not, as in a few files of an app, nothing can be said.
    let isShown: Bool

    /// Merges the facts of all files.
    /// - Parameters:
    ///   - facts: Those of each file.
    ///   - types: The types of the project, which tell who conforms to what.
    init(_ facts: [CancellationFacts], types: [TypeFact]) {
        isShown = facts.contains(where: \.showsEnding)
        conformers = types.reduce(into: [:]) { conformers, type in
            for parent in type.inherited {
                conformers[TypeName.last(parent).lowercased(), default: []].insert(type.name.lowercased())
            }
        }
        guard isShown else { return }
        functions = facts.flatMap(\.functions)
        byName = Dictionary(grouping: functions.indices) { [functions] in functions[$0].name }.mapValues {
            [functions] in
            NamesakeTypes(Dictionary(grouping: $0) { functions[$0].type })
        }
        // From what ends early back to those that wait for it.
        var callers: [Int: [Int]] = [:]
        var meanings: [CancellationFacts.Call: [Int]] = [:]
        for (index, function) in functions.enumerated() {
            if function.checks || function.waits.contains(where: \.isEnded) { ending.insert(index) }
            for call in function.waits where !call.isEnded {
                let meant = meanings[call] ?? meant(by: call)
                meanings[call] = meant
                for callee in meant { callers[callee, default: []].append(index) }
            }
        }
        var pending = Array(ending)
        while let callee = pending.popLast() {
            for caller in callers[callee] ?? [] where ending.insert(caller).inserted { pending.append(caller) }
        }
    }

    /// Says whether some function that a call may mean looks for a cancellation, or waits for something that one ends.
    ///
    /// What a library does is not known, and counts as waiting to the end.
    func ends(_ call: CancellationFacts.Call) -> Bool {
        call.isEnded || meant(by: call).contains(where: ending.contains)
    }

    /// `feedService.items()` most likely means the function of `FeedService`, `LiveFeedService` or `FeedServiceAdapter`.
    private func meant(by call: CancellationFacts.Call) -> [Int] {
        guard let named = byName[call.name] else { return [] }
        let receiver = call.receiver.isEmpty ? call.owner : call.receiver
        let similar = call.receiver.isEmpty ? [call.owner] : named.types(like: receiver)
        let meant = named.indices(of: similar.union(conformers[receiver] ?? []))
        // What a mock waits for, the real one need not: it counts where there is no other.
        let all = meant.isEmpty ? named.all : meant
        let real = all.filter { !functions[$0].isMock }
        return real.isEmpty ? all : real
    }
}
