import Inventory
import ServiceOutbox

extension DeliveryFailure {
    /// Says what an error of the inventory means for a change that was sent to it.
    ///
    /// A refusal's text is the code of its ``KeptChange/Refusal``: it is put into words when a person reads it. That of a
    /// conflict ends with the revision that the item has, as people decide about no later one.
    init(_ error: any Error) {
        switch error as? InventoryError {
        case .alreadyExists: self = .rejected(KeptChange.Refusal.alreadyExists.rawValue)
        case .keyReused: self = .rejected(KeptChange.Refusal.keyReused.rawValue)
        case .otherInventory: self = .rejected(KeptChange.Refusal.otherInventory.rawValue)
        case .changed(let item)?: self = .conflict("\(KeptChange.Refusal.changed.rawValue) \(item.revision)")
        case .busy, .diskFull, .noAccess, .noHost, .notAnInventory, .tooNew, .noFolder, .readOnly, .unavailable:
            self = .unavailable("\(error)")
        // The answer may have been lost on its way.
        case .outcomeUnknown, .failed, nil: self = .unknown("\(error)")
        }
    }

    /// The item was deleted in the meantime.
    static var gone: DeliveryFailure { .rejected(KeptChange.Refusal.gone.rawValue) }
}
