/// Owns a value that only the main actor may release, such as what a factory of the main actor captured.
///
/// References to this may be dropped anywhere; the value goes on the main actor, at once if that is where it happens.
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
