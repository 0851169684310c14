import Inventory
import NestoryServices
import Testing

private struct Response: Sendable {
    var headers: [String: String] = [:]
}

/// The example of a docstring, which SnippetTests of the root package looks up here.
@Suite struct DocstringExamples {
    @Test func `an answer that is not old has no age`() async throws {
        let request = "/items"
        let next: @Sendable (String) async throws -> Response = { _ in Response() }
        let age = AnswerAge()
        var response = try await AnswerAge.$current.withValue(age) { try await next(request) }
        if let asOf = age.asOf { response.headers["X-As-Of"] = "\(asOf)" }
        #expect(response.headers.isEmpty)
    }
}
