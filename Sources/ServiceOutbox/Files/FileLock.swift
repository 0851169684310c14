#if OUTBOX
import Foundation

/// Holds the system's lock on a file until the last reference to it is gone. The system releases it when the process dies.
///
/// The file is never deleted: a lock on a deleted file excludes no other process.
final class FileLock: Sendable {
    let descriptor: Int32
    private let path: String

    /// Locks a file, creating it if necessary.
    ///
    /// - Parameter waits: Whether to wait, blocking the thread, until others release it.
    /// - Returns: nil if somebody else has locked it, or replaced it meanwhile.
    /// - Throws: ``OutboxError/noAccess(details:)``, ``OutboxError/diskFull``.
    init?(_ path: String, waits: Bool = false) throws(OutboxError) {
        self.path = path
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.current(path) }
        self.descriptor = descriptor
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return nil
            default: throw SystemError.current(path)
            }
        }
        guard isCurrent else { return nil }
    }

    deinit { close(descriptor) }

    /// Whether the locked file is still the one at its path.
    var isCurrent: Bool {
        guard let mine = FileID(descriptor: descriptor) else { return false }
        return FileID(path) == mine
    }
}
#endif
