import Foundation
public import Inventory
import ServiceOutbox

extension OutboxChanges {
    /// Reads the changes that are kept in a file, for somebody who makes and delivers none.
    ///
    /// - Parameter path: The outbox's file. Where there is none, nothing is kept.
    /// - Throws: `OutboxError` where it cannot be read.
    public static func kept(at path: String) async throws -> KeptChanges {
        guard FileManager.default.fileExists(atPath: path) else { return KeptChanges() }
        let outbox = try Outbox<ItemChange>(path: path) { _ throws(DeliveryFailure) in
            throw .unavailable("This program only reads.")
        }
        let entries: [OutboxEntry<ItemChange>]
        do { entries = try await outbox.entries() } catch {
            try outbox.close()
            throw error
        }
        try outbox.close()
        return KeptChanges(entries.map { KeptChange($0) })
    }
}

extension KeptChange {
    init(_ entry: OutboxEntry<ItemChange>) {
        let state: State =
            switch entry.state {
            case .waiting: .waiting
            case .held(let number): .held(behind: number)
            case .refused(.unreadable): .refused(.unreadable)
            case .refused(.conflict): .refused(.changed)
            case .refused(.rejected(let code)): .refused(Refusal(rawValue: code) ?? .unreadable)
            }
        let since = Timestamp(milliseconds: Int64((entry.acceptedAt.timeIntervalSince1970 * 1000).rounded()))
        self.init(
            number: entry.number, change: entry.command, since: since ?? Timestamp.epoch, state: state)
        if case .refused(.conflict(let code)) = entry.state {
            revision = code.split(separator: " ").last.flatMap { Int($0) }
        }
    }
}
