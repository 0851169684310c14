import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Inventory
import Service
import Testing

/// What HEAD answers: the headers of GET, without its body.
@Suite struct HeadTests {
    /// What a program counts changes with each request, so its length does, too.
    private static let changing = "/metrics"
    private static let stream = "/api/page/{page}/events"

    @Test func `HEAD has the status and the headers of GET at every address, and the length of its body`() async throws
    {
        try await Nestory.run { nestory in
            let added = try await nestory.post(#"{"name": "Lamp"}"#)
            let id = try #require(added.json?["id"]?.text)
            #expect(nestory.addresses.contains("/api/items/{id}") && nestory.addresses.contains(Self.stream))
            for pattern in nestory.addresses where pattern != Self.stream {
                let address = pattern.replacing("{id}", with: id).replacing("{number}", with: "1")
                let get = try await nestory.get(address)
                let head = try await nestory.send(.head, address)
                #expect(head.status == get.status && head.text.isEmpty, "\(pattern)")
                var expected = get.headers
                expected[.contentLength] = String(get.text.utf8.count)
                guard pattern != Self.changing else {
                    #expect(head.headers[.contentLength] != "0")
                    continue
                }
                #expect(head.headers == expected, "\(pattern)")
            }
        }
    }

    @Test func `the length of an export is told before it is fetched, on the same connection`() async throws {
        try await Nestory.run(on: .live) { nestory in
            _ = try await nestory.importCSV("name\nLamp\nChair\n")
            for address in ["/api/export.csv", "/api/export.json"] {
                let head = try await nestory.send(.head, address)
                let get = try await nestory.get(address)
                #expect(head.headers[.contentLength] == String(get.text.utf8.count) && head.text.isEmpty)
            }
        }
    }

    @Test func `an export that breaks off fails for HEAD, too`() async throws {
        let broken = BrokenExport()
        try await Nestory.run(replacing: { $0.register((any ExportService).self) { broken } }) { nestory in
            let answer = try await nestory.send(.head, "/api/export.csv")
            #expect(answer.status == 503 && answer.text.isEmpty)
        }
    }

    @Test func `HEAD of what a page hears is refused, as its stream has no end`() async throws {
        try await Nestory.run { nestory in
            let page = String(repeating: "0", count: 32)
            let answer = try await nestory.send(.head, Self.stream.replacing("{page}", with: page))
            #expect(answer.status == 405 && answer.headers[.allow] == "GET")
        }
    }

    private struct BrokenExport: ExportService {
        func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error> {
            AsyncThrowingStream { stream in
                stream.yield(Array("name\r\n".utf8))
                stream.finish(throwing: InventoryError.busy)
            }
        }
    }
}
