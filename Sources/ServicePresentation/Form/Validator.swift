/// Decides whether a value is valid, and says in words for people why it is not.
///
/// Validators are values and combine:
///
/// ```swift
/// let name = Validator<String>.required.and(.length(...80))
/// let optionalEmail = Validator<String>.email.orEmpty
/// let even = Validator<Int> { $0.isMultiple(of: 2) ? nil : "Choose an even number" }
/// ```
public struct Validator<Value: Sendable>: Sendable {
    private let check: @Sendable (Value, PresentationTexts) -> String?

    /// Creates a validator from a check with texts of its own.
    ///
    /// - Parameter check: Returns what is wrong, for people, or nil for a valid value.
    public init(_ check: @escaping @Sendable (Value) -> String?) {
        self.check = { value, _ in check(value) }
    }

    /// Creates a validator that takes its words from the texts that the caller passes.
    init(translated check: @escaping @Sendable (Value, PresentationTexts) -> String?) {
        self.check = check
    }

    /// Returns what is wrong with a value in the current texts, or nil when it is valid.
    ///
    /// - Parameter value: What was entered.
    public func error(for value: Value) -> String? {
        error(for: value, in: .current)
    }

    /// Returns what is wrong with a value, or nil when it is valid.
    ///
    /// - Parameters:
    ///   - value: The value to check.
    ///   - texts: The language of the answer. A validator with words of its own keeps to those.
    public func error(for value: Value, in texts: PresentationTexts) -> String? {
        check(value, texts)
    }

    /// Returns a validator that wants both. Where both refuse, the words of this one are shown.
    ///
    /// - Parameter other: What is checked if this one accepts.
    public func and(_ other: Validator) -> Validator {
        Validator(translated: { error(for: $0, in: $1) ?? other.error(for: $0, in: $1) })
    }

    /// Returns a validator that is content with either. Where both refuse, the words of this one are shown.
    ///
    /// - Parameter other: What is asked if this one refuses.
    public func or(_ other: Validator) -> Validator {
        Validator(translated: { value, texts in
            guard let error = error(for: value, in: texts) else { return nil }
            return other.error(for: value, in: texts) == nil ? nil : error
        })
    }

    /// Returns a validator with the same check and other words.
    ///
    /// - Parameter text: What to say of any value that is not valid.
    public func saying(_ text: String) -> Validator {
        Validator(translated: { error(for: $0, in: $1) == nil ? nil : text })
    }
}
