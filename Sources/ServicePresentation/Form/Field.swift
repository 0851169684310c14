public import Observation

/// The value that a person enters in one field of a form, and what is wrong with it.
///
/// ```swift
/// let password = Field("", .password())
/// let confirmation = Field("", .required).matches(password)
/// ```
///
/// No error is shown while the field is empty and untouched, also after it was cleared. "Empty" is an empty text or
/// collection, nil, and for every other type the initial value.
@Observable @MainActor public final class Field<Value: Equatable & Sendable> {
    private struct Match {
        let other: Field<Value>
        let message: String?
    }

    /// The entered value. Changing it clears the server's error.
    public var value: Value {
        didSet {
            if value != oldValue { serverError = nil }
        }
    }

    /// The server's error about this value, set by a form.
    public var serverError: String? {
        get { refusal.value }
        set { refusal.value = newValue }
    }

    /// Whether errors are shown even while the field is empty. Only ``touch()`` and a form's `submit` set it.
    public private(set) var isTouched = false

    @ObservationIgnored private let refusal = Observed<String?>(nil)
    @ObservationIgnored private let initialValue: Value
    @ObservationIgnored private let validator: Validator<Value>
    @ObservationIgnored private let texts: PresentationTexts?
    private var matches: [Match] = []

    /// Creates an untouched field.
    ///
    /// - Parameters:
    ///   - value: The initial value, which ``reset()`` restores.
    ///   - validator: Decides whether a value is valid; without one, every value is.
    ///   - texts: The language of the errors. Nil means ``PresentationTexts/current``.
    public init(
        _ value: Value, _ validator: Validator<Value> = Validator { _ in nil },
        texts: PresentationTexts? = nil
    ) {
        self.value = value
        initialValue = value
        self.validator = validator
        self.texts = texts
    }

    /// The error to show beside the field; nil if there is none.
    ///
    /// - Complexity: That of the validator, at each access: nothing is cached that could be out of date.
    public var error: String? {
        if !isTouched && isEmpty { return serverError }
        return validationError ?? serverError
    }

    /// Whether the value passes the validator and equals the fields it must match.
    public var isValid: Bool { validationError == nil }

    /// Shows errors from now on, even while the field is empty. Call it when the field loses focus.
    public func touch() {
        isTouched = true
    }

    /// Restores the initial value, untouched and without errors.
    public func reset() {
        value = initialValue
        serverError = nil
        isTouched = false
    }

    /// Makes the field valid only while it equals another one, and returns it.
    ///
    /// The field is validated again when the other one changes. It keeps the other one alive, so let only one of two
    /// fields match the other.
    ///
    /// - Parameters:
    ///   - other: The field to equal.
    ///   - message: The error while they differ.
    public func matches(_ other: Field<Value>, message: String) -> Field<Value> {
        matches.append(Match(other: other, message: message))
        return self
    }

    /// Makes the field valid only while it equals another one, and returns it. The error is "Passwords don't match".
    ///
    /// - Parameter other: The field to equal.
    public func matches(_ other: Field<Value>) -> Field<Value> {
        matches.append(Match(other: other, message: nil))
        return self
    }

    private var validationError: String? {
        let texts = texts ?? .current
        if let error = validator.error(for: value, in: texts) { return error }
        return matches.first { $0.other.value != value }.map { $0.message ?? texts.passwordsDiffer }
    }

    private var isEmpty: Bool {
        if let optional = value as? any NilTesting, optional.isNil { return true }
        if let collection = value as? any Collection { return collection.isEmpty }
        return value == initialValue
    }
}

extension Field: AnyField {}

/// A field that tells whether its value is the same as at some moment, for a form to know whether an answer is about it.
@MainActor protocol RememberingValue: AnyField {
    /// Tells, whenever it is called, whether the value is equal to the one at the time of this access.
    var comparison: @MainActor () -> Bool { get }
}

extension Field: RememberingValue {
    var comparison: @MainActor () -> Bool { { [sent = value] in self.value == sent } }
}

private protocol NilTesting {
    var isNil: Bool { get }
}

extension Optional: NilTesting {
    fileprivate var isNil: Bool { self == nil }
}
