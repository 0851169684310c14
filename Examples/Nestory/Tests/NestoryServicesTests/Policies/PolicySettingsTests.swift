import Foundation
import NestoryAssembly
import NestoryServices
import ServiceHealth
import Testing

/// What people set in a file and in the environment.
@Suite struct PolicySettingsTests {
    private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json").path

    /// Reads policies from a file with this text.
    private func policies(_ text: String? = nil, environment: [String: String] = [:]) throws -> ServicePolicies {
        guard let text else { return try ServicePolicies(file: nil, environment: environment) }
        try Data(text.utf8).write(to: URL(filePath: file))
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: file) } }
        return try ServicePolicies(file: file, environment: environment)
    }

    /// What is wrong, as if the file were in the folder that people are in.
    private func problems(
        _ text: String? = nil, environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        let error = #expect(throws: PolicySettingsError.self, sourceLocation: sourceLocation) {
            try policies(text, environment: environment)
        }
        return error?.problems.map { $0.replacing(file, with: "policies.json") } ?? []
    }

    @Test func `what is not set stays as the program has it`() throws {
        #expect(try policies(environment: ["PATH": "/bin", "NESTORY_BROWSER": "x"]) == ServicePolicies())
        #expect(try policies("{}") == ServicePolicies())
        var expected = ServicePolicies()
        expected[.currency].attemptTimeout = .seconds(2)
        expected[.currency].breaker?.openFor = .seconds(9)
        expected.health = HealthPolicy(failureThreshold: 3, recoveryInterval: .seconds(10))
        #expect(
            try policies(
                """
                {"currency": {"attemptTimeout": "2s", "breaker": {"openFor": "9s"}}, "health.recoveryInterval": "10s"}
                """) == expected)
    }

    @Test func `a variable wins over the file`() throws {
        let policies = try policies(
            #"{"inventory": {"attemptTimeout": "1s"}, "export": {"attemptTimeout": "off"}, "backup": {"preset": "server"}}"#,
            environment: [
                "NESTORY_POLICY_INVENTORY_ATTEMPT_TIMEOUT": "8s",
                "NESTORY_POLICY_INVENTORY_CHANGES_BREAKER_FAILURES": "7",
                "NESTORY_POLICY_HEALTH_FAILURE_THRESHOLD": "9",
            ])
        #expect(policies[.inventory].attemptTimeout == .seconds(8))
        #expect(policies[.inventory].breaker == ServicePolicies()[.inventory].breaker)
        #expect(policies["inventory-changes"].breaker?.trip == .consecutive(7))
        #expect(policies.health.failureThreshold == 9)
        #expect(policies[.export].attemptTimeout == nil)
        #expect(policies[.backup] == .server)
    }

    @Test func `everything that is wrong is named at once: where it is, the key and what was expected`() {
        let problems = problems(
            """
            {"currency": {"attemptTimeout": 5, "breaker": {"opnFor": "5s"}}, "health": {"failureThreshold": "0"},
             "report": {"breaker": {"openFor": "1s"}}, "analytics": {"colour": "red"}}
            """,
            environment: [
                "NESTORY_POLICY_REPORT_BREAKER_OPEN_FOR": "soon", "NESTORY_POLICY_INVENTORY_CHANGES_RETRY_MAX": "2",
            ])
        #expect(
            Set(problems) == [
                "policies.json: currency.attemptTimeout has no unit: write '5s' or '5ms' instead of '5'.",
                "policies.json: currency.breaker.opnFor is unknown. Did you mean breaker.openFor?",
                "policies.json: health.failureThreshold must be at least 1, but is 0.",
                "policies.json: analytics.colour is unknown. Did you mean breaker?",
                "NESTORY_POLICY_REPORT_BREAKER_OPEN_FOR must be a time such as 250ms, 5s or 2m, but is 'soon'.",
                "NESTORY_POLICY_INVENTORY_CHANGES_RETRY_MAX is unknown. Did you mean RETRY?",
            ])
    }

    @Test(arguments: [
        (#"{"curency": {"preset": "app"}}"#, "policies.json: curency.preset is in no section that there is: health,"),
        (#"{"currency": "off"}"#, #"policies.json: currency must be an object, such as {"currency": {"…": "5s"}}."#),
        (#"{"currency": {"breaker": null}}"#, "policies.json: currency.breaker must be a text or a number"),
        (#"{"export": {"attemptTimeout": "1s"}, "export.attemptTimeout": "2s"}"#, "attemptTimeout is there twice."),
        ("[]", "policies.json must be an object"), ("", "policies.json is not JSON, in line 1: "),
        ("{\n\"currency\":\n  {attemptTimeout}\n}", "policies.json is not JSON, in line 3: "),
    ])
    func `a file that makes no sense is refused`(text: String, expected: String) {
        let problems = problems(text)
        #expect(problems.count == 1 && problems.first?.contains(expected) == true, "\(problems)")
    }

    @Test func `a file that is not there, and a variable of no service, are refused`() {
        let missing = #expect(throws: PolicySettingsError.self) {
            try ServicePolicies(file: "/nowhere/policies.json", environment: [:])
        }
        #expect(missing?.message == "/nowhere/policies.json cannot be read. Give --config a file with JSON.")
        let problems = problems(environment: ["NESTORY_POLICY_CURENCY_PRESET": "app"])
        #expect(
            problems.first?.hasPrefix("NESTORY_POLICY_CURENCY_PRESET is in no section that there is: health,") == true)
    }
}
