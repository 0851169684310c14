import Service
import ServiceTesting
import Testing

private final class Store: Sendable {}
private final class Plain: Sendable {}
private final class Repository: Sendable {
    let store = Service(Store.self)
}
private final class Report: Sendable {
    let store = Provider(Store.self)
}
@MainActor private final class Panel {
    @MainProvider var store: Store
}

private final class Left: Sendable {
    let right = Service(Right.self)
    let store = Service(Store.self)
}
private final class Right: Sendable {
    let left = Service(Left.self)
    let store = Service(Store.self)
}

/// What needs what decides the order of a shutdown, whichever was created first.
@Suite(.timeLimit(.minutes(5))) struct ShutdownOrderTests {
    private let env = ServiceEnv(name: "test")
    private let journal = Recorder<String>()
    private let clock = ManualClock()

    /// Shuts down, and lets the time pass as soon as something hangs.
    private func timedOut() async -> [String] {
        let timedOut = Task { [env, clock] in await env.timedOut(after: .seconds(20), clock) }
        // The limit and the one that hangs.
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(20))
        return await timedOut.value
    }

    @Test(arguments: [false, true])
    func `what an injected property got is shut down after its owner`(isStoreFirst: Bool) async throws {
        let (env, journal, clock) = (env, journal, clock)
        env.register(Store.self, onShutdown: { _ in journal.record("store") }) { Store() }
        env.register(Repository.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) {
            Repository()
        }
        if isStoreFirst { try env.resolve(Store.self) }
        try ServiceEnv.$current.withValue(env) { _ = try env.resolve(Repository.self).store() }
        #expect(await timedOut().sorted() == ["Repository", "Store"])
        #expect(journal.all.isEmpty)
    }

    @Test(arguments: [false, true])
    func `what a decorator needs is shut down after the service, also if that was created before`(
        isCreatedBefore: Bool
    ) async throws {
        let (env, journal, clock) = (env, journal, clock)
        env.register(Store.self, onShutdown: { _ in journal.record("store") }) { Store() }
        // The same each time, as it is shut down once then.
        let plain = Plain()
        env.register(Plain.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) { plain }
        if isCreatedBefore { try env.resolve(Plain.self) }
        env.decorate(Plain.self) { inner in
            try env.resolve(Store.self)
            return inner
        }
        try env.resolve(Plain.self)
        #expect(await timedOut().sorted() == ["Plain", "Store"])
        #expect(journal.all.isEmpty)
    }

    @Test(arguments: [false, true]) @MainActor
    func `what a provider will give is shut down after its owner`(isMain: Bool) async throws {
        let (env, journal, clock) = (env, journal, clock)
        env.register(Store.self, onShutdown: { _ in journal.record("store") }) { Store() }
        env.register(Report.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) { Report() }
        env.registerMain(Panel.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) { Panel() }
        try ServiceEnv.$current.withValue(env) {
            if isMain {
                _ = try env.resolveMain(Panel.self).store
            } else {
                _ = try env.resolve(Report.self).store()
            }
        }
        #expect(await timedOut().sorted() == [isMain ? "Panel" : "Report", "Store"])
        #expect(journal.all.isEmpty)
    }

    @Test func `what a provider gave the factory is shut down after its owner, also what was created again`()
        async throws
    {
        let (env, journal, clock) = (env, journal, clock)
        env.register(Store.self, scope: .custom("session"), onShutdown: { _ in journal.record("store") }) { Store() }
        env.register(Report.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) {
            let report = Report()
            _ = report.store()
            return report
        }
        let report = try ServiceEnv.$current.withValue(env) { try env.resolve(Report.self) }
        let old = report.store()
        env.resetScope(.custom("session"))
        #expect(report.store() !== old)
        #expect(await timedOut().sorted() == ["Report", "Store", "Store"])
        #expect(journal.all.isEmpty)
    }

    @Test func `of services that need each other the newer one is first, and what they need last`() async throws {
        let (env, journal) = (env, journal)
        env.register(Left.self, onShutdown: { _ in journal.record("left") }) { Left() }
        env.register(Right.self, onShutdown: { _ in journal.record("right") }) { Right() }
        env.register(Store.self, onShutdown: { _ in journal.record("store") }) { Store() }
        try ServiceEnv.$current.withValue(env) {
            try env.resolve(Left.self)
            try env.resolve(Right.self)
            try env.resolve(Store.self)
        }
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["right", "left", "store"])
    }
}
