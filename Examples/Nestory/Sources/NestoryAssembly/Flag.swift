import Synchronization

/// Something that happens once and stays so.
final class Flag: Sendable {
    private let value = Atomic(false)

    /// Whether it has happened.
    var isSet: Bool { value.load(ordering: .acquiring) }

    /// It happens.
    func set() { value.store(true, ordering: .releasing) }
}
