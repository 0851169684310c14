import Service
import ServiceTesting
import Testing

@Suite struct ExplainedErrorTests {
    @Test func `a test that throws an error of the container fails with the explanation`() async throws {
        let recorded = Recorder<Issue>()
        let test = try #require(Test.current)
        try await withKnownIssue {
            let trait = ServiceEnvTrait.serviceEnv { $0.register(NamedOrigin("only")) }
            try await trait.provideScope(for: test, testCase: nil) {
                try ServiceEnv.current.resolve((any Origin).self)
            }
        } matching: { issue in
            recorded.record(issue)
            return true
        }
        let issue = try #require(recorded.elements.first)
        #expect(recorded.elements.count == 1)
        #expect(issue.error is ServiceError)
        #expect(issue.sourceLocation == test.sourceLocation)
        let comment = try #require(issue.comments.first?.rawValue)
        #expect(comment.hasPrefix("Service 'Origin' is not registered in ServiceEnv\n"))
        #expect(comment.contains("'NamedOrigin' is registered and conforms to it"))
    }

    @Test func `another error passes through`() async throws {
        struct Failure: Error {}
        let test = try #require(Test.current)
        await #expect(throws: Failure.self) {
            try await ServiceEnvTrait.serviceEnv.provideScope(for: test, testCase: nil) { throw Failure() }
        }
    }
}
