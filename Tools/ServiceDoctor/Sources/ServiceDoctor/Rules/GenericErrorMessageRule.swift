import SwiftSyntax

struct GenericErrorMessageRule: Rule {
    let description = RuleDescription(
        id: "generic_error_message",
        severity: .note,
        summary: "Finds \"Something went wrong\" and its kin where people read them.",
        reason: """
            A message that fits every failure helps with none. Say what did not work, whether it is worth trying again, and \
            what else one can do.
            """,
        exceptions:
            "The title of an alert that says more below it, the last catch after typed ones, the default of a switch, logs and thrown errors.",
        triggering: [
            """
            final class ItemsController {
                func load() {
                    do { try store.load() } catch { errorMessage = ↓"Something went wrong" }
                }
            }
            """,
            """
            struct FailureView: View {
                var body: some View { Text(↓"Oops! Something went wrong.") }
            }
            """,
            "let view = List(items).alert(↓\"An error occurred\", isPresented: $showing) { Button(\"OK\") {} }",
            """
            switch action {
            case .itemsResponse(.failure):
                state.alert = AlertState { TextState(↓"An unexpected error occurred.") }
                return .none
            }
            """,
            "let alert = UIAlertController(title: \"Error\", message: ↓\"Unknown error\", preferredStyle: .alert)",
            """
            final class ItemsController {
                func failed() { alertMessage = detail ?? ↓"Something went wrong. Please try again." }
            }
            """,
            "showToast(↓\"Oops, an error occurred\")",
            """
            final class ItemsController {
                func load() {
                    do { try store.load() } catch { errorMessage = String(localized: ↓"Something has gone wrong.") }
                    do { try store.load() } catch { phase = .failed(↓"Something went wrong.") }
                    do { try store.load() } catch { alert = AlertInfo(title: "Oh", message: ↓"Something went wrong.") }
                }
            }
            """,
            "Text(LocalizedStringKey(↓\"An unknown error has occurred.\"))",
        ],
        clean: [
            """
            let alert = UIAlertController(title: "Something went wrong", message: reason.text, preferredStyle: .alert)
            let other = Alert(title: Text("An error occurred"), message: Text("The card was declined."))
            """,
            "let view = List(items).alert(\"An error occurred\", isPresented: $showing) { Button(\"OK\") {} } message: { Text(reason) }",
            """
            state.alert = AlertState { TextState("Something went wrong") } message: { TextState("The card was declined.") }
            """,
            """
            final class ItemsController {
                func load() {
                    do { try store.load() } catch let error as AppError {
                        errorMessage = error.userMessage
                    } catch { errorMessage = "An unexpected error occurred." }
                }
            }
            """,
            "logger.error(\"Something went wrong\")",
            "throw StoreError.failed(\"Unknown error\")",
            "Text(\"The items could not be loaded. Check your connection.\")",
            """
            var text: String {
                switch self {
                case .offline: return "No connection."
                default: return "Something went wrong."
                }
            }
            """,
            "Text(\"What to do when something went wrong\")",
            """
            final class ItemsController {
                func failed(_ error: any Error) {
                    errorMessage = (error as? AppError)?.userMessage ?? "Something went wrong."
                    send(.failed("Something went wrong."))
                    throw StoreError(message: "Something went wrong.")
                }
            }
            """,
            "Text(\"Not saved.\", comment: \"Something went wrong.\")",
            "final class ItemsController { func load() { errorMessage = texts[\"Something went wrong\"] } }",
            "let wasShown = message == \"Something went wrong\"",
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        guard unit.words.hints.contains(.genericMessage) else { return [] }
        return unit.index.strings.compactMap { literal in
            guard literal.segments.count == 1, literal.totalLength.utf8Length >= 14,
                let text = literal.plainText, Self.isGeneric(text), isShown(literal),
                !isLastResort(literal), !isTitleOfMore(literal)
            else { return nil }
            return finding(
                unit.place(of: literal), "This message fits every failure and helps with none.",
                fix: "Say what did not work and what to do next.")
        }
    }

    static func isGeneric(_ text: String) -> Bool {
        guard (12...80).contains(text.utf8.count) else { return false }
        var rest = text.lowercased().filter { $0.isLetter || $0 == " " }[...]
        for word in ["oops ", "sorry ", "whoops ", "uh oh "] where rest.hasPrefix(word) {
            rest = rest.dropFirst(word.count)
        }
        return generic.contains(String(rest))
    }

    private static let generic: Set<String> = {
        let cores = [
            "something went wrong", "something has gone wrong", "an error occurred", "an error has occurred",
            "unknown error", "an unknown error occurred", "an unknown error has occurred",
            "an unexpected error occurred", "an unexpected error has occurred", "unexpected error",
            "something bad happened", "there was an error",
            "error occurred",
        ]
        let tails = ["", " please try again", " please try again later", " try again", " try again later"]
        return Set(cores.flatMap { core in tails.map { core + $0 } })
    }()

    private static let readers: Set<String> = [
        "Text", "Label", "alert", "UIAlertController", "Alert", "TextState", "ContentUnavailableView", "ErrorView",
        "showAlert",
        "presentAlert", "showError", "showToast", "showMessage", "presentError", "confirmationDialog",
    ]

    private func isShown(_ literal: StringLiteralExprSyntax) -> Bool {
        var node = literal.parent
        while let current = node {
            if let call = current.as(FunctionCallExprSyntax.self), let name = call.calleeName {
                if Self.readers.contains(name) { return Self.label(of: literal, in: call) != "comment" }
                guard Self.passesOn(call, name, literal) else { return false }
            }
            if let sequence = current.as(SequenceExprSyntax.self) {
                if let assignment = Assignment(sequence), let name = assignment.lastName {
                    let last = Words.of(name).last ?? ""
                    return ErrorState.isFailure(assignment) || ErrorState.isErrorName(name)
                        || ["message", "text", "title", "alert", "toast"].contains(last)
                }
                let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
                guard operators.allSatisfy({ $0 == "??" || $0 == "+" }) else { return false }
            }
            // A key, not the text.
            if current.is(SubscriptCallExprSyntax.self) { return false }
            if current.is(CodeBlockItemSyntax.self) || current.is(MemberBlockItemSyntax.self) { return false }
            node = current.parent
        }
        return false
    }

    /// What becomes the text somebody reads: a translation, the case of a phase, what an alert is told.
    private static func passesOn(_ call: FunctionCallExprSyntax, _ name: String, _ literal: StringLiteralExprSyntax)
        -> Bool
    {
        let label = label(of: literal, in: call)
        if translators.contains(name) { return label != "comment" }
        if call.plainName == "String" && label == "localized" { return true }
        if call.calledExpression.as(MemberAccessExprSyntax.self)?.base == nil, call.plainName == nil { return true }
        return call.constructedType != nil && (label == "message" || label == "title")
    }

    private static func label(of literal: StringLiteralExprSyntax, in call: FunctionCallExprSyntax) -> String? {
        call.arguments.first { $0.contains(literal) }?.label?.text
    }

    private static let translators: Set<String> = [
        "NSLocalizedString", "LocalizedStringKey", "LocalizedStringResource",
    ]

    /// The title of an alert or a placeholder that says more below it.
    private func isTitleOfMore(_ literal: StringLiteralExprSyntax) -> Bool {
        var node = literal.parent
        while let current = node,
            !current.is(CodeBlockItemSyntax.self) || current.nearest(ClosureExprSyntax.self) != nil
        {
            if let call = current.as(FunctionCallExprSyntax.self), let name = call.calleeName,
                Self.titled.contains(name)
            {
                let texts =
                    call.arguments.lazy.filter { Self.details.contains($0.label?.text ?? "") }.map {
                        Syntax($0.expression)
                    }
                    + call.additionalTrailingClosures.lazy.filter { Self.details.contains($0.label.text) }.map {
                        Syntax($0)
                    }
                return !texts.isEmpty
                    && texts.allSatisfy { text in
                        let strings =
                            text.descendants(StringLiteralExprSyntax.self)
                            + [text.as(StringLiteralExprSyntax.self)].compactMap(\.self)
                        return !text.contains(literal) && !text.is(NilLiteralExprSyntax.self)
                            && !strings.contains { $0.plainText.map(Self.isGeneric) ?? false }
                    }
            }
            if current.is(MemberBlockItemSyntax.self) { return false }
            node = current.parent
        }
        return false
    }

    private static let titled: Set<String> = [
        "alert", "Alert", "UIAlertController", "AlertState", "confirmationDialog", "ConfirmationDialogState",
        "ContentUnavailableView", "showAlert", "presentAlert",
    ]

    private static let details: Set<String> = ["message", "description", "subtitle", "body", "text"]

    private func isLastResort(_ literal: StringLiteralExprSyntax) -> Bool {
        // `(error as? StoreError)?.message ?? "Something went wrong"`
        if let choice = literal.parent?.parent?.as(SequenceExprSyntax.self),
            !choice.descendants(UnresolvedAsExprSyntax.self).isEmpty
        {
            return true
        }
        if let clause = literal.nearest(CatchClauseSyntax.self),
            let list = clause.parent?.as(CatchClauseListSyntax.self),
            list.first?.id != clause.id
        {
            return true
        }
        guard let switchCase = literal.nearest(SwitchCaseSyntax.self) else { return false }
        if case .default = switchCase.label { return true }
        return false
    }
}
