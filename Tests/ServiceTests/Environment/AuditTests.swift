import Service
import Testing

private final class Session: Sendable {}
private final class Cart: Sendable {}

@Suite struct AuditTests {
    let env = ServiceEnv(name: "test")

    @Test func `an instance that outlives the reset of its scope is named`() throws {
        env.register(Session.self, scope: .custom("session")) { Session() }
        env.register(Cart.self, scope: .custom("session")) { Cart() }
        var leaked: Session? = try env.resolve(Session.self)
        try env.resolve(Cart.self)
        #expect(env.audit(.custom("session")).isEmpty)
        env.resetScope(.custom("session"))
        #expect(env.audit(.custom("session")) == ["Session"])
        #expect(env.audit(.singleton).isEmpty)
        withExtendedLifetime(leaked) {}
        leaked = nil
        #expect(env.audit(.custom("session")).isEmpty)
    }
}
