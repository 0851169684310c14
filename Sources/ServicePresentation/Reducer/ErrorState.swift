/// What a reducer's state keeps about loading and errors, with the transitions between them.
///
/// A value that any `State: Equatable` can hold; it needs no package:
///
/// ```swift
/// struct State: Equatable {
///     var items: [Item] = []
///     var status = ErrorState()
/// }
/// ```
public struct ErrorState: Equatable, Sendable {
    /// What went wrong, for people.
    public var errorMessage: String?
    /// Whether an alert with the message is shown.
    public var showingError = false
    /// Whether something is on its way.
    public var isLoading = false

    /// Creates the state before anything has happened.
    public init() {}

    /// Whether there is a message, shown in an alert or not.
    public var hasError: Bool { errorMessage != nil }

    /// Marks the start of an effect. Takes an earlier error away.
    public mutating func begin() {
        isLoading = true
        dismiss()
    }

    /// Marks the good end of an effect.
    public mutating func succeed() {
        isLoading = false
    }

    /// Marks the bad end of an effect and shows why, in words for people. A cancellation shows nothing.
    ///
    /// - Parameters:
    ///   - error: What the effect failed with.
    ///   - presenter: Finds the words. It logs nothing here, since a state has no side effects.
    public mutating func fail(_ error: any Error, presenter: ErrorPresenter = .standard) {
        isLoading = false
        if let message = presenter.message(for: error) { set(message.message) }
    }

    /// Shows a message, or takes it away where there is none.
    ///
    /// - Parameter message: What to show.
    public mutating func set(_ message: String?) {
        errorMessage = message
        showingError = message != nil
    }

    /// Takes the message away.
    public mutating func dismiss() {
        set(nil)
    }

    /// Marks the end of an effect that was cancelled. No message comes or goes.
    public mutating func cancel() {
        isLoading = false
    }
}
