import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Asks web servers with async-http-client.
///
/// Each request has a connection of its own: they are made once in a while, and one that was kept would often be closed
/// by then.
///
/// The toolchain's `URLSession` would take less time to build, but on Linux, with Swift 6.3, a server can end the program with
/// it: by a trailer, by headers that break off, by a length of 2^63 - 1 bytes, or by a redirection to `//[::1]/`.
public struct LimitedWebClient: WebClient {
    private static let connecting = TimeAmount.seconds(3)

    private let clock: any Clock<Duration>

    /// Makes a client.
    ///
    /// - Parameter clock: Measures how long an answer takes.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// Sends a request, and reads the whole answer.
    public func send(_ request: WebRequest, within timeout: Duration) async throws(WebError) -> WebAnswer {
        // async-http-client learns of a cancellation on its way, when it may have sent the request.
        guard !Task.isCancelled else { throw .cancelled }
        let result: Result<WebAnswer, WebError>
        do {
            result = try await HTTPClient.withHTTPClient(configuration: Self.configuration) { [clock] client in
                await Self.race(request, client, against: timeout, on: clock)
            }
        } catch {
            throw .unreachable(details: "\(error)")
        }
        return try result.get()
    }

    private static func race(
        _ request: WebRequest, _ client: HTTPClient, against timeout: Duration, on clock: any Clock<Duration>
    ) async -> Result<WebAnswer, WebError> {
        await withTaskGroup(of: Result<WebAnswer, WebError>.self) { group in
            group.addTask { await exchange(request, client) }
            group.addTask {
                do {
                    try await clock.sleep(for: timeout)
                    return .failure(.tooSlow(timeout))
                } catch {
                    return .failure(.cancelled)
                }
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.cancelled)
        }
    }

    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            // An address that was given by hand is the one that is meant, and no other.
            redirectConfiguration: .disallow, timeout: .init(connect: connecting))
        // The caller tries again, and knows when; the client must not do so as well.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    private static func exchange(_ request: WebRequest, _ client: HTTPClient) async -> Result<WebAnswer, WebError> {
        var outgoing = HTTPClientRequest(url: request.address.text)
        for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
        outgoing.headers.replaceOrAdd(name: "Connection", value: "close")
        if let body = request.body {
            outgoing.method = .POST
            outgoing.body = .bytes(ByteBuffer(bytes: body))
        }
        var isAnswering = false
        do {
            let answer = try await client.execute(outgoing, deadline: .distantFuture)
            isAnswering = true
            let status = Int(answer.status.code)
            guard let limit = request.limit else { return .success(WebAnswer(status: status, body: [])) }
            let body = try await answer.body.collect(upTo: limit)
            return .success(WebAnswer(status: status, body: Array(body.readableBytesView)))
        } catch {
            return .failure(translate(error, isAnswering: isAnswering, request))
        }
    }

    private static func translate(_ error: any Error, isAnswering: Bool, _ request: WebRequest) -> WebError {
        switch error {
        case is CancellationError: .cancelled
        case let error as HTTPClientError where error == .cancelled: .cancelled
        case let error as HTTPClientError where error == .connectTimeout || error == .tlsHandshakeTimeout:
            .tooSlow(.nanoseconds(connecting.nanoseconds))
        case is NIOTooManyBytesError: .tooLarge(limit: request.limit ?? 0)
        case _ where isAnswering: .brokeOff
        default: .unreachable(details: "\(request.address.place): \(error)")
        }
    }
}
