/// Arguments that can say what they are.
@usableFromInline
protocol DescribedArguments {
    /// Their types in parentheses: `(Int, String)`.
    static var types: String { get }
}
