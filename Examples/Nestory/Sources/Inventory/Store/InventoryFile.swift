/// An inventory in a file, which may go bad while it is open.
public protocol InventoryFile: InventoryService, AnyObject {
    /// Looks whether the file is still the one that was opened, and notes what other programs changed.
    ///
    /// - Throws: ``InventoryError``; ``InventoryError/notAnInventory(path:details:)`` where it must be opened
    ///   anew.
    func check() async throws

    /// Writes something that changes nothing, to see whether changes can be saved.
    ///
    /// - Throws: ``InventoryError``.
    func checkChanges() async throws

    /// Lets go of a file that is no longer what was opened.
    func abandon() async
}
