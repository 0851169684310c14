import SwiftSyntax

/// Which functions of other objects a file calls as a screen goes, of those that are called as functions are that end something.
struct LeavingFacts: Sendable {
    enum Place: Sendable, Hashable {
        /// As the screen goes, or together with what closes it.
        case leaving
        /// While the screen stays, as far as can be seen.
        case staying
        /// In a function, whose callers decide.
        case function(Function)
    }

    struct Function: Sendable, Hashable {
        let name: String
        let type: String
    }

    struct Call: Sendable, Hashable {
        let name: String
        /// The type of what it is called on; nil where the file does not tell.
        let type: String?
        let place: Place
    }

    private(set) var calls: Set<Call> = []
    /// The properties of other objects that something is cancelled of: `upload` of `model.upload?.cancel()`.
    private(set) var cancelled: Set<String> = []

    init() {}

    init(_ unit: SourceUnit) {
        var closing: ScreenClosing?
        for call in unit.index.calls {
            guard let name = call.calleeName else { continue }
            if name == "cancel", let receiver = call.receiver {
                cancelled.formUnion(receiver.descendants(DeclReferenceExprSyntax.self).map(\.baseName.text))
                if let only = receiver.as(DeclReferenceExprSyntax.self) { cancelled.insert(only.baseName.text) }
            }
            guard Self.endsSomething(name) else { continue }
            let known = closing ?? ScreenClosing(unit)
            closing = known
            let isOwn = call.plainName != nil || ["self", "self?"].contains(call.receiver?.trimmedText)
            let type =
                isOwn
                ? call.enclosingType.map { TypeName.last($0.declaredName) }
                : call.receiver.flatMap { unit.properties.type(of: Self.variable($0), around: call) }
            calls.insert(Call(name: name, type: type, place: Self.place(of: call, known)))
        }
    }

    private static func variable(_ receiver: ExprSyntax) -> String {
        let text = receiver.trimmedText
        let plain = text.hasSuffix("?") ? text.dropLast() : text[...]
        return String(plain.hasPrefix("self.") ? plain.dropFirst(5) : plain)
    }

    /// `stop`, `cancelSync`, `tearDown`
    static func endsSomething(_ name: String) -> Bool {
        // Most names begin with another letter, which spares splitting them.
        guard let first = name.utf8.first, letters.contains(first) else { return false }
        return Words.of(name).first.map(ends.contains) ?? false
    }

    private static let ends: Set<String> = [
        "cancel", "stop", "end", "close", "dismiss", "leave", "abort", "clear", "tear", "cleanup", "clean",
        "disconnect", "pause", "invalidate", "finish", "skip", "suspend", "deactivate", "detach", "unsubscribe", "hide",
        "shutdown", "shut", "reset", "disappear", "exit", "quit", "release",
    ]

    private static let letters = Set(ends.compactMap(\.utf8.first))

    private static func place(of call: FunctionCallExprSyntax, _ closing: ScreenClosing) -> Place {
        var current = call.parent
        while let outer = current {
            if let closure = outer.as(ClosureExprSyntax.self) {
                let receiver = TaskContext.call(of: closure)
                if receiver?.calleeName == "onDisappear" || closing.closes(closure.statements) {
                    return .leaving
                }
                let isPart = receiver.map { TaskContext.isTask($0) || transparent.contains($0.calleeName ?? "") }
                guard isPart ?? false else { return .staying }
            } else if let function = outer.as(FunctionDeclSyntax.self) {
                if goes.contains(function.name.text) { return .leaving }
                if function.body.map({ closing.closes($0) }) ?? false { return .leaving }
                let type = function.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
                return .function(Function(name: function.name.text, type: type))
            } else if outer.is(DeinitializerDeclSyntax.self) {
                return .leaving
            } else if outer.opensScope {
                return .staying
            }
            current = outer.parent
        }
        return .staying
    }

    private static let goes: Set<String> = [
        "viewWillDisappear", "viewDidDisappear", "dismantleUIView", "dismantleUIViewController",
        "applicationWillTerminate",
    ]

    private static let transparent: Set<String> = ["withAnimation", "run", "async", "assumeIsolated"]
}
