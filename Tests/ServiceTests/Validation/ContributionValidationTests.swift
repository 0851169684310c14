import Service
import Testing

private struct Plugin: Sendable {}
private struct Host: Sendable {}

/// Contributions to one type have one name, and each has a registration of its own.
@Suite struct ContributionValidationTests {
    struct Down: Error, CustomStringConvertible { let description = "Connection refused" }

    let env = ServiceEnv(name: "plugins")

    /// The lines of the validation's text that say where something is registered.
    private func places() -> [String] {
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        return "\(error.map { "\($0)" } ?? "")".split(separator: "\n").filter { $0.contains("registered at") }
            .map { $0.drop { $0 != "'" }.description }
    }

    @Test(arguments: [false, true])
    func `each contribution that fails is a problem where it was made`(hasHost: Bool) throws {
        if hasHost {
            env.register(Host.self) {
                _ = try ServiceEnv.current.resolveAll(Plugin.self)
                return Host()
            }
        }
        let line = #line
        env.contribute(Plugin.self) { throw Down() }
        env.contribute(Plugin.self) { Plugin() }
        env.contribute(Plugin.self) { throw Down() }
        let failed = ServiceValidationError.Problem.failed(
            service: "Plugin[contribution]", reason: "Connection refused")
        #expect(#expect(throws: ServiceValidationError.self) { try env.validate() }?.problems == [failed, failed])
        #expect(
            places()
                == [1, 3].map {
                    "'Plugin[contribution]' is registered at ServiceTests/ContributionValidationTests.swift:\(line + $0)."
                })
    }

    @Test func `contributions that fail for the same service are one problem, at that service's registration`() {
        let line = #line
        env.register(Host.self) { throw Down() }
        for _ in 0..<2 {
            env.contribute(Int.self) {
                try ServiceEnv.current.resolve(Host.self)
                return 1
            }
            env.register(Bool.self) {
                try ServiceEnv.current.resolve(Host.self)
                return true
            }
        }
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(error?.problems == [.failed(service: "Host", reason: "Connection refused")])
        #expect(places() == ["'Host' is registered at ServiceTests/ContributionValidationTests.swift:\(line + 1)."])
    }

    @Test func `what fails and declares its needs is named where it is registered, not where it is resolved`() {
        let line = #line
        env.register(Host.self, needs: Bool.self) { _ in throw Down() }
        env.register(Bool.self) { true }
        env.register(Double.self) {
            try ServiceEnv.current.resolve(Host.self)
            return 1
        }
        #expect(places() == ["'Host' is registered at ServiceTests/ContributionValidationTests.swift:\(line + 1)."])
    }

    @Test func `a failing service is named as in the other problems`() {
        enum First { struct Host: Sendable {} }
        env.register(Host.self) { throw Down() }
        env.register(Double.self, needs: First.Host.self) { _ in 1 }
        env.register(Bool.self) {
            try ServiceEnv.current.resolve(Host.self)
            return true
        }
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(
            error?.problems == [
                .missing(service: "First.Host", requiredBy: ["Double"]),
                .failed(service: "ServiceTests.Host", reason: "Connection refused"),
            ])
    }
}
