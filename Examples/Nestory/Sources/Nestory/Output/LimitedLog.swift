import Logging
import Synchronization

/// The log of a server, in which nothing is repeated more than once a minute.
final class LimitedLog: Sendable {
    private let limit = Mutex(RepeatLimit())
    private let elapsed: @Sendable () -> Duration

    /// - Parameter clock: Measures the minute.
    init<C: Clock>(clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// Returns a handler for a logger. All of this log share what was written.
    ///
    /// - Parameter handler: Writes what is to be written.
    func handler(for label: String, writing handler: any LogHandler) -> some LogHandler {
        Handler(log: self, label: label, handler: handler)
    }

    private struct Handler: LogHandler {
        let log: LimitedLog
        let label: String
        var handler: any LogHandler

        func log(event: LogEvent) {
            // A clock and texts are not ours: asked before the lock is taken.
            let (entry, now) = (RepeatLimit.Entry(event, label: label), log.elapsed())
            for event in log.limit.withLock({ $0.take(entry, at: now) }) { handler.log(event: event) }
        }

        var logLevel: Logger.Level {
            get { handler.logLevel }
            set { handler.logLevel = newValue }
        }
        var metadata: Logger.Metadata {
            get { handler.metadata }
            set { handler.metadata = newValue }
        }
        var metadataProvider: Logger.MetadataProvider? {
            get { handler.metadataProvider }
            set { handler.metadataProvider = newValue }
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { handler[metadataKey: key] }
            set { handler[metadataKey: key] = newValue }
        }
    }
}
