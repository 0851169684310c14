/// The items as they were last known, for when the inventory itself does not answer.
///
/// Every change throws ``InventoryError/readOnly(because:)``; every question throws
/// ``InventoryError/unavailable(because:)`` while nothing is known.
public protocol LastKnownItems: InventoryService {
    /// When they were last seen to be right; nil while nothing is known.
    var asOf: Timestamp? { get }
}
