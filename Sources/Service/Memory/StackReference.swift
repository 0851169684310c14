/// A reference to a variable on the stack of the calling thread.
///
/// Safe because it is made for the duration of a call, by ``with(_:_:)``, only the thread that owns the variable uses it, and
/// nothing keeps it after the call.
@safe
struct StackReference<Value>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Value>

    init(_ pointer: UnsafeMutablePointer<Value>) {
        unsafe self.pointer = pointer
    }

    /// The variable.
    var value: Value {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) nonmutating _modify { yield unsafe &pointer.pointee }
    }

    /// Calls a body with a reference to a variable.
    @inline(__always)
    static func with<Result, Failure>(
        _ variable: inout Value, _ body: (StackReference) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeMutablePointer(to: &variable) { pointer throws(Failure) in
            try unsafe body(StackReference(pointer))
        }
    }
}
