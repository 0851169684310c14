import SwiftSyntax

struct ForceTryRule: Rule {
    let description = RuleDescription(
        id: "force_try",
        severity: .error,
        summary: "Finds `try!`.",
        reason: """
            `try!` turns a failure that could be handled into a crash. The disk may be full, the file gone, the \
            store's model changed, often on somebody else's device.
            """,
        exceptions: "The words `try!` in strings and comments.",
        triggering: [
            "let container = ↓try! ModelContainer(for: Item.self)",
            "let data = ↓try! Data(contentsOf: url)",
            """
            final class SceneDelegate: UIResponder {
                lazy var persistence: Persistence = {
                    let store = ↓try! Persistence(url: storeURL)
                    return store
                }()
            }
            """,
            "let regex = ↓try! NSRegularExpression(pattern: \"[a-z]+\")",
            "print(\"\\(↓try! render(page))\")",
            """
            func decode(_ data: Data) -> [Item] {
                return ↓try! JSONDecoder().decode([Item].self, from: data)
            }
            """,
            "await store.send(.loaded(↓try! await client.items()))",
        ],
        clean: [
            """
            // FILE: Sources/Support/Fixture.swift
            import XCTest
            extension XCTestCase { func fixture() -> Data { try! Data(contentsOf: url) } }
            """,
            "let data = try Data(contentsOf: url)",
            "let data = try? Data(contentsOf: url)",
            "// let container = try! ModelContainer(for: Item.self)",
            "let advice = \"never write try! in production\"",
            """
            let script = \"\"\"
                let x = try! load()
                \"\"\"
            """,
            """
            #Preview {
                let container = try! ModelContainer(for: Item.self)
                return ItemList().modelContainer(container)
            }
            """,
            """
            #if DEBUG
            let fixture = try! Fixture.load("items")
            #endif
            """,
            """
            // FILE: Tests/AppTests/ItemTests.swift
            let item = try! Item(name: "Lamp")
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        unit.index.forcedTries.compactMap { node in
            let place = unit.place(of: node)
            guard !unit.lint.disable(["force_try"], onLine: place.line),
                node.enclosingType.map({ Words.nameMock($0.declaredName) }) != true
            else { return nil }
            // What lies in the bundle is there in every copy of the app, or in none.
            return finding(
                place, "'try!' crashes when this fails; handle the error.",
                severity: Self.isPattern(node.expression) || Self.isBundled(node.expression) ? .note : nil,
                fix: "Use try in a do with a catch, or make the function throw.")
        }
    }

    /// A literal, or a constant of this function that is one.
    private static func isWritten(_ expression: ExprSyntax) -> Bool {
        if ForcedValue.isConstant(expression) { return true }
        // `patterns.joined(separator: "|")`
        if let call = expression.as(FunctionCallExprSyntax.self), call.calleeName == "joined" {
            return call.receiver.map(isWritten) ?? false
        }
        return ForcedValue.localValue(of: expression).map(isWritten) ?? false
    }

    /// Reads the bundle, or a place in it that a constant of this function names.
    private static func isBundled(_ expression: ExprSyntax) -> Bool {
        expression.mentions(["Bundle"])
            || expression.descendants(DeclReferenceExprSyntax.self).contains {
                ForcedValue.localValue(of: ExprSyntax($0))?.mentions(["Bundle"]) ?? false
            }
    }

    /// `try! Regex("[0-9]+")`: a pattern that is a literal fails always or never, so that one run shows it.
    private static func isPattern(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), let type = call.constructedType,
            ["NSRegularExpression", "Regex", "NSDataDetector"].contains(type), let pattern = call.arguments.first
        else { return false }
        return isWritten(pattern.expression)
            || call.arguments.contains { $0.expression.trimmedText.contains("NSTextCheckingResult.") }
    }
}
