import SwiftSyntax

struct LostTaskErrorRule: Rule {
    let description = RuleDescription(
        id: "lost_task_error",
        severity: .warning,
        summary: "Finds a task that throws and whose handle is not kept.",
        reason: """
            A task keeps an error for the code that awaits its value. If nobody keeps the task, the error is lost: \
            the work was not done, and the compiler does not warn.
            """,
        exceptions: """
            Tasks that are kept, returned or awaited; errors caught within; `try?`; closures that can only throw because they \
            sleep or check for cancellation.
            """,
        triggering: [
            """
            func refresh() {
                ↓Task { try await service.refresh() }
            }
            """,
            """
            struct SaveButton: View {
                var body: some View {
                    Button("Save") { ↓Task { try await store.save(draft) } }
                }
            }
            """,
            """
            func start() {
                ↓Task.detached(priority: .background) {
                    let items = try await client.items()
                    await cache.keep(items)
                }
            }
            """,
            """
            func start() {
                _ = ↓Task { @MainActor in
                    try await Task.sleep(for: .seconds(1))
                    try store.save()
                }
            }
            """,
            """
            func follow() {
                ↓Task { for try await post in client.posts() { show(post) } }
            }
            """,
            """
            func start() {
                ↓Task<Void, any Error> {
                    do { try await first() } catch StoreError.locked { return }
                    try await second()
                }
            }
            """,
        ],
        clean: [
            """
            final class Loader {
                private var task: Task<Void, any Error>?
                func start() { task = Task { try await service.refresh() } }
                func make() -> Task<Void, any Error> { Task { try await service.refresh() } }
                var made: Task<Void, any Error> { Task { try await service.refresh() } }
            }
            """,
            """
            func start() {
                Task {
                    do { try await service.refresh() } catch { logger.error("\\(error)") }
                }
            }
            """,
            """
            func start() {
                Task { try? await service.refresh() }
                Task { await service.reload() }
            }
            """,
            """
            func later() {
                Task {
                    try await Task.sleep(for: .seconds(3))
                    isShown = false
                }
            }
            """,
            """
            func start() async throws {
                try await Task { try await service.refresh() }.value
                let tasks = urls.map { url in Task { try await load(url) } }
                for task in tasks { try await task.value }
                running.insert(Task { try await service.refresh() })
            }
            """,
            """
            func start() {
                Task {
                    await withTaskGroup(of: Void.self) { group in group.addTask { await load() } }
                    let run = { try await service.refresh() }
                    keep(run)
                }
            }
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        guard unit.words.hints.contains(.task) else { return [] }
        return unit.index.calls.compactMap { call in
            guard TaskContext.isTask(call), TaskContext.isDropped(call), let closure = Self.body(of: call),
                Self.losesError(closure)
            else { return nil }
            return finding(
                unit.place(of: call), "What this task throws is lost, because its handle is not kept.",
                fix: "Catch the error within the task, or keep the task and await its value.")
        }
    }

    private static func body(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
        call.trailingClosure ?? call.argument("operation")?.expression.as(ClosureExprSyntax.self)
    }

    private static func losesError(_ closure: ClosureExprSyntax) -> Bool {
        let attempts = closure.descendants(TryExprSyntax.self, nested: false).filter {
            $0.questionOrExclamationMark == nil && !isCaught($0, within: closure)
        }
        let loops = closure.descendants(ForStmtSyntax.self, nested: false).filter {
            $0.tryKeyword != nil && !isCaught($0, within: closure)
        }
        return !loops.isEmpty || attempts.contains { !sleeps($0) }
    }

    private static func isCaught(_ node: some SyntaxProtocol, within closure: ClosureExprSyntax) -> Bool {
        var current = node.parent
        while let outer = current, outer.id != closure.id {
            if let statement = outer.as(DoStmtSyntax.self), statement.body.contains(node),
                statement.catchClauses.contains(where: takesAll)
            {
                return true
            }
            if let attempt = outer.as(TryExprSyntax.self), attempt.questionOrExclamationMark != nil { return true }
            current = outer.parent
        }
        return false
    }

    /// Every error is an `NSError`.
    private static func takesAll(_ clause: CatchClauseSyntax) -> Bool {
        clause.isCatchAll || clause.caughtTypes.contains { ["NSError", "Error", "Swift.Error"].contains($0) }
    }

    /// Throws only where it was cancelled, which nobody needs to hear.
    private static func sleeps(_ attempt: TryExprSyntax) -> Bool {
        let calls = attempt.descendants(FunctionCallExprSyntax.self, nested: false)
        return !calls.isEmpty
            && calls.contains { ["sleep", "checkCancellation"].contains($0.calleeName ?? "") }
    }
}
