@_spi(Lock) import Service
import ServiceTesting
import Testing

/// Holds what one test wrote.
private final class Ledger: Sendable {
    let entries = Lock<[Int]>([])
}

/// A thousand tests that all register, resolve, override and reset the same services.
@Suite(
    .serviceEnv(.strict) { environment in
        environment.register(Ledger.self) { Ledger() }
        environment.register(Dependant.self) { Dependant(origin: NamedOrigin(ServiceEnv.current.name)) }
    }) struct ParallelIsolationTests
{
    @Service private var ledger: Ledger

    @Test(arguments: 0..<1000) func `tests that run in parallel share nothing`(number: Int) async throws {
        let environment = ServiceEnv.current
        environment.register((any Origin).self) { NamedOrigin("\(number)") }
        environment.register(Dependant.self) { Dependant(origin: try environment.resolve((any Origin).self)) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try ServiceEnv.current.resolve(Ledger.self).entries.withLock { $0.append(number) }
                    return try ServiceEnv.current.resolve(Dependant.self).origin.name
                }
            }
            for try await name in group { #expect(name == "\(number)") }
        }
        #expect(ledger.entries.withLock { $0 } == Array(repeating: number, count: 4))
        environment.resetCaches()
        #expect(try environment.resolve(Ledger.self).entries.withLock { $0 }.isEmpty)
    }
}
