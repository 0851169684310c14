/// An error that says what is wrong with single fields, such as a server's refusal of a form.
///
/// Thrown from the body of ``ServiceForm/submit(_:)`` it is merged into the form by itself.
public protocol FieldErrors: Error {
    /// What is wrong, for people, by the key of the field in the form.
    var fieldErrors: [String: String] { get }
}
