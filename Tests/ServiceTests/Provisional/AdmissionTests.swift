@_spi(Lock) import Service
import Testing

/// Whoever was allowed to make a service asks again once it is its turn: somebody else may have failed meanwhile.
@Suite struct AdmissionTests {
    /// Whether the caller is the one who gets its answer late.
    @TaskLocal private static var isLate = false

    /// Admits everybody until the service was made once, and serves a stand-in from then on.
    private final class Source: ProvisionalSource, AsyncProvisionalSource {
        private final class Permit: Sendable {}

        private let count = Lock(0)
        let firstAsked = Gate()
        let lateAsked = Gate()
        let lateMayGoOn = Gate()

        var made: Int { count.withLock { $0 } }

        func admit(mayCreate: Bool) -> ProvisionalAdmission<String> {
            let isMade = made > 0
            if AdmissionTests.isLate {
                lateAsked.open()
                lateMayGoOn.wait()
            } else {
                firstAsked.open()
            }
            return isMade ? .serve("stand-in", ProvisionalPeriod { false }) : .create(permit: Permit(), isProbe: false)
        }

        func make(isForTestingOrDevelopment: Bool) -> ProvisionalCreation<String> {
            lateAsked.wait()
            count.withLock { $0 += 1 }
            return .provisional("stand-in", ProvisionalPeriod { false })
        }

        func liveServes() {}
    }

    private let env = ServiceEnv(name: "admitting")

    @Test func `a service is not tried again by who was admitted before it failed`() async throws {
        let source = Source()
        env.registerProvisional(String.self, name: nil, scope: .singleton, fileID: #fileID, line: #line) { _ in source }
        let found = try await Threads(2) { [env] number in
            if number == 0 {
                defer { source.lateMayGoOn.open() }
                return try? env.resolve(String.self)
            }
            source.firstAsked.wait()
            return Self.$isLate.withValue(true) { try? env.resolve(String.self) }
        }.results()
        #expect(found == ["stand-in", "stand-in"])
        #expect(source.made == 1)
    }

    @Test func `nor is one that is awaited`() async throws {
        let source = Source()
        env.registerAsyncProvisional(String.self, name: nil, scope: .singleton, fileID: #fileID, line: #line) { _ in
            source
        }
        let first = Task.detached { [env] in
            defer { source.lateMayGoOn.open() }
            return try await env.resolveAsync(String.self)
        }
        // On the main actor, as it blocks, which takes no thread from the other task.
        let second = Task { @MainActor [env] in
            source.firstAsked.wait()
            return try await Self.$isLate.withValue(true) { try await env.resolveAsync(String.self) }
        }
        #expect(try await first.value == "stand-in")
        #expect(try await second.value == "stand-in")
        #expect(source.made == 1)
    }
}
