import Logging

/// Decides what of a log is written: the same entry at most once a minute, with how often it was said meanwhile.
///
/// A notice about a service says that something has changed, such as that the service is back: it is always written, after
/// what was not written yet about that service, whose next failure is written at once.
struct RepeatLimit {
    /// How long an entry that was written stands for those that are the same.
    static let interval = Duration.seconds(60)

    /// An entry, with what makes it the same as another one. The texts are made with it, outside of any lock.
    struct Entry {
        fileprivate let event: LogEvent
        fileprivate let key: Key
        /// The service that the entry is about.
        fileprivate let service: String?

        /// - Parameter label: The label of its logger.
        init(_ event: LogEvent, label: String) {
            let metadata = event.metadata ?? [:]
            self.event = event
            key = Key(
                label: label, level: event.level, message: "\(event.message)",
                metadata: metadata.map { "\($0)=\($1)" }.sorted().joined(separator: " "),
                error: event.error.map { "\($0)" })
            service = metadata["service"].map { "\($0)" }
        }

        /// Whether it says that something has changed.
        fileprivate var isNews: Bool { event.level == .notice && service != nil }
    }

    fileprivate struct Key: Hashable {
        let label: String
        let level: Logger.Level
        let message: String
        let metadata: String
        let error: String?
    }

    private struct Written {
        let entry: Entry
        let time: Duration
        /// How often the same was said since.
        var repeats = 0

        /// The entry once more, with how often it was repeated; nil if it was not.
        var summary: LogEvent? { repeats > 0 ? entry.event.repeated(repeats) : nil }
    }

    private var written: [Key: Written] = [:]

    /// Takes an entry.
    ///
    /// - Parameter now: The time since the start.
    /// - Returns: What is to be written now, in order.
    mutating func take(_ entry: Entry, at now: Duration) -> [LogEvent] {
        func isChanged(_ other: Entry) -> Bool { entry.isNews && other.service == entry.service }
        let ended = written.filter { key, other in
            guard key.label == entry.key.label, key != entry.key else { return false }
            return now - other.time >= Self.interval || isChanged(other.entry)
        }
        var events: [LogEvent] = []
        for (key, other) in ended.sorted(by: { ($0.value.time, $0.key.message) < ($1.value.time, $1.key.message) }) {
            let summary = other.summary
            if let summary { events.append(summary) }
            // What was just told stands for the next minute, unless something has changed.
            written[key] = summary == nil || isChanged(other.entry) ? nil : Written(entry: other.entry, time: now)
        }
        if entry.isNews { return events + [entry.event] }
        let known = written[entry.key]
        if let known, now - known.time < Self.interval {
            written[entry.key]?.repeats += 1
            return events
        }
        written[entry.key] = Written(entry: entry, time: now)
        return events + [known?.summary ?? entry.event]
    }
}

extension LogEvent {
    fileprivate func repeated(_ count: Int) -> LogEvent {
        var event = self
        event.metadata = (metadata ?? [:]).merging(["repeated": "\(count)"]) { $1 }
        return event
    }
}
