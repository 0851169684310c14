public import Synchronization

/// Identifies one environment, and counts the creations that must see every service they ask it for.
///
/// A registration stores the identity of the environment it was made in. It could not store the environment, which owns
/// the registration.
@usableFromInline
final class EnvironmentIdentity: Sendable {
    /// The number of running creations whose dependencies are being recorded, or whose resolutions are redirected to
    /// another environment. While it is zero, a cached instance is returned without a look at the path.
    @usableFromInline let trackingCount = Atomic<Int>(0)

    @usableFromInline
    init() {}

    func beginTracking() { trackingCount.add(1, ordering: .relaxed) }

    func endTracking() { trackingCount.subtract(1, ordering: .relaxed) }
}
