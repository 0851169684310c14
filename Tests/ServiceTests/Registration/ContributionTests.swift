import Testing

@_spi(Lock) @testable import Service

private struct Plugin: Sendable {
    let number: Int
}

private final class Transaction: Sendable {}
private struct Part: Sendable {
    let transaction: Transaction
}

@Suite(.timeLimit(.minutes(5))) struct ContributionTests {
    private let env = ServiceEnv(name: "test")

    @Test func `what a reset of everything removed takes no memory`() throws {
        for round in 0..<100 {
            for number in 0..<3 { env.contribute(Plugin.self) { Plugin(number: 10 * round + number) } }
            #expect(try env.resolveAll(Plugin.self).map(\.number) == (0..<3).map { 10 * round + $0 })
            env.resetAll()
            #expect(try env.resolveAll(Plugin.self).isEmpty)
        }
        #expect(env.storage.registry.withLock { $0.slots.count } == 3)
    }

    @Test func `contributions after a reset of everything are none of those that others still have`() throws {
        env.contribute(Plugin.self) { Plugin(number: 1) }
        let derived = env.derived(name: "derived")
        let child = ServiceEnv(name: "child", parent: env)
        child.contribute(Plugin.self) { Plugin(number: 10) }
        env.resetAll()
        env.contribute(Plugin.self) { Plugin(number: 2) }
        env.contribute(Plugin.self) { Plugin(number: 3) }
        child.contribute(Plugin.self) { Plugin(number: 20) }
        derived.contribute(Plugin.self) { Plugin(number: 4) }
        #expect(try env.resolveAll(Plugin.self).map(\.number) == [2, 3])
        #expect(try child.resolveAll(Plugin.self).map(\.number) == [2, 3, 10, 20])
        #expect(try derived.resolveAll(Plugin.self).map(\.number) == [1, 4])
        derived.resetAll()
        derived.contribute(Plugin.self) { Plugin(number: 5) }
        #expect(try derived.resolveAll(Plugin.self).map(\.number) == [5])
        #expect(try env.resolveAll(Plugin.self).map(\.number) == [2, 3])
    }

    @Test(arguments: [false, true])
    func `contributions that are resolved together share a graph service`(isMain: Bool) async throws {
        let env = env
        env.register(Transaction.self, scope: .graph) { Transaction() }
        for _ in 0..<2 {
            env.contribute(Part.self, scope: .transient) { Part(transaction: try env.resolve(Transaction.self)) }
        }
        let resolve = { @Sendable () throws -> [Part] in try env.resolveAll(Part.self) }
        let parts = isMain ? try await MainActor.run { try env.resolveAllMain(Part.self) } : try resolve()
        let next = try resolve()
        try #require(parts.count == 2)
        #expect(parts[0].transaction === parts[1].transaction)
        #expect(next[0].transaction !== parts[0].transaction)
    }
}
