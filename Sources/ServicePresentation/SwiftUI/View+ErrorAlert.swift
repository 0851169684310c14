#if canImport(SwiftUI)
public import SwiftUI

extension View {
    /// Shows an alert while an action has an error, with a button to try again if that may help.
    ///
    /// Closing the alert clears the action's error.
    ///
    /// - Parameters:
    ///   - action: The action whose error is shown.
    ///   - texts: The language of the heading and the buttons.
    @MainActor public func errorAlert<Input, Output>(
        _ action: ServiceAction<Input, Output>, texts: PresentationTexts = .current
    ) -> some View {
        errorAlert(action.error, retry: action.retryStarter, texts: texts) { action.clearError() }
    }

    /// Shows an alert while a form has a ``ServiceForm/submissionError``. Closing the alert clears it.
    ///
    /// - Parameters:
    ///   - form: The form whose error is shown.
    ///   - texts: The language of the heading and the button.
    @MainActor public func errorAlert(_ form: ServiceForm, texts: PresentationTexts = .current) -> some View {
        errorAlert(form.submissionError, retry: nil, texts: texts) { form.clearError() }
    }

    @MainActor private func errorAlert(
        _ error: UserMessage?, retry: (@MainActor () -> Void)?, texts: PresentationTexts,
        clear: @escaping @MainActor () -> Void
    ) -> some View {
        let isPresented = Binding(
            get: { error != nil }, set: { @MainActor isPresented in if !isPresented { clear() } })
        return alert(
            Text(verbatim: error?.title ?? texts.errorTitle), isPresented: isPresented, presenting: error
        ) { _ in
            Button(role: .cancel, action: {}) { Text(verbatim: texts.okay) }
            if let retry {
                Button(action: retry) { Text(verbatim: texts.retry) }
            }
        } message: { error in
            Text(verbatim: error.message)
        }
    }
}
#endif
