/// Why there is no new copy of the inventory.
///
/// The details are for logs; ``message`` is for people.
public enum BackupError: Error, Sendable, Equatable {
    /// The inventory could not be copied.
    case cannotRead(InventoryError)
    /// The copy could not be written, or the copies could not be listed or removed.
    case cannotWrite(details: String)
    /// There is no room on the disk for a copy.
    case diskFull
    /// The copy was made and is damaged; it was thrown away.
    case damagedCopy(details: String)

    /// What happened and what to do, without details of the machine.
    public var message: String {
        switch self {
        case .cannotRead: "The inventory could not be copied. The copies that were made before are still there."
        case .cannotWrite: "The copies cannot be written. Check who may use their folder."
        case .diskFull: "There is no room for a copy of the inventory. Make room on the disk."
        case .damagedCopy: "The copy of the inventory was damaged, so the copies before it were kept. Look at the disk."
        }
    }
}
