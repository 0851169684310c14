import Inventory
import NestoryControllers
import Observation
import ServicePresentation
import ServiceTesting
import TestDoubles
import Testing

import struct Foundation.UUID

/// What a page shows of imports whose course and end the test decides.
@MainActor @Suite struct ImportCourseTests {
    private let imports = MockImports()
    private let file = ImportFile(job: UUID(), bytes: Array("name\nLamp\n".utf8), skipInvalid: true)

    private var report: ImportReport {
        var report = ImportReport()
        report.imported = 1
        return report
    }

    init() { imports.stub.importCSV.holds() }

    /// Starts an import, and has it come half way.
    private func halfway(_ desk: Desk) async throws -> (
        session: PageSession, connection: PageConnection,
        call: HeldImport
    ) {
        let (session, connection) = try desk.page()
        session.importCSV(file)
        let call = try await imports.stub.importCSV.next()
        try await tell(5, call, desk, connection)
        return (session, connection, call)
    }

    /// Tells how far an import is, and waits until the page shows it.
    private func tell(
        _ bytes: Int, _ call: HeldImport, _ desk: Desk,
        _ connection: PageConnection
    ) async throws {
        let progress = ImportProgress(rows: bytes / 5, bytes: bytes, totalBytes: 10)
        call.arguments.progress(progress)
        let shown = try await desk.until(connection) { $0.importing.progress == progress }.importing
        #expect(shown.report == nil && shown.error == nil && !shown.canRetry)
    }

    @Test func `an import is asked for with the page's file, and shown from its first to its last byte`() async throws {
        let desk = try Desk(imports: imports)
        let (session, connection) = try desk.page()
        session.importCSV(file)
        #expect(session.snapshot.importing.progress == ImportProgress(rows: 0, bytes: 0, totalBytes: 10))
        let call = try await imports.stub.importCSV.next()
        var source = call.arguments.source
        let piece = try source.next()
        #expect(piece == file.bytes && call.arguments.options == ImportOptions(skipInvalid: true))
        for bytes in [5, 10] { try await tell(bytes, call, desk, connection) }
        // All is read, but nothing is kept yet.
        #expect(session.snapshot.importing.report == nil)
        call.returns(report)
        let done = try await desk.until(connection) { $0.importing.progress == nil }.importing
        #expect(done.report == report && done.error == nil && !done.canRetry)
    }

    @Test
    func `an import that is cancelled half way is gone from the page at once, and what it still says is not shown`()
        async throws
    {
        let desk = try Desk(imports: imports)
        let (session, connection, call) = try await halfway(desk)
        session.perform(.cancelImport)
        let cancelled = session.snapshot.importing
        #expect(cancelled.progress == nil && cancelled.report == nil && cancelled.error == nil && !cancelled.canRetry)
        try await call.waitForCancellation()
        session.importCSV(file)
        let next = try await imports.stub.importCSV.next()
        // The one that was cancelled may be in the middle of a piece.
        call.arguments.progress(ImportProgress(rows: 2, bytes: 9, totalBytes: 10))
        // What the page does about that, it does before it does this.
        await Task {}.value
        await Task {}.value
        try #require(session.snapshot.importing.progress?.bytes == 0)
        try await tell(5, next, desk, connection)
        next.returns(report)
        #expect(try await desk.until(connection) { $0.importing.report != nil }.importing.report == report)
    }

    @Test(arguments: [
        InventoryError.alreadyExists, .busy, .diskFull, .noAccess(path: "/secret", details: "EACCES"),
        .notAnInventory(path: "/secret", details: "SQLITE_NOTADB"), .tooNew(path: "/secret"),
        .noFolder(path: "/secret"),
        .readOnly(because: .diskFull), .unavailable(because: nil), .failed(details: "SQLITE_IOERR"),
    ])
    func `an import that fails half way says why, and begins anew`(error: InventoryError) async throws {
        let desk = try Desk(imports: imports)
        let (session, connection, call) = try await halfway(desk)
        call.fails(error)
        let failed = try await desk.until(connection) { $0.importing.error != nil }.importing
        #expect(failed.error?.message == error.message)
        #expect(failed.error?.message.contains("secret") == false && failed.error?.message.contains("SQLITE") == false)
        #expect(failed.progress == nil && failed.report == nil && failed.canRetry == (error != .alreadyExists))
        session.importCSV(file)
        let again = session.snapshot.importing
        #expect(again.error == nil && again.progress?.bytes == 0 && again.runs == failed.runs + 1)
        try await imports.stub.importCSV.next().returns(report)
        #expect(try await desk.until(connection) { $0.importing.report != nil }.importing.error == nil)
    }

    @Test func `two pages that import at the same time show each its own`() async throws {
        let desk = try Desk(imports: imports)
        let (_, firstConnection, first) = try await halfway(desk)
        let (session, connection) = try desk.page("b")
        session.importCSV(file)
        let second = try await imports.stub.importCSV.next()
        try await tell(10, second, desk, connection)
        second.fails(InventoryError.busy)
        try await desk.until(connection) { $0.importing.error != nil }
        #expect(firstConnection.session.snapshot.importing.progress?.bytes == 5)
        first.returns(report)
        #expect(try await desk.until(firstConnection) { $0.importing.report != nil }.importing.error == nil)
    }
}
