public import Synchronization

/// Tells one environment from every other, and says whether resolutions in it must look where they come from.
///
/// A registration keeps the identity of the environment it was made in, which it could not do with the environment
/// itself: that owns the registration.
@usableFromInline
final class EnvironmentIdentity: Sendable {
    /// How many creations are under way that must see each service they ask this environment for, because their
    /// dependencies are being recorded or because they are to be sent to another environment. While there are none, a kept
    /// instance is returned without a look at the path.
    @usableFromInline let attention = Atomic<Int>(0)
}
