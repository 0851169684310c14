#if Outbox
import Foundation
import ServiceOutbox

/// A change that the victims keep: a text that no other change has.
struct Change: Codable, Sendable {
    var id: String
    /// Makes some changes longer than a page of the file.
    var padding = ""
}

/// Performs and keeps changes of three subjects while delivering them to a receiver that answers everything a receiver can.
struct Work {
    let folder: String
    let tag: String
    let seed: String

    func run() async throws {
        let received = try Journal(folder + "/received")
        let acknowledged = try Journal(folder + "/acknowledged")
        let outbox = try Outbox<Change>(
            path: folder + "/outbox",
            policy: OutboxPolicy(firstDelay: .milliseconds(1), maximumDelay: .milliseconds(4), look: .milliseconds(5))
        ) { delivery throws(DeliveryFailure) in
            // As a receiver does that records the key with the change: what was applied is answered with its outcome.
            if received.has("applied", delivery.key.rawValue) { return }
            let apply = { received.append("applied", delivery.key.rawValue, delivery.subject, delivery.command.id) }
            switch Int.random(in: 0..<12) {
            case 0: throw .unavailable("down")
            case 1: throw .unknown("no answer, not applied")
            case 2:
                apply()
                throw .unknown("no answer, but applied")
            case 3: throw .rejected("refused")
            case 4: throw .conflict("changed")
            default: apply()
            }
        }
        let run = Task { try await outbox.run() }
        let retrying = Task {
            while !Task.isCancelled {
                for entry in try await outbox.entries() {
                    if case .refused = entry.state { _ = try? await outbox.retry(entry.number) }
                }
                try await Task.sleep(for: .milliseconds(3))
            }
        }
        await withTaskGroup { group in
            for subject in ["a", "b", "c"] {
                group.addTask {
                    for index in 0..<20 {
                        let change = Change(
                            id: "\(subject)-\(tag)-\(seed)-\(index)",
                            padding: String(repeating: "x", count: index % 7 == 0 ? 9000 : 0))
                        do {
                            if index % 3 == 0 {
                                if case .done = try await outbox.perform(change, on: subject) {}
                            } else {
                                _ = try await outbox.accept(change, on: subject)
                            }
                            acknowledged.append("acknowledged", subject, change.id)
                        } catch {
                            acknowledged.append(Self.word(for: error), subject, change.id)
                        }
                    }
                }
            }
        }
        retrying.cancel()
        run.cancel()
        try await run.value
        try outbox.close()
    }

    /// What the journal says of a change that was not acknowledged.
    private static func word(for error: any Error) -> String {
        switch error as? PerformFailure {
        case .refused: "refused"
        case .notKept(_, mayHaveHappened: true), .cancelled(mayHaveHappened: true): "unsure"
        default: "unkept"
        }
    }
}

/// Delivers everything to a receiver that accepts everything.
struct Drain {
    let folder: String

    func run() async throws {
        let received = try Journal(folder + "/received")
        let outbox = try Outbox<Change>(path: folder + "/outbox") { delivery in
            received.append("applied", delivery.key.rawValue, delivery.subject, delivery.command.id)
        }
        let run = Task { try await outbox.run() }
        for await status in outbox.statuses {
            if status.waiting + status.held + status.refused == 0 { break }
            for entry in try await outbox.entries() {
                if case .refused = entry.state { try await outbox.retry(entry.number) }
            }
        }
        run.cancel()
        try await run.value
        try outbox.close()
    }
}

/// Keeps changes one after the other and delivers none.
struct Keep {
    let folder: String
    let count: String

    func run() async throws {
        let outbox = try Outbox<Change>(path: folder + "/outbox") { _ throws(DeliveryFailure) in
            throw .unavailable("down")
        }
        for index in 0..<(Int(count) ?? 0) { _ = try await outbox.accept(Change(id: "\(index)"), on: "a") }
        try outbox.close()
    }
}
#endif
