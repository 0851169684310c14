import AsyncHTTPClient
import HTTPTypes
import HummingbirdTesting
import Inventory
import NIOCore
import NIOHTTP1
import NestoryServices
import Service
import ServiceTesting
import TestDoubles
import Testing

/// What the routes answer while imports and exports fail, at each moment at which they can.
@Suite struct BrokenTransferTests {
    private struct Broken: Error { let secret = "SELECT secret FROM item" }

    /// Something that a stream holds: tells when the stream is let go of.
    private final class Hold: Sendable {
        let isGone = AsyncStream.makeStream(of: Void.self)
        var piece: [UInt8] { Array(repeating: UInt8(ascii: "x"), count: 1 << 16) }

        deinit { isGone.continuation.finish() }
    }

    private static let failures: [(any Error, Int, String)] = [
        (InventoryError.alreadyExists, 409, "already_exists"), (InventoryError.busy, 503, "busy"),
        (InventoryError.diskFull, 507, "disk_full"),
        (InventoryError.noAccess(path: "/secret", details: "secret"), 503, "inventory_unavailable"),
        (InventoryError.notAnInventory(path: "/secret", details: "secret"), 503, "inventory_unavailable"),
        (InventoryError.tooNew(path: "/secret"), 503, "inventory_unavailable"),
        (InventoryError.noFolder(path: "/secret"), 503, "inventory_unavailable"),
        (InventoryError.readOnly(because: .diskFull), 503, "inventory_read_only"),
        (InventoryError.unavailable(because: nil), 503, "inventory_unavailable"),
        (InventoryError.failed(details: "secret"), 503, "inventory_unavailable"),
    ]

    private func live(
        _ exports: MockExports, _ test: @escaping @Sendable (Nestory, String) async throws -> Void
    ) async throws {
        let replace: (ServiceEnv) -> Void = { env in env.register((any ExportService).self, name: .live) { exports } }
        try await Nestory.run(replacing: replace, on: .live) { nestory in
            let port = try #require(nestory.client.port)
            try await test(nestory, "http://localhost:\(port)/api/export.csv")
        }
    }

    /// Reads one piece of an answer.
    private func firstPiece(of address: String) async throws -> String {
        let answer = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
        for try await piece in answer.body { return String(buffer: piece) }
        return ""
    }

    @Test(arguments: failures + [(Broken(), 500, "internal_error")])
    func `an import that fails is answered in words, without anything from inside`(
        error: any Error, status: Int, code: String
    ) async throws {
        let imports = MockImports()
        imports.stub.importCSV.fails(error)
        try await Nestory.run(replacing: { $0.register((any ImportService).self) { imports } }) { nestory in
            let answer = try await nestory.importCSV("name\nLamp\n", "?dry_run=true&skip_invalid=true")
            #expect(answer.status == status && answer.code == code)
            #expect(answer.json?["message"]?.text?.isEmpty == false && !answer.text.contains("secret"))
            #expect(imports.stub.importCSV.calls.map(\.options) == [ImportOptions(dryRun: true, skipInvalid: true)])
        }
    }

    @Test(arguments: failures + [(Broken(), 503, "export_unavailable")])
    func `an export that cannot begin is answered in words, without anything from inside`(
        error: any Error, status: Int, code: String
    ) async throws {
        let exports = MockExports()
        exports.stub.export.fails(error)
        try await Nestory.run(replacing: { $0.register((any ExportService).self, name: .live) { exports } }) {
            nestory in
            let answer = try await nestory.get("/api/export.csv")
            #expect(answer.status == status && answer.code == code && !answer.text.contains("secret"))
            #expect(
                answer.headers[.contentDisposition] == nil && answer.headers[.contentType]?.contains("json") == true)
        }
    }

    @Test func `what fails three times in a row is not asked again at once`() async throws {
        let exports = MockExports()
        exports.stub.export.fails(Broken())
        try await Nestory.run(replacing: { $0.register((any ExportService).self, name: .live) { exports } }) {
            (nestory: Nestory) async throws in
            for _ in 0..<4 { #expect(try await nestory.get("/api/export.json").code == "export_unavailable") }
            #expect(exports.stub.export.calls == [.json, .json, .json])
        }
    }

    @Test(arguments: failures.map(\.0) + [Broken()])
    func `an export that fails behind its first piece is broken off, so that nobody takes half for the whole`(
        error: any Error
    ) async throws {
        let exports = MockExports()
        try await live(exports) { nestory, address in
            let (pieces, file) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            file.yield(Array("id,name\r\n".utf8))
            exports.stub.export.returns(pieces)
            let answer = try await HTTPClient.shared.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
            var body = answer.body.makeAsyncIterator()
            // It is sent before the second piece is there.
            let first = try await body.next()
            #expect(answer.status == .ok && first.map { String(buffer: $0) } == "id,name\r\n")
            file.finish(throwing: error)
            await #expect(throws: (any Error).self) { while try await body.next() != nil {} }
            #expect(try await nestory.get("/health/live").status == 200)
        }
    }

    @Test func `an export whose reader has gone is given up`() async throws {
        let exports = MockExports()
        try await live(exports) { nestory, address in
            var hold: Hold? = Hold()
            let isGone = try #require(hold?.isGone.stream)
            // Without end, and made only as it is read.
            exports.stub.export.returns(AsyncThrowingStream { [hold] in hold?.piece })
            hold = nil
            #expect(try await firstPiece(of: address).isEmpty == false)
            exports.stub.export.fails(InventoryError.busy)
            for await _ in isGone {}
            #expect(try await nestory.get("/health/live").status == 200)
        }
    }
}
