import Inventory
import ServiceHealth

extension ErrorClassifier {
    /// What the caller of a change has done is no failure of the inventory: an item that is there already or was changed,
    /// a key that was used before, or what a transaction's body threw.
    static let changes = standard.adding { error in
        switch error {
        case InventoryError.alreadyExists, InventoryError.changed, InventoryError.keyReused,
            InventoryError.otherInventory:
            .refusal
        case is InventoryError, is InjectedFault, is CancellationError: nil
        default: .refusal
        }
    }

    /// That the inventory fails is no failure of what is worked out from it.
    static let computed = standard.adding { error in
        error is InventoryError || error is SummaryError ? .refusal : nil
    }
}
