#if OUTBOX
import Foundation

/// Turns the system's error numbers into the outbox's errors.
enum SystemError {
    /// The error of the system call that has just failed.
    static func current(_ path: String) -> OutboxError {
        error(errno, path)
    }

    static func error(_ number: Int32, _ path: String) -> OutboxError {
        switch number {
        case ENOSPC, EDQUOT: .diskFull
        default: .noAccess(details: "\(path): \(unsafe String(cString: strerror(number)))")
        }
    }
}
#endif
