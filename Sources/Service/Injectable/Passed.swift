/// Marks a parameter of an `@Injectable` initialiser as an argument, which every resolution passes.
///
/// ```swift
/// init(database: any Database, @Passed year: Int)
/// // …
/// try env.resolve(Report.self, arguments: 2026)
/// ```
///
/// Callers of the initialiser pass the plain value.
@propertyWrapper
public struct Passed<Value> {
    /// The argument.
    public let wrappedValue: Value

    /// Marks an argument.
    @inlinable
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Passed: Sendable where Value: Sendable {}
