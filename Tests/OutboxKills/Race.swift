#if Outbox
import Foundation
import ServiceOutbox

/// Keeps, performs, delivers, settles, reads and closes at the same time, for Thread Sanitizer.
struct Race {
    let folder: String

    func run() async throws {
        for round in 0..<20 {
            let outbox = try Outbox<Change>(
                path: folder + "/outbox",
                policy: OutboxPolicy(firstDelay: .zero, maximumDelay: .milliseconds(1), look: .milliseconds(1))
            ) { delivery throws(DeliveryFailure) in
                switch Int.random(in: 0..<6) {
                case 0: throw .unavailable("down")
                case 1: throw .unknown("no answer")
                case 2: throw .rejected("refused")
                default: break
                }
            }
            await withTaskGroup { group in
                group.addTask { _ = try? await outbox.run() }
                group.addTask { _ = try? await outbox.run() }
                group.addTask { for await status in outbox.statuses where status.refused > 0 { await retry(outbox) } }
                for worker in 0..<4 {
                    group.addTask {
                        for index in 0..<20 {
                            let change = Change(id: "\(round)-\(worker)-\(index)")
                            if index % 2 == 0 {
                                _ = try? await outbox.perform(change, on: "s\(worker % 2)")
                            } else {
                                _ = try? await outbox.accept(change, on: "s\(worker % 2)")
                            }
                            // In the middle of what the others do. All that fails from here on fails because of it.
                            if worker == 3, index == 15 { _ = try? outbox.close() }
                        }
                    }
                }
            }
        }
    }

    private func retry(_ outbox: Outbox<Change>) async {
        for entry in (try? await outbox.entries()) ?? [] {
            if case .refused = entry.state { _ = try? await outbox.retry(entry.number) }
        }
    }
}
#endif
