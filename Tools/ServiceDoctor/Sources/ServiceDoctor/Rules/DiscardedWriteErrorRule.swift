import SwiftSyntax

struct DiscardedWriteErrorRule: Rule {
    let description = RuleDescription(
        id: "discarded_write_error",
        severity: .note,
        summary: "Finds a `try?` that discards the error of a write.",
        reason: """
            A read that fails shows: something is missing. A write that fails shows only much later, when what somebody saved is \
            not there. `try?` on a line of its own says that nobody will ever know. A note, as the source does not show whether what is \
            written is a copy that can be had again.
            """,
        exceptions: """
            Results that are used, `removeItem` and `createDirectory`, whose failure shows at the next step or does no harm, \
            clean-up in `deinit`, `defer` and catches, temporary files and caches, streams, which keep their error.
            """,
        triggering: [
            """
            func keep() {
                ↓try? context.save()
            }
            """,
            """
            func keep(_ data: Data) {
                _ = ↓try? data.write(to: url, options: .atomic)
            }
            """,
            """
            func finish() {
                Task { ↓try? await repository.insert(item) }
            }
            """,
            """
            func rename() {
                ↓try? FileManager.default.moveItem(at: old, to: new)
            }
            """,
            """
            func signOut() async {
                ↓try? await api.deleteToken(token)
                show(login)
            }
            """,
            """
            func remember(_ token: String) {
                queue.async { ↓try? self.keychain.set(token, key: "token") }
            }
            """,
            """
            func toggle(_ item: Item) {
                ↓try? database.write { db in try item.update(db) }
            }
            """,
        ],
        clean: [
            """
            func keep() -> Bool {
                if (try? context.save()) == nil { return false }
                guard let url = try? store.write(draft) else { return false }
                return (try? url.checkResourceIsReachable()) ?? false
            }
            """,
            """
            func write() -> URL? { try? store.write(draft) }
            """,
            """
            func replace() throws {
                try? FileManager.default.removeItem(at: target)
                try FileManager.default.copyItem(at: source, to: target)
            }
            """,
            """
            func wait() async {
                try? await Task.sleep(for: .seconds(1))
                try? audioSession.setActive(false)
                try? handle.close()
            }
            """,
            """
            func keep() {
                do { try context.save() } catch {
                    try? rollback.write(to: log)
                    report(error)
                }
            }
            """,
            """
            final class Download {
                deinit { try? store.remove(id) }
                func run() {
                    defer { try? store.deleteTemporary(id) }
                    try? temporaryFile.write(data)
                    try? FileHandle.standardError.write(contentsOf: text)
                    let url = URL.temporaryDirectory.appending(path: name)
                    try? data.write(to: url)
                    try? imageCache.store(image)
                }
            }
            """,
            "let saved = items.map { try? store.save($0) }",
            """
            final class Avatars {
                func keep(_ image: Image, _ data: Data) {
                    memoryCache[image.id] = image
                    queue.async { try? data.write(to: self.url(of: image)) }
                }
            }
            final class ImageCache { func keep(_ data: Data) { try? data.write(to: url) } }
            """,
            """
            func archive(_ data: Data) -> (any Error)? {
                try? stream.write(data)
                try? self.insert(data)
                return stream.error
            }
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        unit.index.optionalTries.compactMap { attempt in
            guard let call = Self.call(of: attempt.expression), let name = call.calleeName, Self.writes(name, call),
                Self.isDiscarded(attempt), !Self.isCleanUp(attempt)
            else { return nil }
            return finding(
                unit.place(of: attempt), "This discards the error of a write.",
                fix: "Catch the error: log it, show it or try again.")
        }
    }

    private static func call(of expression: ExprSyntax) -> FunctionCallExprSyntax? {
        if let wait = expression.as(AwaitExprSyntax.self) { return call(of: wait.expression) }
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return call(of: chain.expression) }
        return expression.as(FunctionCallExprSyntax.self)
    }

    private static func writes(_ name: String, _ call: FunctionCallExprSyntax) -> Bool {
        guard !harmless.contains(name) else { return false }
        let words = Words.of(name)
        guard let verb = words.first else { return false }
        // A temporary file or a cache is made again.
        guard isLasting(ExprSyntax(call), in: call, steps: 2), !servesCache(call) else { return false }
        let receiver = call.receiver?.trimmedText ?? ""
        // A stream keeps its error for those who close it.
        if verbs.contains(verb) { return Words.of(receiver).last != "stream" }
        guard storing.contains(verb) else { return false }
        return Words.of(receiver.filter { $0.isLetter || $0 == "." }).contains(where: stores.contains)
    }

    /// Stands in a type or function that is called a cache, or beside a statement that fills one.
    private static func servesCache(_ call: FunctionCallExprSyntax) -> Bool {
        let function = call.nearest(FunctionDeclSyntax.self)
        let names = [function?.name.text, call.enclosingType.map { $0.declaredName }].compactMap(\.self)
        if names.contains(where: { Words.of($0).contains("cache") }) { return true }
        guard let body = function?.body else { return false }
        return body.descendants(SequenceExprSyntax.self).compactMap(Assignment.init).contains { assignment in
            assignment.target.tokens(viewMode: .sourceAccurate).contains { Words.of($0.text).contains("cache") }
        }
    }

    /// Names neither a temporary file nor a cache, nor a constant of this function that is made of one.
    private static func isLasting(_ expression: ExprSyntax, in call: FunctionCallExprSyntax, steps: Int) -> Bool {
        let names = expression.tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
            switch token.tokenKind {
            case .identifier(let text), .stringSegment(let text): text
            default: nil
            }
        }
        guard names.allSatisfy({ Set(Words.of($0)).isDisjoint(with: passing) }) else { return false }
        // Nobody is left to tell where standard error is closed.
        guard names.allSatisfy({ $0 != "standardError" && $0 != "standardOutput" }) else { return false }
        guard steps > 0, let body = call.enclosingFunction ?? call.nearest(VariableDeclSyntax.self).map({ Syntax($0) })
        else { return true }
        let values = body.descendants(VariableDeclSyntax.self).flatMap(\.bindings).filter { binding in
            binding.pattern.as(IdentifierPatternSyntax.self).map { names.contains($0.identifier.text) } ?? false
        }.compactMap { $0.initializer?.value }
        return values.allSatisfy { isLasting($0, in: call, steps: steps - 1) }
    }

    private static let verbs: Set<String> = [
        "save", "write", "upsert", "persist", "commit", "move", "copy", "replace", "delete", "archive",
    ]
    /// Verbs that mean a write where a store is asked.
    private static let storing: Set<String> = [
        "set", "put", "add", "insert", "update", "remove", "store", "append", "create",
    ]
    private static let stores: Set<String> = [
        "keychain", "store", "storage", "repository", "database", "db", "datasource", "vault", "persistence", "dao",
    ]
    private static let passing: Set<String> = [
        "cache", "caches", "temp", "tmp", "temporary", "thumbnail", "quick", "log", "logs", "debug", "preview",
    ]
    private static let harmless: Set<String> = ["removeItem", "createDirectory", "copyMatching", "writeln"]

    /// A statement of its own whose value goes nowhere.
    private static func isDiscarded(_ attempt: TryExprSyntax) -> Bool {
        if let sequence = attempt.parent?.parent?.as(SequenceExprSyntax.self) {
            return sequence.elements.count == 3
                && sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
        }
        guard let item = attempt.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        guard list.count == 1 else { return true }
        if let closure = list.parent?.as(ClosureExprSyntax.self) {
            guard let call = TaskContext.call(of: closure), let name = call.calleeName else { return false }
            return running.contains(name)
        }
        if let function = list.parent?.parent?.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause == nil
        }
        return !(list.parent?.is(AccessorBlockSyntax.self) ?? false)
    }

    /// Functions that run a closure and want nothing from it.
    private static let running: Set<String> = [
        "Task", "detached", "async", "asyncAfter", "sync", "perform", "performAndWait", "task", "onAppear",
        "onDisappear", "onChange", "onReceive", "onSubmit", "onTapGesture", "Button", "addTask", "forEach", "run",
        "sink", "refreshable", "performBackgroundTask", "addOperation",
    ]

    private static func isCleanUp(_ attempt: TryExprSyntax) -> Bool {
        var current = attempt.parent
        while let node = current {
            switch node.kind {
            case .deinitializerDecl, .deferStmt, .catchClause: return true
            case .memberBlock: return false
            default: current = node.parent
            }
        }
        return false
    }
}
