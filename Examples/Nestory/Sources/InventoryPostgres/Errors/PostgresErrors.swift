#if PostgreSQL
import Inventory
import PostgresClient

/// Turns PostgreSQL's errors into the inventory's.
enum PostgresErrors {
    /// What stands for the database where an error names a place: its address is nobody's business.
    static let place = "the database"
    /// The constraint by which the server says that an id is taken.
    static let idConstraint = "item_id_key"

    static func translate(_ error: any Error) -> any Error {
        guard let error = error as? PostgresError else { return error }
        return switch error {
        case .refused(let refusal): translate(refusal)
        case .busy, .timedOut: InventoryError.busy
        case .unreachable(let details), .lost(let details):
            InventoryError.unavailable(because: .noHost(details: details))
        case .outcomeUnknown: InventoryError.outcomeUnknown
        case .closed: InventoryError.unavailable(because: nil)
        case .unreadable(let details): InventoryError.failed(details: details)
        }
    }

    private static func translate(_ refusal: PostgresServerError) -> InventoryError {
        // The messages may hold what people typed, which does not belong in a log: only the code does.
        let details = "PostgreSQL \(refusal.code)"
        return switch refusal.code {
        case "23505" where refusal.constraint == idConstraint: .alreadyExists
        case "40001", "40P01", "55P03", "57014": .busy
        case "53100": .diskFull
        case "25006": .readOnly(because: nil)
        case "3D000", "42501": .noAccess(path: place, details: details)
        case "42P01", "XX001", "XX002": .notAnInventory(path: place, details: details)
        case let code where code.hasPrefix("28"): .noAccess(path: place, details: details)
        case let code where code.hasPrefix("57P") || code.hasPrefix("08"):
            .unavailable(because: .noHost(details: details))
        default: .failed(details: details)
        }
    }

    /// Whether an error answers a change for certain.
    static func isAnswer(_ error: any Error) -> Bool {
        switch error as? InventoryError {
        case .alreadyExists, .changed, .keyReused: true
        default: false
        }
    }

    /// Whether the same may be tried again at once. In every case nothing was changed.
    static func mayTryAgain(_ error: any Error) -> Bool {
        switch error {
        case PostgresError.lost: true
        case PostgresError.refused(let refusal):
            ["40001", "40P01", "25006"].contains(refusal.code) || refusal.code.hasPrefix("57P")
                || refusal.code.hasPrefix("08")
        default: false
        }
    }
}
#endif
