import HTTPTypes
import Hummingbird
import Inventory

import struct Foundation.UUID

extension Response {
    /// Says that a change is kept on this device, and not yet in the inventory.
    static func kept(_ number: Int64, of item: UUID) -> Response {
        let id = item.uuidString.lowercased()
        return .json(
            [
                "state": "kept", "number": .number("\(number)"), "id": .string(id),
                "message": .string(APITexts.current.kept),
            ], status: .accepted, headers: [.location: "/api/items/\(id)"])
    }
}

extension JSONValue {
    /// Writes the changes that are kept; null where nobody can tell, as their file cannot be read.
    init(_ kept: KeptChanges) {
        self = kept.isUnreadable ? .null : .array(kept.all.map { JSONValue($0) })
    }

    /// Writes how many changes are kept; null where nobody can tell, as their file cannot be read.
    init(countOf kept: KeptChanges) {
        self = kept.isUnreadable ? .null : .number(kept.all.count)
    }

    private init(_ kept: KeptChange) {
        let (state, reason): (String, String?) =
            switch kept.state {
            case .waiting: ("waiting", nil)
            case .held: ("held", nil)
            case .refused(.changed): ("conflict", KeptChange.Refusal.changed.rawValue)
            case .refused(let refusal): ("refused", refusal.rawValue)
            }
        self = [
            "number": .number("\(kept.number)"), "since": .string(kept.since.description), "state": .string(state),
            "reason": reason.map { .string($0) } ?? .null,
            "change": kept.change.map { .string($0.kind) } ?? .null,
            "id": kept.change.map { .string($0.id.uuidString.lowercased()) } ?? .null,
            "item": kept.change?.item.map { JSONValue($0) } ?? .null,
        ]
    }
}
