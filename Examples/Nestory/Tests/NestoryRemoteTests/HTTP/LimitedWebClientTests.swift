import Foundation
import NestoryRemote
import ServiceTesting
import TestServer
import Testing

/// What servers can do to a client, by mistake or to harm it: nothing ends the program, takes longer than was allowed, or
/// brings more bytes.
@Suite(.timeLimit(.minutes(5))) struct LimitedWebClientTests {
    private static let limit = 1000
    private static let time = Duration.seconds(5)
    private static let ok = "HTTP/1.1 200 OK\r\n"

    private let timer = ManualClock()
    private var web: LimitedWebClient { LimitedWebClient(clock: timer) }

    private func request(_ server: TestServer, limit: Int? = limit) throws -> WebRequest {
        WebRequest(try #require(WebAddress(server.address("/"))), limit: limit)
    }

    private func send(_ request: WebRequest) async -> Result<WebAnswer, WebError> {
        do throws(WebError) {
            return .success(try await web.send(request, within: Self.time))
        } catch {
            return .failure(error)
        }
    }

    /// What the client makes of a reply, for which it asks once.
    private func answer(to reply: TestServer.Reply, limit: Int? = limit) async throws -> Result<WebAnswer, WebError> {
        var result = Result<WebAnswer, WebError>.failure(.cancelled)
        try await TestServer.run(reply) { server in
            result = await send(try request(server, limit: limit))
            #expect(server.received.count == 1)
            await server.waitForNoConnections()
        }
        return result
    }

    /// What the client makes of a reply when its time is over.
    private func answerInTime(to reply: TestServer.Reply) async throws -> Result<WebAnswer, WebError> {
        var result = Result<WebAnswer, WebError>.failure(.cancelled)
        try await TestServer.run(reply) { server in
            let request = try request(server)
            async let answer = send(request)
            await server.waitForRequest()
            await timer.waitForSleepers()
            await timer.advance(by: Self.time)
            result = await answer
            await server.waitForNoConnections()
        }
        return result
    }

    // MARK: Size

    private static func framed(_ body: String) -> [String] {
        [
            "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", "Connection: close\r\n\r\n\(body)",
            "Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n" + body.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n",
        ]
    }

    @Test(arguments: 0..<4) func `as many bytes as are allowed are taken, one more is not`(_ framing: Int) async throws
    {
        let body = String(repeating: "x", count: Self.limit)
        let whole = try await answer(to: .bytes(Self.ok + Self.framed(body)[framing]))
        #expect(whole == .success(WebAnswer(status: 200, body: Array(body.utf8))))
        let long = try await answer(to: .bytes(Self.ok + Self.framed(body + "x")[framing]))
        #expect(long == .failure(.tooLarge(limit: Self.limit)))
    }

    @Test(arguments: ["200 OK", "302 Found\r\nLocation: /", "404 Not Found", "503 Later"])
    func `a body without end is cut off, or not read at all, whatever the status is`(_ status: String) async throws {
        let reply = TestServer.Reply.flood(
            "HTTP/1.1 \(status)\r\nConnection: close\r\n\r\n", of: String(repeating: "x", count: 65_536))
        #expect(try await answer(to: reply) == .failure(.tooLarge(limit: Self.limit)))
        let code = try #require(Int(status.prefix(3)))
        #expect(try await answer(to: reply, limit: nil) == .success(WebAnswer(status: code, body: [])))
    }

    @Test func `a compressed body is not unpacked, so a few bytes stay a few`() async throws {
        // 20,000 times the letter a.
        let bomb = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAA8GAxh73KIE4AAA=="))
        let head = Self.ok + "Content-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
        #expect(
            try await answer(to: .raw(Array(head.utf8) + bomb)) == .success(WebAnswer(status: 200, body: Array(bomb))))
    }

    @Test(arguments: [
        (ok, "X: \(String(repeating: "x", count: 1000))\r\n"), (ok + "X: ", String(repeating: "x", count: 1000)),
        (ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: \(String(repeating: "x", count: 1000))\r\n"),
    ])
    func `headers without end are cut off, too`(_ start: String, _ piece: String) async throws {
        switch try await answer(to: .flood(start, of: piece)) {
        case .failure(.unreachable), .failure(.brokeOff): break
        case let other: Issue.record("\(other)")
        }
    }

    // MARK: Time

    @Test(arguments: [
        "", "HTTP/1.1 2", ok, ok + "Content-Length: 10\r\n\r\n", ok + "Content-Length: 10\r\n\r\n12345",
        ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    ])
    func `an answer that stops anywhere is given up when its time is over`(_ start: String) async throws {
        #expect(try await answerInTime(to: .open(start)) == .failure(.tooSlow(Self.time)))
    }

    @Test(arguments: [
        ("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"), ("HTTP/1.1 200 ", "xxxxxxxxxx"),
        (ok + "Transfer-Encoding: chunked\r\n\r\n1;", "xxxxxxxxxx"),
    ])
    func `an answer that never comes to its body is given up when its time is over`(
        _ start: String, _ piece: String
    ) async throws {
        #expect(try await answerInTime(to: .flood(start, of: piece)) == .failure(.tooSlow(Self.time)))
    }

    @Test func `a server that is silent while it should encrypt is given up when its time is over`() async throws {
        try await TestServer.run(.silence) { server in
            let address = try #require(WebAddress(server.address("/").replacing("http:", with: "https:")))
            async let answer = send(WebRequest(address, limit: Self.limit))
            await timer.waitForSleepers()
            await timer.advance(by: Self.time)
            // The client may also have given up the connection by itself.
            guard case .failure(.tooSlow) = await answer else {
                Issue.record("\(await answer)")
                return
            }
            await server.waitForNoConnections()
        }
    }

    // MARK: What an answer says

    @Test(
        arguments: [
            "/", "/elsewhere", "//[::1]/", "//[::1", "file:///etc/passwd", "ftp://localhost/", "http://localhost:1/",
            "https://example.org/", "mailto:a@b", "//a%00b/", "//:99999/", "?%zz", "", "é", "/\\", "x:y:z",
        ], [301, 302, 308])
    func `no redirection is followed, wherever it leads`(_ location: String, _ status: Int) async throws {
        let head = "HTTP/1.1 \(status) -\r\nLocation: \(location)\r\nContent-Length: 5\r\n\r\n"
        let expected = WebAnswer(status: status, body: Array("moved".utf8))
        #expect(try await answer(to: .bytes(head + "moved")) == .success(expected))
    }

    @Test(
        arguments: [
            "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Negotiate", "Bearer", "", "x=,,\"",
        ], [401, 407])
    func `who is asked for a password answers nothing`(_ challenge: String, _ status: Int) async throws {
        let name = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
        let head = "HTTP/1.1 \(status) -\r\n\(name): \(challenge)\r\nContent-Length: 2\r\n\r\n"
        let expected = WebAnswer(status: status, body: Array("no".utf8))
        #expect(try await answer(to: .bytes(head + "no")) == .success(expected))
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0;c\r\nX: y\r\nZ: z\r\n\r\n",
        "Content-Length: 5\r\n\r\nhello, and more", "X: \u{E9}\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func `what is unusual is still an answer`(_ rest: String) async throws {
        let expected = WebAnswer(status: 200, body: Array("hello".utf8))
        for before in ["", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"] {
            #expect(try await answer(to: .bytes(before + Self.ok + rest)) == .success(expected))
        }
    }

    @Test(arguments: [
        "", "\r\n", "HTTP/1.1", ok, ok + "X: y\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n" + ok + "X: y\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
        ok + "Content-Length: -1\r\n\r\n", ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        ok + "Content-Length: 99999999999999999999\r\n\r\n", ok + "X\r\n\r\n", ok + ": y\r\n\r\n", "<html></html>",
    ])
    func `what is no answer is told as such`(_ bytes: String) async throws {
        guard case .failure(.unreachable) = try await answer(to: .bytes(bytes)) else {
            Issue.record("\(bytes) is taken for an answer.")
            return
        }
    }

    @Test(arguments: ["Content-Length: 9223372036854775807", "Content-Length: 1001"])
    func `a length that is too large is believed, and nothing is read`(_ header: String) async throws {
        let reply = TestServer.Reply.open(Self.ok + header + "\r\n\r\nhello")
        #expect(try await answer(to: reply) == .failure(.tooLarge(limit: Self.limit)))
    }

    @Test(arguments: [
        "Content-Length: 10\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nz\r\n",
        "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello",
    ])
    func `half an answer is none`(_ rest: String) async throws {
        #expect(try await answer(to: .bytes(Self.ok + rest)) == .failure(.brokeOff))
    }

    @Test func `nothing is kept of an answer: no cookie, no connection and no copy`() async throws {
        let head = "Set-Cookie: a=b\r\nCache-Control: max-age=3600\r\nETag: \"c\"\r\nContent-Length: 5\r\n\r\n"
        try await TestServer.run(.bytes(Self.ok + head + "hello")) { server in
            for _ in 0..<3 { _ = await send(try request(server)) }
            #expect(server.received.count == 3)
            for sent in server.received { #expect(sent.headers.keys.sorted() == ["connection", "host"]) }
        }
    }

    // MARK: Many requests

    @Test func `many requests at once are answered, each with its own`() async throws {
        try await TestServer.run(.answer(200, "hello")) { server in
            let request = try request(server)
            await withTaskGroup(of: Result<WebAnswer, WebError>.self) { group in
                for _ in 0..<20 { group.addTask { await send(request) } }
                for await result in group {
                    #expect(result == .success(WebAnswer(status: 200, body: Array("hello".utf8))))
                }
            }
            #expect(server.received.count == 20)
        }
    }

    @Test(arguments: [TestServer.Reply.silence, .open(ok + "Content-Length: 10\r\n\r\nhello")])
    func `each of many requests can be cancelled, and leaves no connection`(_ reply: TestServer.Reply) async throws {
        try await TestServer.run(reply) { server in
            let request = try request(server)
            let tasks = (0..<20).map { _ in Task { await send(request) } }
            for _ in tasks { await server.waitForRequest() }
            for task in tasks { task.cancel() }
            for task in tasks { #expect(await task.value == .failure(.cancelled)) }
            await server.waitForNoConnections()
        }
    }

    @Test func `two hundred requests, one after the other, leave no connection`() async throws {
        let replies: [TestServer.Reply] = [
            .answer(200, "hello"), .bytes(Self.ok), .bytes("HTTP/1.1 20"), .raw([0xFF]),
            .open(Self.ok + "Content-Length: 9223372036854775807\r\n\r\n"),
        ]
        try await TestServer.run { server in
            for _ in 0..<40 {
                server.answer(with: replies)
                for _ in replies { _ = await send(try request(server)) }
            }
            #expect(server.received.count == 200)
            await server.waitForNoConnections()
        }
    }

    @Test func `a task that was cancelled before sends nothing`() async throws {
        try await TestServer.run(.answer(200, "")) { server in
            let request = try request(server)
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return await send(request)
            }
            task.cancel()
            #expect(await task.value == .failure(.cancelled) && server.received.isEmpty)
        }
    }
}
