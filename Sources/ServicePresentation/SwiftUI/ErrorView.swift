#if canImport(SwiftUI)
public import SwiftUI

/// Takes the place of content that could not be loaded: what happened, and what to do.
///
/// ```swift
/// ErrorView(controller.items)  // draws nothing while the action has no error
/// ```
public struct ErrorView: View {
    private let error: UserMessage
    private let texts: PresentationTexts
    private let onDismiss: (@MainActor () -> Void)?
    private let onRetry: (@MainActor () -> Void)?

    /// Creates a view for a message.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - texts: The language of the buttons.
    ///   - onDismiss: Clears the error. Without it, the view has no button to dismiss.
    ///   - onRetry: Tries again. Its button is shown only if the message is recoverable.
    public init(
        _ error: UserMessage, texts: PresentationTexts = .current, onDismiss: (@MainActor () -> Void)? = nil,
        onRetry: (@MainActor () -> Void)? = nil
    ) {
        self.error = error
        self.texts = texts
        self.onDismiss = onDismiss
        self.onRetry = error.isRecoverable ? onRetry : nil
    }

    /// What is drawn.
    public var body: some View {
        VStack(spacing: 16) {
            Image(systemName: "exclamationmark.triangle")
                .font(.largeTitle)
                .foregroundStyle(.red)
                .accessibilityHidden(true)
            if let title = error.title {
                Text(verbatim: title).font(.headline)
            }
            Text(verbatim: error.message)
                .multilineTextAlignment(.center)
            HStack {
                if let onDismiss {
                    Button(action: onDismiss) { Text(verbatim: texts.dismiss) }
                }
                if let onRetry {
                    Button(action: onRetry) { Text(verbatim: texts.retry) }
                        .buttonStyle(.borderedProminent)
                }
            }
        }
        .padding()
    }
}

extension ErrorView {
    /// Creates a view for what went wrong with an action, with buttons that dismiss it and try again.
    ///
    /// - Parameters:
    ///   - action: The action that failed. Nil is returned while it has no error.
    ///   - texts: The language of the buttons.
    @MainActor public init?<Input, Output>(
        _ action: ServiceAction<Input, Output>, texts: PresentationTexts = .current
    ) {
        guard let error = action.error else { return nil }
        self.init(error, texts: texts, onDismiss: { action.clearError() }, onRetry: action.retryStarter)
    }
}
#endif
