import Inventory
import NestoryControllers
import Observation
import ServicePresentation
import ServiceTesting
import Testing

import struct Foundation.UUID

@MainActor @Suite struct ImportControllerTests {
    private let file = ImportFile(job: UUID(), bytes: Array("name\nLamp\n".utf8), skipInvalid: false)

    @Test func `an import shows how far it is, and then what it did`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.importCSV(file)
        let running = session.snapshot.importing
        #expect(running.job == file.job)
        #expect(running.progress == ImportProgress(rows: 0, bytes: 0, totalBytes: 10))
        try await desk.inventory.next().answer()
        let done = try await desk.until(connection) { $0.importing.report != nil }.importing
        #expect(done.report?.imported == 1)
        #expect(done.progress == nil)
    }

    @Test func `a failed import can be tried again without sending the file again`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.importCSV(file)
        try await desk.inventory.next().answer(.failure(InventoryError.busy))
        let failed = try await desk.until(connection) { $0.importing.error != nil }.importing
        #expect(failed.canRetry)
        session.perform(.retryImport)
        try await desk.inventory.next().answer()
        let done = try await desk.until(connection) { $0.importing.report != nil }.importing
        #expect(done.job == file.job && done.runs == failed.runs + 1)
    }

    @Test func `an import can be cancelled, and another one started`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.importCSV(file)
        let call = try await desk.inventory.next()
        session.perform(.cancelImport)
        #expect(session.snapshot.importing.progress == nil)
        try await call.waitForCancellation()
        session.importCSV(file)
        try await desk.inventory.next().answer()
        try await desk.until(connection) { $0.importing.report != nil }
    }

    @Test func `a second file is not taken while one is imported, and a looked-at one is forgotten`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.importCSV(file)
        session.importCSV(ImportFile(job: UUID(), bytes: [], skipInvalid: false))
        session.perform(.dismissImport)
        #expect(session.snapshot.importing.job == file.job)
        try await desk.inventory.next().answer()
        try await desk.until(connection) { $0.importing.report != nil }
        session.perform(.dismissImport)
        #expect(session.snapshot.importing.job == nil)
    }
}
