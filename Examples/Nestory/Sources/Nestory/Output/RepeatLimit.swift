import Logging

/// Decides what of a log is written: the same entry at most once a minute, with how often it was said meanwhile.
///
/// A notice about a service says that something has changed, such as that the service is back: it is always written, after
/// what was not written yet about that service, whose next failure is written at once.
struct RepeatLimit {
    /// How long an entry that was written stands for those that are the same.
    static let interval = Duration.seconds(60)

    /// What makes two entries the same.
    private struct Key: Hashable {
        let label: String
        let level: Logger.Level
        let message: String
        let metadata: String
    }

    private struct Written {
        let event: LogEvent
        let time: Duration
        /// How often the same was said since.
        var repeats = 0

        /// The entry once more, with how often it was repeated; nil if it was not.
        var summary: LogEvent? { repeats > 0 ? event.repeated(repeats) : nil }
    }

    private var written: [Key: Written] = [:]

    /// Takes an entry.
    ///
    /// - Parameters:
    ///   - label: The label of its logger.
    ///   - now: The time since the start.
    /// - Returns: What is to be written now, in order.
    mutating func take(_ event: LogEvent, label: String, at now: Duration) -> [LogEvent] {
        let metadata = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        let key = Key(label: label, level: event.level, message: "\(event.message)", metadata: metadata)
        let isNews = event.level == .notice && event.service != nil
        var events: [LogEvent] = []
        for (other, entry) in written.sorted(by: { ($0.value.time, $0.key.message) < ($1.value.time, $1.key.message) })
        where other.label == label && other != key {
            let isChanged = isNews && entry.event.service == event.service
            guard isChanged || now - entry.time >= Self.interval else { continue }
            let summary = entry.summary
            if let summary { events.append(summary) }
            // What was just told stands for the next minute.
            written[other] = summary == nil || isChanged ? nil : Written(event: entry.event, time: now)
        }
        if isNews { return events + [event] }
        guard let known = written[key], now - known.time < Self.interval else {
            let repeats = written[key]?.repeats ?? 0
            written[key] = Written(event: event, time: now)
            return events + [repeats > 0 ? event.repeated(repeats) : event]
        }
        written[key]?.repeats += 1
        return events
    }
}

extension LogEvent {
    fileprivate var service: Logger.MetadataValue? { metadata?["service"] }

    fileprivate func repeated(_ count: Int) -> LogEvent {
        var event = self
        event.metadata = (metadata ?? [:]).merging(["repeated": "\(count)"]) { $1 }
        return event
    }
}
