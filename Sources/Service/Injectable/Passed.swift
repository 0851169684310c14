/// Marks a parameter of an `@Injectable` initialiser as an argument, which every resolution passes.
///
/// ```swift
/// @Injectable
/// struct Report: Sendable {
///     let title: String
///     init(@Passed year: Int, store: any PhotoStore, @Passed author: String) { title = "\(author), \(year)" }
/// }
/// ```
///
/// ```swift
/// env.register(Report.self)
/// let report = try env.resolve(Report.self, arguments: 2026, "Ada")
/// ```
///
/// Callers of the initialiser pass the plain value.
@propertyWrapper
@frozen
public struct Passed<Value> {
    /// The argument.
    public let wrappedValue: Value

    /// Marks an argument.
    ///
    /// - Parameter wrappedValue: The argument.
    @inlinable
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Passed: Sendable where Value: Sendable {}
