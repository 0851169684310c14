import Service
import Testing

/// Every message as it is printed.
@Suite struct ErrorMessagesSnippets {
    struct Database: Sendable {}
    struct Mailer: Sendable {}
    struct Orders: Sendable {}
    struct Depth: Sendable {}

    enum Refused: Error { case connectionRefused }

    @Test func `a missing service is named`() throws {
        let env = ServiceEnv(name: "messages")
        try expectOutput(of: "messages-not-registered") {
            // snippet: messages-not-registered
            do {
                try env.resolve(Database.self)
            } catch {
                print(error)
                // Service 'Database' is not registered in ServiceEnv
            }
            // snippet end
        }
    }

    @Test func `a cycle is shown with its chain`() throws {
        let env = ServiceEnv(name: "messages")
        try expectOutput(of: "messages-circular") {
            // snippet: messages-circular
            env.register(Orders.self, needs: Mailer.self) { _ in Orders() }
            env.register(Mailer.self, needs: Orders.self) { _ in Mailer() }
            do {
                try env.resolve(Orders.self)
            } catch {
                print(error)
                // Circular dependency detected for service 'Orders'.
                // Dependency chain: Orders -> Mailer -> Orders
                // Check your service registration to break the cycle.
            }
            // snippet end
        }
    }

    // snippet: messages-break-cycle
    struct LazyMailer: Sendable {
        let orders = Service(Orders.self)

        func send() { _ = orders() }
    }
    // snippet end

    @Test func `a cycle is broken by asking later`() throws {
        let env = ServiceEnv(name: "messages")
        try ServiceEnv.$current.withValue(env) {
            // snippet: messages-break-cycle
            env.register(LazyMailer.self) { LazyMailer() }
            env.register(Orders.self, needs: LazyMailer.self) { _ in Orders() }
            try env.resolve(Orders.self)
            // snippet end
            try env.resolve(LazyMailer.self).send()
        }
    }

    @Test func `a depth is shown with its limit`() throws {
        let env = ServiceEnv(name: "messages")
        try expectOutput(of: "messages-depth") {
            // snippet: messages-depth
            env.register(Depth.self, arguments: { (n: Int) in try env.resolve(Depth.self, arguments: n + 1) })
            ServiceEnv.$maxResolutionDepth.withValue(3) {
                do {
                    try env.resolve(Depth.self, arguments: 1)
                } catch {
                    print(error)
                    // Maximum resolution depth (3) exceeded.
                    // Current chain: Depth(Int) -> Depth(Int) -> Depth(Int)
                    // This may indicate a circular dependency or overly deep dependency graph.
                }
            }
            // snippet end
        }
    }

    @Test func `a factory's error is in the message`() throws {
        let env = ServiceEnv(name: "messages")
        try expectOutput(of: "messages-failed") {
            // snippet: messages-failed
            env.register(Database.self) { throw Refused.connectionRefused }
            do {
                try env.resolve(Database.self)
            } catch {
                print(error)
                // Factory failed to create service 'Database': connectionRefused
            }
            // snippet end
        }
    }
}
