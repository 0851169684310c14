/// What a form needs of a field, whatever the type of its value.
@MainActor public protocol AnyField: AnyObject {
    /// What to show beside the field now, or nil.
    var error: String? { get }
    /// Whether the value passes the field's checks. What a server said does not count: it can be sent again.
    var isValid: Bool { get }
    /// What the server said about the value. Gone when the value changes.
    var serverError: String? { get set }
    /// Shows errors from now on, even while the field is empty.
    func touch()
    /// Puts back the initial value and forgets every error.
    func reset()
}
