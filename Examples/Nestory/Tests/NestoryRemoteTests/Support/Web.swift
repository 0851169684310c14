import NestoryRemote
import ServiceMacros
import ServiceTesting

/// The web, where every server answers as the test says.
@Mock(of: (any WebClient).self)
protocol Web {
    func send(_ request: WebRequest, within timeout: Duration) async throws(WebError) -> WebAnswer
}

extension Result<WebAnswer, WebError> {
    /// What a server answers.
    static func answer(_ status: Int, _ body: String = "") -> Self {
        .success(WebAnswer(status: status, body: Array(body.utf8)))
    }
}
