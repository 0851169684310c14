import SwiftSyntax

/// Recognises the calls that put a text in front of people.
extension TechnicalErrorShownRule {
    private static let views: Set<String> = [
        "Text", "Label", "UIAlertController", "Alert", "TextState", "ContentUnavailableView", "ErrorView",
        "ErrorBanner",
    ]

    /// Functions that show people a text, whichever object has them.
    private static let showing: Set<String> = [
        "showAlert", "presentAlert", "showError", "showToast", "showErrorMessage", "showMessage", "presentError",
        "showErrorAlert", "showErrorToast", "showSnackbar", "showSnackBar", "showBanner", "displayError",
        "displayAlert", "displayErrorMessage", "makeToast",
    ]

    /// What publishers of RxSwift and Combine are given a value with.
    private static let publishing: Set<String> = ["accept", "onNext", "send"]

    /// A view by its name, or `.alert(…)` on one.
    func isView(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        call.plainName != nil && Self.views.contains(name) || name == "alert" && call.receiver != nil
            || Self.showing.contains(name) && !isLogger(call.receiver)
            || Self.publishing.contains(name) && call.receiver?.lastMember.map(isShownName) ?? false
    }

    /// `Log.showError(…)`
    private func isLogger(_ receiver: ExprSyntax?) -> Bool {
        !Set(Words.of(receiver?.lastMember ?? "")).isDisjoint(with: ["log", "logger", "logging", "console"])
    }

    /// An argument of a call whose name speaks of a log.
    func isWithinLogger(_ call: FunctionCallExprSyntax) -> Bool {
        guard let outer = call.nearest(FunctionCallExprSyntax.self) else { return false }
        return Words.of(outer.calleeName ?? "").contains("log")
    }

    /// An argument of another call that shows it: `Alert(message: Text("\(error)"))` is one finding.
    func isWithinShown(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        unit.index.calls.contains { outer in
            outer.id != call.id && outer.calleeName.map { isView(outer, $0) } == true
                && outer.arguments.contains { $0.contains(call) && TechnicalText.isTechnical($0.expression) }
        }
    }
}
