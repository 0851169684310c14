#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

/// What a decorator that throws does to instances: each goes, and goes once.
@Suite struct DecoratedFallbackTests {
    typealias Part = FallbackConcurrencyTests.Part

    let health = ServiceHealthManager(clock: ManualClock())
    let env = ServiceEnv(name: "decorated")
    let gone = Log<String>()

    private func part(_ name: String) -> Part {
        Part(name) { [gone] in gone.add(name) }
    }

    @Test func `one that refuses a live service that is awaited`() async {
        env.registerAsync(Part.self) { part("live") }
        env.decorate(Part.self) { _ in throw Down() }
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Part.self) }
        #expect(gone.elements == ["live"])
    }

    @Test func `one that refuses a live service`() {
        env.register(Part.self) { part("live") }
        env.decorate(Part.self) { _ in throw Down() }
        #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
        #expect(gone.elements == ["live"])
    }

    @Test func `one that refuses a fallback, which serves on when the decorator lets it`() async throws {
        let refuses = Log<Bool>()
        refuses.add(true)
        env.registerAsync(Part.self, health: .inventory, manager: health, fallback: { part("fallback") }) {
            throw Down()
        }
        env.decorate(Part.self) { inner in
            if refuses.elements.count < 4 { throw Down() }
            return inner
        }
        // Awaited for the first time, then handed out, then handed out to somebody who cannot wait.
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Part.self) }
        refuses.add(true)
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Part.self) }
        refuses.add(true)
        #expect(throws: ServiceError.self) { try env.resolve(Part.self) }
        #expect(gone.elements.isEmpty)
        refuses.add(true)
        #expect(try await env.resolveAsync(Part.self).name == "fallback")
        env.resetAll()
        #expect(gone.elements == ["fallback"])
    }
}
#endif
