#if Lifecycle
import Logging
import Service
import ServiceLifecycle
import ServiceLifecycleAdapter
import Testing

@Suite struct RunningAServerSnippets {
    final class Database: Sendable {
        func count() -> Int { 42 }
    }

    @Test func `every wrapper can be named beside ServiceLifecycle`() {
        // snippet: lifecycle-names
        struct Handler {
            @Injected var database: Database
            @Service::Service var logger: Logger
        }
        // snippet end
        let env = ServiceEnv(name: "names")
        env.register(Database())
        env.register(Logger(label: "names"))
        let handler = ServiceEnv.$current.withValue(env) { Handler() }
        #expect(handler.database.count() == 42)
        #expect(handler.logger.label == "names")
    }
}
#endif
