#if canImport(SwiftUI)
public import SwiftUI

/// Shows an error in one line, for example beside a field. Takes no space if there is none.
///
/// ```swift
/// TextField("Email", text: $email.value)
/// InlineError(email.error)
/// ```
public struct InlineError: View {
    private let message: String?

    /// Creates a view for a text.
    ///
    /// - Parameter message: The error, for people, or nil.
    public init(_ message: String?) {
        self.message = message
    }

    /// What is drawn.
    public var body: some View {
        if let message {
            HStack {
                Image(systemName: "exclamationmark.triangle").accessibilityHidden(true)
                Text(verbatim: message)
            }
            .font(.footnote)
            .foregroundStyle(.red)
        }
    }
}
#endif
