import SwiftSyntax

/// Recognises calls of the system and of widely used libraries whose errors are sentences for people.
///
/// What they say may still not be what an app wants to say: a text of such an error is a note.
enum SystemSentences {
    /// Says whether a call is one: of EventKit, LocalAuthentication, StoreKit, Photos, UserNotifications or Firebase's accounts.
    static func contain(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = call.calleeName else { return false }
        if names.contains(name) || ofAccounts(call, name) { return true }
        if call.receiver?.trimmedText == "JSONSerialization" { return true }
        let receiver = Words.of(call.receiver?.trimmedText ?? "")
        return switch name {
        case "save", "remove": call.argument("span") != nil
        case "purchase": call.receiver?.trimmedText.hasSuffix("roduct") ?? false
        case "products": receiver == ["product"] && call.argument("for") != nil
        case "sync": call.receiver?.trimmedText == "AppStore"
        case "requestAuthorization": call.argument("options") != nil
        default: false
        }
    }

    /// `Auth.auth().signIn(withEmail: email, password: password)`, `user?.updatePassword(to: password)`
    private static func ofAccounts(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
        switch name {
        case "commitChanges": call.receiver != nil
        case "updatePassword", "updateEmail": call.argument("to") != nil
        case "reauthenticate": call.argument("with") != nil
        case "signIn", "createUser", "sendPasswordReset": call.argument("withEmail") != nil || isOfAuth(call)
        case "auth": call.receiver?.trimmedText == "Auth"
        default: isOfAuth(call)
        }
    }

    private static func isOfAuth(_ call: FunctionCallExprSyntax) -> Bool {
        call.receiver?.trimmedText.hasPrefix("Auth.auth()") ?? false
    }

    /// Says whether an error is what such a call hands to its closure, or what the system says of a picture it could not save.
    static func explain(_ node: some SyntaxProtocol) -> Bool {
        if let function = node.nearest(FunctionDeclSyntax.self),
            function.signature.parameterClause.parameters.contains(where: {
                $0.firstName.text == "didFinishSavingWithError"
            })
        {
            return true
        }
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let closure = outer.as(ClosureExprSyntax.self), closure.signature?.parameterClause != nil {
                return TaskContext.call(of: closure).map(contain) ?? false
            }
            current = outer.parent
        }
        return false
    }

    private static let names: Set<String> = [
        "requestFullAccessToEvents", "requestWriteOnlyAccessToEvents", "requestFullAccessToReminders", "saveCalendar",
        "removeCalendar", "evaluatePolicy", "performChanges",
    ]
}
