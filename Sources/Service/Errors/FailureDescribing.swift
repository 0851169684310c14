/// An error that knows what kind of failure it is.
///
/// A layer that protects calls conforms its errors, and a layer that shows errors reads them, without either
/// importing the other.
public protocol FailureDescribing: Error {
    /// The kind of this failure.
    var failureKind: FailureKind { get }

    /// The error in whose place this one was thrown, so that layers which know that error find it; nil by default.
    ///
    /// A wrapper whose kind is that of the error inside names that error here. One whose kind is
    /// ``FailureKind/failed(_:)`` with another error names it there already.
    var underlyingFailure: (any Error)? { get }
}

extension FailureDescribing {
    /// Nil: by default, an error takes the place of no other.
    public var underlyingFailure: (any Error)? { nil }
}
