#if OUTBOX
import Foundation

/// Identifies one change, so that the receiver can tell a repeated delivery from a new change.
///
/// Every attempt to deliver a change has the same key, including the first, live attempt of
/// ``Outbox/perform(_:on:key:)``. A receiver that records the key in the transaction of the change applies it exactly once.
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, Codable {
    /// The maximum number of characters of a key.
    public static let maximumLength = 200

    /// The key as text, for example in an HTTP field.
    public let rawValue: String

    /// Creates a key that no other change has: a random UUID.
    public init() {
        rawValue = UUID().uuidString.lowercased()
    }

    /// Creates a key from text, for example from an HTTP field.
    ///
    /// - Parameter rawValue: 1 to 200 visible ASCII characters, without spaces.
    /// - Returns: nil if the text is anything else.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard (1...Self.maximumLength).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.rawValue = rawValue
    }
}
#endif
