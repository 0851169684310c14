import Foundation
@_spi(Lock) import Service
import Testing

#if canImport(Darwin)
import Darwin
#endif

/// What the system knows of one thread: whether it runs or is blocked.
final class ThreadTrack: Sendable {
    private enum Life {
        case starting
        case running(Identifier)
        case ended
    }

    #if canImport(Darwin)
    private typealias Identifier = thread_act_t
    #else
    /// Where the system describes the thread.
    private typealias Identifier = String
    #endif

    private let life = Lock(Life.starting)

    /// Called by the thread itself when it starts.
    func begin() {
        #if canImport(Darwin)
        life.withLock { $0 = .running(unsafe pthread_mach_thread_np(pthread_self())) }
        #else
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        life.withLock { $0 = .running("/proc/\(link ?? "thread-self")/stat") }
        #endif
    }

    /// Called by the thread itself before it ends.
    func end() {
        life.withLock { $0 = .ended }
    }

    /// Returns once the thread ended or is blocked, seen so often in a row that it is no short wait for memory.
    func awaitBlocked(sourceLocation: SourceLocation) {
        let end = Date(timeIntervalSinceNow: patience)
        var timesInRow = 0
        while timesInRow < 5 {
            guard Date() < end else {
                Issue.record("A thread that should be blocked still runs.", sourceLocation: sourceLocation)
                return
            }
            switch life.withLock({ $0 }) {
            case .ended: return
            case .running(let thread) where Self.isBlocked(thread): timesInRow += 1
            case .running, .starting: timesInRow = 0
            }
            sched_yield()
        }
    }

    #if canImport(Darwin)
    private static func isBlocked(_ thread: Identifier) -> Bool {
        var info = thread_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout<thread_basic_info>.size / MemoryLayout<natural_t>.size)
        let result = unsafe withUnsafeMutableBytes(of: &info) { bytes in
            unsafe thread_info(
                thread, thread_flavor_t(THREAD_BASIC_INFO),
                bytes.baseAddress?.assumingMemoryBound(to: integer_t.self), &count)
        }
        return result == KERN_SUCCESS && info.run_state == TH_STATE_WAITING
    }
    #else
    private static func isBlocked(_ thread: Identifier) -> Bool {
        // The state is the letter after the command's name, which is in parentheses.
        let line = try? String(contentsOfFile: thread, encoding: .utf8)
        return line?.split(separator: ")").last?.dropFirst().first == "S"
    }
    #endif
}
