#if Lifecycle
import Service
import ServiceLifecycle
import ServiceTesting

extension Worker {
    func run() async throws {
        journal.record("\(name) starts in \(ServiceEnv.current.name)")
        defer { journal.record("\(name) stops") }
        try await work()
    }
}

final class Poller: Worker {
    let name: String
    let journal: Journal
    let work: @Sendable () async throws -> Void

    init(_ journal: Journal, named name: String = "poller", work: @escaping @Sendable () async throws -> Void = stopped)
    {
        self.name = name
        self.journal = journal
        self.work = work
    }
}

final class Server: Worker {
    let name = "server"
    let journal: Journal
    let work: @Sendable () async throws -> Void

    init(_ journal: Journal, work: @escaping @Sendable () async throws -> Void = stopped) {
        self.journal = journal
        self.work = work
    }
}

/// Returns when the service is told to stop gracefully, throws when it is cancelled.
@Sendable
func stopped() async throws {
    try await gracefulShutdown()
}

/// What the workers work with, which has to be closed after them.
final class Database: Sendable {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func close() { journal.record("database closes") }
}

/// Needs the database.
final class Store: Sendable {
    let database: Database
    init(_ database: Database) { self.database = database }
    func close() { database.journal.record("store closes") }
}

extension ServiceEnv {
    /// An environment with two workers, and a store on a database that must be closed after them.
    static func withWorkers(_ journal: Journal) -> ServiceEnv {
        let env = ServiceEnv(name: "app")
        env.register(Database.self, onShutdown: { $0.close() }) { Database(journal) }
        env.register(Store.self, onShutdown: { $0.close() }) { Store(try env.resolve(Database.self)) }
        env.register(Poller.self) {
            try env.resolve(Store.self)
            return Poller(journal)
        }
        env.register(Server.self) { Server(journal) }
        return env
    }
}
#endif
