/// Learns of the changes that other servers make to the same inventory, and tells them of ours.
public protocol InventoryFollower: Sendable {
    /// How many machines have a change before it counts; nil where nobody knows.
    var machines: Int? { get }

    /// Follows until the task is cancelled.
    ///
    /// - Parameter changed: Called when others may have changed something.
    func follow(_ changed: @escaping @Sendable () async -> Void) async
}
