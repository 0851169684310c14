#if PostgreSQL
import Foundation

/// Wakes a thread that waits for a socket.
final class WakePipe: Sendable {
    let reading: Int32
    private let writing: Int32

    /// Opens the pipe.
    ///
    /// - Throws: ``PostgresError/lost(details:)`` where the process may open no more files.
    init() throws(PostgresError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .lost(details: "No pipe can be opened, errno \(errno).") }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the thread, now or as soon as it waits.
    func wake() {
        // A full pipe wakes it, too.
        _ = unsafe write(writing, [0], 1)
    }

    /// Forgets how often the thread was woken.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(reading, &bytes, bytes.count) > 0 {}
    }
}
#endif
