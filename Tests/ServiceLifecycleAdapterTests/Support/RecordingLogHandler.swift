#if Lifecycle
import Logging
import ServiceTesting

/// Keeps what is logged at level info or above.
struct RecordingLogHandler: LogHandler {
    let logs: Recorder<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(_ logs: Recorder<String>) { self.logs = logs }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        logs.record("\(event.level): \(event.message) \(event.metadata ?? [:])")
    }
}
#endif
