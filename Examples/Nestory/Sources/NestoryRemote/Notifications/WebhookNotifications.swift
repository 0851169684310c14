public import Inventory

/// Sends the notices of an outbox to a webhook, one `POST` with JSON each.
///
/// A notice leaves the outbox when the webhook has answered with 2xx. Where the program is stopped, or the answer is
/// lost, between the webhook's work and the note that it was done, the notice is sent once more with the next run. Both
/// carry the same `Idempotency-Key`, which does not change for an item and the end of its warranty: a webhook that
/// passes over a key that it knows sees each notice exactly once. Otherwise none is sent twice.
public actor WebhookNotifications: NotificationService {
    /// How many days before its end a warranty becomes due.
    public static let daysAhead = 30

    private static let timeout = Duration.seconds(10)

    private let address: WebAddress
    private let web: any WebClient
    private let outbox: any NotificationOutbox
    private let clock: any WallClock
    private let flight = SingleFlight<NotificationReport>()
    /// What the webhook took although the outbox could not be told: it is told before anything else is sent.
    private var unmarked: [WarrantyNotice] = []

    /// Describes where to send.
    public init(address: WebAddress, web: any WebClient, outbox: any NotificationOutbox, clock: any WallClock) {
        self.address = address
        self.web = web
        self.outbox = outbox
        self.clock = clock
    }

    /// Sends what has become due and was not sent yet. One run happens at a time; who asks meanwhile waits for it.
    public func notify() async throws -> NotificationReport {
        try await flight.run { try await self.run() }
    }

    private func run() async throws -> NotificationReport {
        var report = NotificationReport(queued: 0, sent: 0)
        var waiting = try await open(&report)
        var (seen, refusal): (Set<WarrantyNotice>, Int?) = ([], nil)
        while !waiting.isEmpty {
            for notice in waiting {
                let left = seen.count + waiting.count - report.sent
                let status = try await send(notice, waiting: left)
                switch status {
                case 200..<300:
                    unmarked.append(notice)
                    try await markSent()
                    report.sent += 1
                case 400..<500 where status != 408 && status != 429:
                    // It may be this one that the webhook does not like: the others have a chance.
                    refusal = status
                default:
                    throw NotificationError.refused(status: status, waiting: left)
                }
            }
            seen.formUnion(waiting)
            // An outbox that several programs share gives a few at a time.
            waiting = try await others(than: seen)
        }
        if let refusal { throw NotificationError.refused(status: refusal, waiting: seen.count - report.sent) }
        return report
    }

    private func others(than seen: Set<WarrantyNotice>) async throws -> [WarrantyNotice] {
        do {
            return try await outbox.waiting().filter { !seen.contains($0) }
        } catch let error as InventoryError {
            throw NotificationError.outbox(error)
        }
    }

    private func open(_ report: inout NotificationReport) async throws -> [WarrantyNotice] {
        try await markSent()
        do {
            report.queued = try await outbox.queue(endingIn: dueDays, at: clock.now)
            return try await outbox.waiting()
        } catch let error as InventoryError {
            throw NotificationError.outbox(error)
        }
    }

    /// Tells the outbox what was sent, also where this task was cancelled since.
    private func markSent() async throws {
        while let notice = unmarked.first {
            do {
                try await Task { [outbox, clock] in try await outbox.markSent(notice, at: clock.now) }.value
            } catch let error as InventoryError {
                throw NotificationError.outbox(error)
            }
            unmarked.removeAll { $0 == notice }
        }
    }

    private var dueDays: ClosedRange<Day> {
        let today = clock.now.day
        return today...(Day(daysSince1970: today.daysSince1970 + Self.daysAhead) ?? today)
    }

    private func send(_ notice: WarrantyNotice, waiting: Int) async throws -> Int {
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "\"\(notice.key)\"")]
        let request = WebRequest(
            address, body: notice.json.bytes, headers: headers.map { (name: $0.0, value: $0.1) },
            limit: nil)
        do throws(WebError) {
            return try await web.send(request, within: Self.timeout).status
        } catch {
            if error == .cancelled { throw CancellationError() }
            throw NotificationError.unreachable(details: "\(error)", waiting: waiting)
        }
    }
}
