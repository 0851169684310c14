#if PostgreSQL
import Foundation

/// Waits for a socket, for a pipe that wakes, or for the end of the time.
enum SocketWait {
    /// What ended the wait.
    enum Outcome { case ready, woken, timedOut }

    /// Waits on the current thread.
    ///
    /// - Parameters:
    ///   - socket: The socket; a negative number for none.
    ///   - events: What to wait for, as `poll` names it.
    ///   - pipe: What may wake the thread.
    ///   - deadline: When to give up.
    static func wait(
        _ socket: Int32, for events: Int32, or pipe: WakePipe, until deadline: ContinuousClock.Instant
    ) -> Outcome {
        var watched = [
            pollfd(fd: socket, events: Int16(events), revents: 0),
            pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            let milliseconds = max(0, min((left / .milliseconds(1)).rounded(.up), 1e9))
            let count = unsafe poll(&watched, nfds_t(watched.count), Int32(milliseconds))
            // A signal has interrupted the wait.
            if count < 0 && errno == EINTR { continue }
            if watched[0].revents != 0 { return .ready }
            if watched[1].revents != 0 {
                pipe.drain()
                return .woken
            }
            if count < 0 || deadline <= .now { return .timedOut }
        }
    }

    /// Looks whether a socket has something to read, or was closed.
    static func isReadable(_ socket: Int32) -> Bool {
        var watched = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
        return unsafe poll(&watched, 1, 0) > 0
    }
}
#endif
