import AsyncHTTPClient
import Inventory
import NIOCore
import NIOHTTP1
import Testing

/// What one page hears, event by event.
struct PageStream {
    static let page = String(repeating: "0123456789abcdef", count: 2)

    /// An event, as the page gets it.
    struct Event {
        var name: String
        var id: String
        var data: JSONValue
    }

    private var body: HTTPClientResponse.Body.AsyncIterator
    private var received = ""

    /// Connects a page with a server.
    ///
    /// - Parameters:
    ///   - port: The server's port on this machine.
    ///   - address: What the page's list shows.
    ///   - page: The page's id.
    init(port: Int, address: String? = "/", page: String = page, headers: [(String, String)] = []) async throws {
        let query = address.map { "?address=\($0.replacing("?", with: "%3F").replacing("=", with: "%3D"))" } ?? ""
        var request = HTTPClientRequest(url: "http://localhost:\(port)/api/page/\(page)/events\(query)")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        try #require(response.status == .ok)
        #expect(response.headers.first(name: "content-type") == "text/event-stream; charset=utf-8")
        #expect(response.headers.first(name: "cache-control") == "no-store")
        body = response.body.makeAsyncIterator()
    }

    /// Waits for the next event; nil where the server has ended the stream.
    @concurrent mutating func next() async throws -> Event? {
        while true {
            if let end = received.firstRange(of: "\n\n") {
                let lines = received[..<end.lowerBound].split(separator: "\n").map { line in
                    line.split(separator: ":", maxSplits: 1).map { String($0.drop { $0 == " " }) }
                }
                received = String(received[end.upperBound...])
                let fields = try Dictionary(uniqueKeysWithValues: lines.map { ($0[0], try #require($0.last)) })
                return Event(
                    name: try #require(fields["event"]), id: try #require(fields["id"]),
                    data: try JSONValue(parsing: Array(try #require(fields["data"]).utf8)))
            }
            guard let piece = try await body.next() else { return nil }
            received += String(buffer: piece)
        }
    }

    /// Waits for an event with a part of the state that is as it should be, and returns that part.
    @concurrent mutating func until(_ part: String, _ condition: @Sendable (JSONValue) -> Bool = { _ in true })
        async throws -> JSONValue
    {
        while let event = try await next() {
            if let value = event.data[part], condition(value) { return value }
        }
        throw CancellationError()
    }
}
