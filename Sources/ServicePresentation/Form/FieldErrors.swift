/// An error that says what is wrong with individual fields, such as a server's response to a form.
///
/// If the body of ``ServiceForm/submit(_:)`` throws one, the form shows it at its fields.
public protocol FieldErrors: Error {
    /// The texts for people, by the key of the field in the form.
    var fieldErrors: [String: String] { get }
}
