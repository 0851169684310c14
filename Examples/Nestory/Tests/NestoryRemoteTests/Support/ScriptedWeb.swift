import NestoryRemote
import TestDoubles

/// The web, where every server answers as the test says.
final class ScriptedWeb: WebClient {
    /// A request, and how long its answer may take.
    struct Request: Sendable {
        let request: WebRequest
        let timeout: Duration
    }

    let calls = ScriptedCalls<Request, WebAnswer>()

    func send(_ request: WebRequest, within timeout: Duration) async throws(WebError) -> WebAnswer {
        do {
            return try await calls.make(Request(request: request, timeout: timeout))
        } catch let error as WebError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    /// What a server answers.
    static func answer(_ status: Int, _ body: String = "") -> Result<WebAnswer, any Error> {
        .success(WebAnswer(status: status, body: Array(body.utf8)))
    }
}
