public import Inventory
import Synchronization

/// Notes, for one request, whether an answer came from the last known items, and how old those are.
///
/// ```swift
/// let age = AnswerAge()
/// var response = try await AnswerAge.$current.withValue(age) { try await next(request) }
/// if let asOf = age.asOf { response.headers["X-As-Of"] = "\(asOf)" }
/// ```
public final class AnswerAge: Sendable {
    /// The notes of the request that is being answered; nil where nobody wants to know.
    @TaskLocal public static var current: AnswerAge?

    private let oldest = Mutex<Timestamp?>(nil)

    /// Makes a note of nothing.
    public init() {}

    /// Of when the oldest part of the answer is; nil where all of it is of now.
    public var asOf: Timestamp? { oldest.withLock { $0 } }

    func note(_ asOf: Timestamp) {
        oldest.withLock { $0 = min($0 ?? asOf, asOf) }
    }
}
