#if Health
/// Compares errors of unknown types.
///
/// By functions, not by methods of `Error`: an error that went through a generic function may be in two boxes, and a method of
/// the outer one takes `any Error` for its type.
enum ErrorEquality {
    /// Whether two errors are equal; nil where their type does not say.
    static func areEqual(_ first: any Error, _ second: any Error) -> Bool? {
        guard type(of: first) == type(of: second) else { return false }
        func compare<Value: Equatable>(_ value: Value) -> Bool { value == second as? Value }
        // The compiler takes the cast of an `any Error` for one that never fails.
        let value: Any = first
        return (value as? any Equatable).map { compare($0) }
    }

    /// Whether two errors are equal, or at least say the same of themselves.
    static func areAlike(_ first: any Error, _ second: any Error) -> Bool {
        guard let areEqual = areEqual(first, second) else {
            return String(describing: first) == String(describing: second)
        }
        return areEqual
    }
}
#endif
