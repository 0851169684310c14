import Foundation
import HummingbirdTesting
import Inventory
import NIOCore
import NIOPosix
import Testing

/// What is answered to bytes that are no request, before any address is looked at.
@Suite struct MalformedRequestTests {
    /// Sends bytes, and returns everything that comes back until the server hangs up.
    private static func answer(to request: String, port: Int) async throws -> (head: [String], body: String) {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "localhost", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var bytes = ByteBuffer()
            for try await part in inbound { bytes.writeImmutableBuffer(part) }
            let text = String(buffer: bytes)
            let end = try #require(text.firstRange(of: "\r\n\r\n"), "\(text)")
            return (text[..<end.lowerBound].components(separatedBy: "\r\n"), String(text[end.upperBound...]))
        }
    }

    @Test(arguments: [
        ("Good morning\r\n\r\n", "400 Bad Request", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n", "400 Bad Request", "bad_request"),
        ("POST /api/items HTTP/1.1\r\nContent-Length: many\r\n\r\n", "400 Bad Request", "bad_request"),
        (
            "GET / HTTP/1.1\r\nX-Long: \(String(repeating: "a", count: 100_000))\r\n\r\n",
            "431 Request Header Fields Too Large", "headers_too_large"
        ),
    ])
    func `what is no request is told in words and a code, and hung up on`(
        request: String, status: String, code: String
    ) async throws {
        try await Nestory.run(on: .live) { nestory in
            let port = try #require(nestory.client.port)
            let answer = try await Self.answer(to: request, port: port)
            #expect(answer.head.first == "HTTP/1.1 \(status)")
            let headers = Set(answer.head.dropFirst().map { $0.lowercased() })
            #expect(
                headers.isSuperset(of: [
                    "content-type: application/json; charset=utf-8", "connection: close", "cache-control: no-store",
                    "content-length: \(answer.body.utf8.count)", "x-content-type-options: nosniff",
                ]), "\(headers)")
            let json = try JSONValue(parsing: Array(answer.body.utf8))
            #expect(json["code"]?.text == code && json["message"]?.text?.isEmpty == false)
        }
    }

    @Test func `a request before it is answered as ever`() async throws {
        try await Nestory.run(on: .live) { nestory in
            let port = try #require(nestory.client.port)
            let request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n\u{1}\r\n\r\n"
            let answer = try await Self.answer(to: request, port: port)
            #expect(answer.head.first == "HTTP/1.1 200 OK")
            #expect(answer.body.contains("HTTP/1.1 400 Bad Request") && answer.body.contains("bad_request"))
        }
    }
}
