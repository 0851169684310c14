/// Owns a value that only the main actor may release, such as what a main-actor factory captured.
///
/// References to this may be dropped on any thread. The value is released on the main actor, immediately if the last
/// reference is dropped there.
@usableFromInline
@MainActor
final class MainOwned<Value: Sendable> {
    @usableFromInline nonisolated let value: Value

    @inlinable
    nonisolated init(_ value: Value) {
        self.value = value
    }

    isolated deinit {}
}
