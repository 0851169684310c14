import Service
import ServiceTesting
import Testing

@Suite(.serviceEnv, .timeLimit(.minutes(5))) struct ServiceEventRecorderTests {
    struct Failure: Error {}

    @Test func `creations are recorded with what they needed first, hits are not`() throws {
        let environment = ServiceEnv.current
        environment.register(NamedOrigin.self) { NamedOrigin("made") }
        environment.register(Dependant.self) { Dependant(origin: try environment.resolve(NamedOrigin.self)) }
        let recorder = ServiceEventRecorder()
        for _ in 0..<3 { try environment.resolve(Dependant.self) }
        #expect(recorder.created == ["NamedOrigin", "Dependant"])
        #expect(recorder.events.elements.map(\.depth) == [2, 1])
        #expect(recorder.failures.isEmpty)
    }

    @Test func `failures are recorded with their errors`() throws {
        ServiceEnv.current.register(NamedOrigin.self) { throw Failure() }
        let recorder = ServiceEventRecorder()
        _ = try? ServiceEnv.current.resolve(NamedOrigin.self)
        #expect(recorder.created.isEmpty)
        let failure = try #require(recorder.failures.first)
        #expect(failure.service == "NamedOrigin")
        guard case .factoryFailed(_, is Failure) = failure.error else {
            Issue.record("recorded \(failure.error)")
            return
        }
    }

    @Test func `a test waits for an event of another task`() async throws {
        let environment = ServiceEnv.current
        environment.register(NamedOrigin.self) { NamedOrigin("made") }
        let recorder = ServiceEventRecorder(observing: environment)
        let task = Task { try environment.resolve(NamedOrigin.self) }
        let event = try await recorder.events.first { $0.service == "NamedOrigin" }
        #expect(event.path == ["NamedOrigin"])
        _ = try await task.value
    }

    @Test func `nothing is recorded of other environments`() throws {
        let other = ServiceEnv.current.derived(name: "other")
        other.register(NamedOrigin.self) { NamedOrigin("other") }
        let recorder = ServiceEventRecorder()
        try other.resolve(NamedOrigin.self)
        #expect(recorder.events.elements.isEmpty)
    }

    @Test func `a recorder that is dropped stops observing`() throws {
        ServiceEnv.current.register(NamedOrigin.self, scope: .transient) { NamedOrigin("made") }
        let events = try {
            let recorder = ServiceEventRecorder()
            try ServiceEnv.current.resolve(NamedOrigin.self)
            return recorder.events
        }()
        try ServiceEnv.current.resolve(NamedOrigin.self)
        #expect(events.elements.count == 1)
    }
}
