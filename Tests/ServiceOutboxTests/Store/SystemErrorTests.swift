#if Outbox
import Foundation
import GRDB
import GRDBSQLite
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// Answers the question for the number of a file's last error, as SQLite's files do.
private func reportLastError(_ number: Int32, _ question: Int32, _ answer: UnsafeMutableRawPointer?) -> Int32 {
    guard question == SQLITE_FCNTL_LAST_ERRNO else { return SQLITE_NOTFOUND }
    unsafe answer?.storeBytes(of: number, as: Int32.self)
    return SQLITE_OK
}

/// What the outbox makes of the system's errors that SQLite has no code for.
struct SystemErrorTests {
    /// What fails from now on, and how.
    enum Fault: String, CaseIterable, CustomTestStringConvertible {
        case writeBeyondQuota, syncWithoutSpace, syncBeyondQuota, writeToBrokenDisk

        var testDescription: String { rawValue }
        var isFullDisk: Bool { self != .writeToBrokenDisk }
    }

    let folder: Folder
    let outbox: Outbox<Change>

    init() throws {
        folder = try Folder()
        outbox = try Outbox(path: folder.file, clock: ManualClock()) { _ in }
    }

    /// Runs a body while SQLite's log of this outbox's connection has a fault.
    private func faulting(_ fault: Fault, _ body: () async throws -> Void) async throws {
        let writer = outbox.store.file.writer
        // Addresses as numbers, as the closures may run on other threads.
        let (file, methods) = try await writer.writeWithoutTransaction { db -> (UInt, UInt) in
            var log: UnsafeMutablePointer<sqlite3_file>?
            let code = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
            try #require(code == SQLITE_OK)
            let file = unsafe try #require(log)
            let usual = unsafe try #require(file.pointee.pMethods)
            let faulty = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            unsafe faulty.initialize(to: usual.pointee)
            // SQLITE_IOERR_WRITE and SQLITE_IOERR_FSYNC, macros that Swift does not see, with the number that the file keeps.
            switch fault {
            case .writeBeyondQuota, .writeToBrokenDisk: unsafe faulty.pointee.xWrite = { _, _, _, _ in 778 }
            case .syncWithoutSpace, .syncBeyondQuota: unsafe faulty.pointee.xSync = { _, _ in 1034 }
            }
            switch fault {
            case .writeBeyondQuota, .syncBeyondQuota:
                unsafe faulty.pointee.xFileControl = { unsafe reportLastError(EDQUOT, $1, $2) }
            case .syncWithoutSpace:
                unsafe faulty.pointee.xFileControl = { unsafe reportLastError(ENOSPC, $1, $2) }
            case .writeToBrokenDisk:
                unsafe faulty.pointee.xFileControl = { unsafe reportLastError(EIO, $1, $2) }
            }
            unsafe file.pointee.pMethods = UnsafePointer(faulty)
            return (UInt(bitPattern: file), UInt(bitPattern: usual))
        }
        try await body()
        try await writer.writeWithoutTransaction { _ in
            let file = unsafe try #require(UnsafeMutablePointer<sqlite3_file>(bitPattern: file))
            let faulty = unsafe UnsafeMutablePointer(mutating: file.pointee.pMethods)
            unsafe file.pointee.pMethods = UnsafePointer(bitPattern: methods)
            unsafe faulty?.deallocate()
        }
    }

    @Test(arguments: Fault.allCases) func `a log that cannot grow is a full disk`(fault: Fault) async throws {
        _ = try await outbox.accept("before", on: "a")
        try await faulting(fault) {
            do throws(OutboxError) {
                _ = try await outbox.accept("lamp", on: "a")
                Issue.record("It was kept.")
            } catch {
                #expect((error == .diskFull) == fault.isFullDisk, "\(error)")
            }
        }
        #expect(try await outbox.keptTexts() == ["before"])
        _ = try await outbox.accept("after", on: "a")
        #expect(try await outbox.keptTexts() == ["before", "after"])
        try outbox.close()
    }
}
#endif
