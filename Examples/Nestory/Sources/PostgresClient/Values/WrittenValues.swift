#if PostgreSQL
/// Values as libpq takes them: one text behind the other, each with its NUL.
struct WrittenValues {
    private var bytes: [CChar] = []
    private var starts: [Int?] = []

    init(_ values: [PostgresValue]) {
        starts.reserveCapacity(values.count)
        for value in values {
            guard let written = value.written else {
                starts.append(nil)
                continue
            }
            starts.append(bytes.count)
            bytes += written.utf8.lazy.map { CChar(bitPattern: $0) }
            bytes.append(0)
        }
    }

    /// Runs a body with a pointer to each value; nil for NULL.
    func withPointers<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value) -> Value {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let pointers = unsafe starts.map { start in
                unsafe start.flatMap { unsafe bytes.baseAddress?.advanced(by: $0) }
            }
            return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
        }
    }
}
#endif
