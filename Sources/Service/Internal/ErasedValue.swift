/// Memory that holds one initialised value of a type known only at run time.
///
/// The container keeps values behind raw pointers so that reading one needs neither a cast nor the metadata of a
/// generic class. A pointer is only ever made, read and destroyed for the type of the ``ServiceIdentity`` it was
/// stored under, and every public function binds that type from its own generic parameter.
///
/// Safe because the memory is written once, before the value is handed on, and values of the main actor are copied and
/// destroyed only there.
@safe
@usableFromInline
struct ErasedValue: @unchecked Sendable {
    @usableFromInline let pointer: UnsafeMutableRawPointer
    @usableFromInline let type: any Any.Type

    /// Allocates memory and copies into it the value of `type` that `source` points to.
    init(copying source: UnsafeMutableRawPointer, as type: any Any.Type) {
        func allocate<T>(_: T.Type) -> UnsafeMutableRawPointer {
            let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
            unsafe memory.initialize(to: source.assumingMemoryBound(to: T.self).pointee)
            return UnsafeMutableRawPointer(memory)
        }
        unsafe pointer = _openExistential(type, do: allocate)
        self.type = type
    }

    /// Moves a value into memory of its own.
    @inlinable
    init<T>(_ value: T) {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
        unsafe memory.initialize(to: value)
        unsafe pointer = UnsafeMutableRawPointer(memory)
        type = T.self
    }

    /// Moves the value out and frees its memory. `type` is the type of the value.
    @inlinable
    func take<T>(as type: T.Type) -> T {
        let memory = unsafe pointer.assumingMemoryBound(to: type)
        defer { unsafe memory.deallocate() }
        return unsafe memory.move()
    }

    /// Returns a copy in memory of its own.
    func copied() -> ErasedValue { unsafe ErasedValue(copying: pointer, as: type) }

    /// Takes over memory that was allocated for a value of `type`.
    init(owning pointer: UnsafeMutableRawPointer, as type: any Any.Type) {
        unsafe self.pointer = pointer
        self.type = type
    }

    /// Copies the value into uninitialised memory for the same type.
    func copy(to destination: UnsafeMutableRawPointer) {
        func copy<T>(_: T.Type) {
            unsafe destination.initializeMemory(as: T.self, to: pointer.assumingMemoryBound(to: T.self).pointee)
        }
        _openExistential(type, do: copy)
    }

    /// Moves the value into uninitialised memory for the same type and frees its own.
    func move(to destination: UnsafeMutableRawPointer) {
        unsafe copy(to: destination)
        destroy()
    }

    /// Destroys a value of the same type elsewhere and moves this one there.
    func replace(_ destination: UnsafeMutableRawPointer) {
        unsafe Self.deinitialize(destination, as: type)
        unsafe move(to: destination)
    }

    /// Destroys the value that `pointer` points to and leaves its memory.
    static func deinitialize(_ pointer: UnsafeMutableRawPointer, as type: any Any.Type) {
        func deinitialize<T>(_: T.Type) {
            unsafe pointer.assumingMemoryBound(to: T.self).deinitialize(count: 1)
        }
        _openExistential(type, do: deinitialize)
    }

    /// Frees the memory of a value that was moved out of it.
    func freeMemory() {
        func free<T>(_: T.Type) { unsafe pointer.assumingMemoryBound(to: T.self).deallocate() }
        _openExistential(type, do: free)
    }

    /// Destroys the value, which may run a service's `deinit`, and frees its memory.
    func destroy() {
        func destroy<T>(_: T.Type) {
            let memory = unsafe pointer.assumingMemoryBound(to: T.self)
            unsafe memory.deinitialize(count: 1)
            unsafe memory.deallocate()
        }
        _openExistential(type, do: destroy)
    }
}
