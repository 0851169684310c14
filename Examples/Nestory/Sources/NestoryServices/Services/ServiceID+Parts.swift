import ServiceHealth

extension ServiceID {
    /// Changes of the inventory. Their health is kept apart from that of reading: a full disk can be read, and
    /// reading it must not look as if it could be written again. People and `/api/services` see one inventory.
    static let inventoryChanges: Self = "inventory-changes"
}
