/// A mock was called without a scripted answer, or with one whose type the caller did not ask for.
public struct UnscriptedCallError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The mock's type and the method, as in `MockRates.rates(for:)`.
    public let method: String
    /// The scripted answer of a generic method and the type that its caller asked for; nil if there was no answer.
    private let mismatch: String?

    /// Creates an error for a method that was not scripted.
    ///
    /// - Parameter method: The mock's type and the method.
    public init(method: String) {
        self.method = method
        mismatch = nil
    }

    init(method: String, answer: String, type: String) {
        self.method = method
        mismatch = "\(method) is scripted to answer '\(answer)', and its caller asked for \(type). Script a \(type)."
    }

    /// What was called, and what to do.
    public var description: String {
        mismatch
            ?? "\(method) was called, and the test has not said what it answers. Script it with returns, fails or answers."
    }
}
