#if Health
import InMemoryLogging
import Logging

/// Collects what the library logs, for all tests: a log system is installed once for a process. Tests tell
/// theirs by the service's name.
enum TestLog {
    private static let handler: InMemoryLogHandler = {
        let handler = InMemoryLogHandler()
        LoggingSystem.bootstrap { _ in
            var copy = handler
            copy.logLevel = .debug
            return copy
        }
        return handler
    }()

    /// Begins to collect. Call it before what is to be logged.
    static func start() { _ = handler }

    /// The entries about a service, as "level: message".
    static func entries(for service: String) -> [String] {
        handler.entries.filter { $0.metadata["service"] == .string(service) }.map {
            "\($0.level): \($0.message)"
        }
    }
}
#endif
