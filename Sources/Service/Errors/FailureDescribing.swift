/// An error that knows what kind of failure it is.
///
/// A layer that protects calls conforms its errors, and a layer that shows errors reads them, without either
/// importing the other.
public protocol FailureDescribing: Error {
    /// The kind of this failure.
    var failureKind: FailureKind { get }
}
