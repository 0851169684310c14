public import Service
public import Testing

/// Checks that an error describes its kind in a way that every layer can follow.
///
/// ```swift
/// @Test(arguments: [StoreError.locked, .corrupt])
/// func `store errors describe themselves`(error: StoreError) {
///     FailureDescribingConformance(error).check()
/// }
/// ```
public struct FailureDescribingConformance {
    private let error: any FailureDescribing
    private let sourceLocation: SourceLocation

    /// Creates a check of an error.
    ///
    /// - Parameters:
    ///   - error: The error. Check one for each kind that its type can have.
    ///   - sourceLocation: Where issues are shown. Defaults to the call site.
    public init(_ error: any FailureDescribing, sourceLocation: SourceLocation = #_sourceLocation) {
        self.error = error
        self.sourceLocation = sourceLocation
    }

    /// Records an issue for each rule that the error breaks.
    ///
    /// - Its kind is the same each time it is read.
    /// - A time to retry after is not negative.
    /// - If it names another error as the failure or as the one beneath it, and that one names another, this ends after at
    ///   most a hundred. An error may name itself as the failure.
    public func check() {
        let kind = error.failureKind
        let again = error.failureKind
        if name(kind) != name(again) {
            record(
                "\(type(of: error)).failureKind is first \(name(kind)) and then \(name(again)). Compute it from the error alone."
            )
        }
        if case .unavailable(let delay?) = kind, delay < .zero {
            record("\(type(of: error)).failureKind says to retry after \(delay). Use nil if the time is not known.")
        }
        if !ends({ if case .failed(let next) = $0.failureKind { next } else { nil } }) {
            record("\(type(of: error)).failureKind leads from failure to failure without an end. Name the first cause.")
        }
        if !ends({ $0.underlyingFailure }) {
            record(
                "\(type(of: error)).underlyingFailure leads from failure to failure without an end. Use nil for the first cause."
            )
        }
    }

    /// Whether following the failures named by failures ends.
    private func ends(_ next: (any FailureDescribing) -> (any Error)?) -> Bool {
        var current = error
        for _ in 0..<100 {
            guard let next = next(current) as? any FailureDescribing else { return true }
            let isItself = type(of: next) == type(of: current) && "\(next)" == "\(current)"
            if isItself { return true }
            current = next
        }
        return false
    }

    private func name(_ kind: FailureKind) -> String {
        switch kind {
        case .cancelled: "cancelled"
        case .timedOut: "timedOut"
        case .unavailable(let delay): "unavailable(retryAfter: \(delay.map { "\($0)" } ?? "nil"))"
        case .failed(let error): "failed(\(type(of: error)))"
        }
    }

    private func record(_ text: String) {
        Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
}
