// error: call to main actor-isolated initializer 'init(path:)' in a synchronous nonisolated context
import Service

protocol Database: Sendable {}

struct SQLiteDatabase: Database {
    init(path: String) {}
}

func register(in env: ServiceEnv) {
    env.register((any Database).self) { SQLiteDatabase(path: "app.db") }
}
