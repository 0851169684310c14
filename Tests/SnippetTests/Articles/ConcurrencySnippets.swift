@_spi(Lock) import Service
import Testing

@Suite struct ConcurrencySnippets {
    final class Database: Sendable {
        static let openings = Lock(0)
        init() { Self.openings.withLock { $0 += 1 } }
    }

    @Test func `everybody gets the same instance`() async throws {
        let env = ServiceEnv(name: "concurrency")
        Database.openings.withLock { $0 = 0 }
        // snippet: concurrency-once
        env.register(Database.self) { Database() }

        let instances = try await withThrowingTaskGroup(of: Database.self) { group in
            for _ in 0..<16 {
                group.addTask { try env.resolve(Database.self) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(instances.map(ObjectIdentifier.init)).count == 1)
        // snippet end
        #expect(Database.openings.withLock { $0 } == 1)
    }
}
