/// What a form needs of a field, whatever the type of its value.
@MainActor public protocol AnyField: AnyObject {
    /// The error to show beside the field; nil if there is none.
    var error: String? { get }
    /// Whether the value passes the field's checks. A server's error does not count: the value can be sent again.
    var isValid: Bool { get }
    /// The server's error about the value. Cleared when the value changes.
    var serverError: String? { get set }
    /// Shows errors from now on, even while the field is empty.
    func touch()
    /// Restores the initial value and clears every error.
    func reset()
}
