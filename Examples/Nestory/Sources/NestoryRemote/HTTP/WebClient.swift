/// Asks web servers, and trusts none of them: what an answer may take in bytes and time is limited.
public protocol WebClient: Sendable {
    /// Sends a request, and reads the whole answer.
    ///
    /// Redirections are not followed: they are answers like others.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - timeout: How long all of it may take.
    /// - Returns: The answer, whatever its status is.
    /// - Throws: ``WebError``.
    func send(_ request: WebRequest, within timeout: Duration) async throws(WebError) -> WebAnswer
}
