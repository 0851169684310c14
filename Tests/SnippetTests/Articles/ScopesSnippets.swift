import Service
import ServiceTesting
import Testing

@Suite struct ScopesSnippets {
    struct Database: Sendable {}
    final class Cart: Sendable {}
    final class Transaction: Sendable {}
    struct Request: Sendable {}
    final class Settings: Sendable {}
    final class Player: Sendable {}

    struct Orders: Sendable { let transaction: Transaction }
    struct Stock: Sendable { let transaction: Transaction }
    struct Purchase: Sendable {
        let orders: Orders
        let stock: Stock
    }

    // snippet: scopes-provider
    struct Handler {
        @Provider var request: Request
    }
    // snippet end

    private func environment() -> ServiceEnv {
        let env = ServiceEnv(name: "scopes")
        // snippet: scopes-register
        env.register(Database.self) { Database() }
        env.register(Cart.self, scope: .custom("session")) { Cart() }
        env.register(Transaction.self, scope: .graph) { Transaction() }
        env.register(Request.self, scope: .transient) { Request() }
        // snippet end
        return env
    }

    @Test func `a custom scope ends when it is reset`() throws {
        let env = environment()
        let before = try env.resolve(Cart.self)
        #expect(try env.resolve(Cart.self) === before)
        // snippet: scopes-session
        func signOut() {
            env.resetScope(.custom("session"))
        }
        // snippet end
        signOut()
        #expect(try env.resolve(Cart.self) !== before)
    }

    @Test func `a weak service goes with its last user`() throws {
        let env = environment()
        // snippet: scopes-weak
        env.register(Player.self, scope: .weak) { Player() }

        var player: Player? = try env.resolve(Player.self)
        #expect(try env.resolve(Player.self) === player)

        player = nil  // nothing holds it any more
        player = try env.resolve(Player.self)  // another one
        // snippet end
    }

    @Test func `a timed service ends after its time`() async throws {
        // snippet: scopes-timed
        let clock = ManualClock()
        let env = ServiceEnv(name: "app", clock: clock)
        env.register(Settings.self, scope: .timed(.seconds(60))) { Settings() }

        let settings = try env.resolve(Settings.self)
        await clock.advance(by: .seconds(60))
        #expect(try env.resolve(Settings.self) !== settings)
        // snippet end
    }

    @Test func `a graph shares within one resolution`() throws {
        let env = environment()
        // snippet: scopes-graph
        env.register(Orders.self, scope: .transient, needs: Transaction.self) { Orders(transaction: $0) }
        env.register(Stock.self, scope: .transient, needs: Transaction.self) { Stock(transaction: $0) }
        env.register(Purchase.self, scope: .transient, needs: Orders.self, Stock.self) { orders, stock in
            Purchase(orders: orders, stock: stock)
        }

        let purchase = try env.resolve(Purchase.self)
        #expect(purchase.orders.transaction === purchase.stock.transaction)

        let next = try env.resolve(Purchase.self)
        #expect(next.orders.transaction !== purchase.orders.transaction)
        // snippet end
    }

    @Test func `resets`() throws {
        let env = environment()
        ServiceEnv.$current.withValue(env) { _ = Handler().request }
        let cart = try env.resolve(Cart.self)
        // snippet: scopes-reset
        env.resetScope(.custom("session"))  // the instances of one scope
        env.resetCaches()  // all instances; registrations stay
        env.resetAll()  // registrations as well
        // snippet end
        #expect(throws: ServiceError.self) { try env.resolve(Cart.self) }
        _ = cart
    }

    @Test func `an audit names what is still held`() throws {
        let env = environment()
        // snippet: scopes-audit
        let held = try env.resolve(Cart.self)
        env.resetScope(.custom("session"))
        #expect(env.audit(.custom("session")) == ["Cart"])
        // snippet end
        withExtendedLifetime(held) {}
    }
}
