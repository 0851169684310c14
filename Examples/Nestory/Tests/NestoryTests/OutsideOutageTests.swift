import Foundation
import Inventory
import TestServer
import Testing

/// The built program, while what it needs from outside fails.
@Suite struct OutsideOutageTests {
    private static let rates = """
        <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube><Cube time="2025-06-02">\
        <Cube currency="USD" rate="2"/></Cube></Cube></gesmes:Envelope>
        """

    /// Asks again until an answer says what it should, for a minute at most.
    private static func wait(
        for words: String, in path: String, of server: ServerProcess,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var text = ""
        try await Patience.until("\(path) says \(words), and not \(text)", sourceLocation: sourceLocation) {
            let (status, body) = try await server.send("GET", path)
            text = String(decoding: body, as: UTF8.self)
            #expect(status == 200, sourceLocation: sourceLocation)
            return text.contains(words)
        }
    }

    private static func stop(_ server: ServerProcess) async {
        server.process.terminate()
        #expect(await server.status() == 0)
    }

    /// Asks again until something of a service is no longer so, for a minute at most.
    private static func wait(
        until service: String, isNoLonger words: String, of server: ServerProcess,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await Patience.until("\(service) is no longer \(words)", sourceLocation: sourceLocation) {
            try await !Self.service(service, of: server).contains(words)
        }
    }

    /// What `/api/services` says of one service.
    private static func service(_ name: String, of server: ServerProcess) async throws -> String {
        let text = String(decoding: try await server.send("GET", "/api/services").body, as: UTF8.self)
        return try #require(
            text.split(separator: "{\"service\":").first { $0.hasPrefix("\"\(name)\"") }.map(String.init))
    }

    @Test(arguments: [
        TestServer.Reply.answer(503, ""), .answer(200, "<html>Log in</html>"),
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n\(rates.prefix(120))"), .silence, .endless,
    ])
    func `totals are there whatever the rates' server does, and live rates come by themselves when it is well`(
        _ fault: TestServer.Reply
    ) async throws {
        try await Program.inFolder { folder in
            try await TestServer.run(fault) { bank in
                let csv = try folder.write("name,purchase_price,currency\nLamp,10,EUR\n", as: "a.csv")
                #expect(try await Program.run("import", csv, in: folder).status == 0)
                let server = try await ServerProcess(["--rates-url", bank.address("/rates.xml")], in: folder)
                try await Self.wait(for: #""rates_source":"shipped""#, in: "/api/summary", of: server)
                #expect(try await server.send("GET", "/report").status == 200)
                #expect(try await server.send("GET", "/").status == 200)
                // Nobody waits for a fetch that hangs; that it failed is known when it is given up.
                try await Self.wait(until: "currency", isNoLonger: #""total_failures":0"#, of: server)
                bank.answer(with: [.answer(200, Self.rates)])
                try await Self.wait(for: #""total":"20.00","items":1"#, in: "/api/summary?currency=USD", of: server)
                try await Self.wait(for: #""rates_source":"live""#, in: "/api/summary", of: server)
                #expect(try await Self.service("currency", of: server).contains(#""is_healthy":true"#))
                await Self.stop(server)

                // What was fetched is known at the next start, with its day.
                bank.answer(with: [fault])
                let next = try await ServerProcess(["--rates-url", bank.address("/rates.xml")], in: folder)
                let known = #""rates_date":"2025-06-02","rates_source":"last_known""#
                try await Self.wait(for: known, in: "/api/summary", of: next)
                await Self.stop(next)
            }
        }
    }

    @Test func `a webhook that refuses is told once it takes it, also by another run of the program`() async throws {
        try await Program.inFolder { folder in
            let day = try #require(Day(daysSince1970: SystemClock().now.day.daysSince1970 + 10))
            let csv = try folder.write("name,warranty_until\nLamp,\(day)\nRadio,\(day)\n", as: "a.csv")
            #expect(try await Program.run("import", csv, in: folder).status == 0)
            try await TestServer.run(.answer(500, "")) { webhook in
                let refused = try await ServerProcess(["--webhook-url", webhook.address("/hook")], in: folder)
                try await Self.wait(until: "notifications", isNoLonger: #""total_failures":0"#, of: refused)
                #expect(try await refused.send("GET", "/").status == 200)
                await Self.stop(refused)
            }
            // Another server, as a request of the program that was stopped may still be on its way to the first.
            try await TestServer.run(.answer(204, "")) { webhook in
                for _ in 0..<2 {
                    let server = try await ServerProcess(["--webhook-url", webhook.address("/hook")], in: folder)
                    try await Self.wait(until: "notifications", isNoLonger: #""last_success":null"#, of: server)
                    await Self.stop(server)
                    let told = webhook.received.map { $0.headers["idempotency-key"] }
                    #expect(Set(told).count == 2 && told.count == 2)
                }
            }
        }
    }

    @Test func `copies that cannot be written are told, and made again when they can`() async throws {
        try await Program.inFolder { folder in
            let copies = folder.appending(path: "nestory.db-backups")
            try Data().write(to: copies)
            let blocked = try await ServerProcess(in: folder)
            try await Self.wait(until: "backup", isNoLonger: #""total_failures":0"#, of: blocked)
            let told = try await Self.service("backup", of: blocked)
            #expect(told.contains(#""last_success":null"#), "\(told)")
            #expect(try await blocked.send("GET", "/").status == 200)
            await Self.stop(blocked)
            try FileManager.default.removeItem(at: copies)
            let free = try await ServerProcess(in: folder)
            try await Self.wait(until: "backup", isNoLonger: #""last_success":null"#, of: free)
            #expect(try FileManager.default.contentsOfDirectory(atPath: copies.path).count == 1)
            await Self.stop(free)
        }
    }
}
