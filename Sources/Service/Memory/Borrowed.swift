/// A reference that is not counted, to an object that somebody else keeps alive for as long as this is used.
///
/// Counting references takes a good part of the time of a resolution that creates something small.
///
/// Safe because the environment that is asked owns its slots and its parents, its caller holds the environment, and none of
/// these references outlives the resolution.
@safe
@usableFromInline
@frozen
struct Borrowed<Object: AnyObject>: @unchecked Sendable {
    @usableFromInline let reference: Unmanaged<Object>

    @inlinable
    @inline(__always)
    init(_ object: Object) {
        unsafe reference = Unmanaged.passUnretained(object)
    }

    /// The object.
    @inlinable
    @inline(__always)
    var object: Object { unsafe reference.takeUnretainedValue() }

    /// Calls a body with the object, without counting a reference.
    @inlinable
    @inline(__always)
    func with<Result>(_ body: (Object) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef(body)
    }

    /// Whether this refers to an object.
    func refers(to object: Object) -> Bool {
        unsafe reference.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
    }

    /// Whether both refer to the same object.
    static func == (left: Self, right: Self) -> Bool {
        unsafe left.reference.toOpaque() == right.reference.toOpaque()
    }
}
