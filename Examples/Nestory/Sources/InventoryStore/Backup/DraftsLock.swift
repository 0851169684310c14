import Foundation
import Inventory

/// Tells the programs that make copies in one folder of each other: each holds the folder's lock while it has a draft there.
///
/// The system releases the lock of a program that dies. The lock is shared, so that all of them can make copies at once.
final class DraftsLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock. Waits only while another program clears away what a crash left.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is there.
    ///   - clear: Called where no other program makes a copy, so that no draft in the folder is anybody's. Some network file
    ///     systems have no such locks; there it is always called.
    /// - Throws: ``BackupError/cannotWrite(details:)``, or what clearing throws.
    init(_ folder: URL, clear: () throws -> Void) throws {
        descriptor = unsafe open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BackupError.cannotWrite(details: "The folder cannot be read: error \(errno).")
        }
        let isAlone = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        if isAlone { try clear() }
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    deinit { close(descriptor) }
}
