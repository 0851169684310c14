#if os(Linux)
@_spi(Lock) import Service
import Dispatch
import Foundation
import Glibc

/// Lets one thread move at a time, from gate to gate, in an order that is chosen from outside.
///
/// A thread that waits for another one inside the container is at no gate. That it sleeps is read from the system,
/// so nothing is assumed about when it should.
final class Turns: Sendable {
    private enum Place: Equatable {
        case moving, atGate, finished
    }

    private struct Walker {
        var place = Place.moving
        /// The thread's entry in the process table.
        var entry: Int32?
    }

    /// The thread that the calling code belongs to.
    @TaskLocal static var walker: Int?

    private let walkers: Lock<[Walker]>
    private let gates: [DispatchSemaphore]
    /// Signalled when a thread stops or ends.
    private let changes = DispatchSemaphore(value: 0)

    /// Starts a thread for each body; all stop at a gate before they begin.
    init(_ bodies: [@Sendable () -> Void]) {
        walkers = Lock(Array(repeating: Walker(), count: bodies.count))
        gates = bodies.map { _ in DispatchSemaphore(value: 0) }
        for (walker, body) in bodies.enumerated() {
            Thread.detachNewThread { [self] in
                Self.$walker.withValue(walker) {
                    let entry = unsafe open("/proc/thread-self/stat", O_RDONLY)
                    walkers.withLock { $0[walker].entry = entry }
                    stop()
                    body()
                    walkers.withLock { $0[walker].place = .finished }
                    changes.signal()
                }
            }
        }
    }

    /// Stops the calling thread until it is its turn. Does nothing for threads that are not scheduled.
    func stop() {
        guard let walker = Self.walker else { return }
        walkers.withLock { $0[walker].place = .atGate }
        changes.signal()
        gates[walker].wait()
    }

    deinit {
        for walker in walkers.withLock({ $0 }) {
            if let entry = walker.entry { close(entry) }
        }
    }

    /// Waits until nobody moves by himself, and returns who stands at a gate; nil when all have finished.
    func settled() -> [Int]? {
        var rounds = 0
        while true {
            rounds += 1
            let seen = walkers.withLock { $0 }
            let moving = seen.filter { $0.place == .moving }
            let isSettled = moving.allSatisfy(isAsleep)
            // One that slept may have been woken by another that stopped only after it was looked at.
            if isSettled, walkers.withLock({ $0.map(\.place) }) == seen.map(\.place), moving.allSatisfy(isAsleep) {
                if seen.allSatisfy({ $0.place == .finished }) { return nil }
                let ready = seen.indices.filter { seen[$0].place == .atGate }
                // A thread may sleep for a moment over a lock of the process; only for good it is a deadlock.
                if !ready.isEmpty || rounds > 20_000 { return ready }
            }
            // A thread that stops signals this; one that sleeps in the container cannot, and is found by the limit. Nothing
            // else depends on the limit.
            _ = changes.wait(timeout: .now() + .microseconds(200))
        }
    }

    /// Lets a thread that stands at a gate go on.
    func go(_ walker: Int) {
        walkers.withLock { $0[walker].place = .moving }
        gates[walker].signal()
    }

    /// Whether a thread waits for something, by its state in the process table.
    private func isAsleep(_ walker: Walker) -> Bool {
        guard let entry = walker.entry else { return false }
        var line = [UInt8](repeating: 0, count: 256)
        let count = unsafe pread(entry, &line, line.count, 0)
        // "number (name) state …"
        guard count > 0, let name = line.lastIndex(of: UInt8(ascii: ")")), name + 2 < count else { return false }
        return line[name + 2] == UInt8(ascii: "S")
    }
}
#endif
