import SwiftSyntax

struct LostTaskErrorRule: Rule {
    let description = RuleDescription(
        id: "lost_task_error",
        severity: .note,
        summary: "Finds a task that throws and whose handle is not kept.",
        reason: """
            A task keeps an error for the code that awaits its value. If nobody keeps the task, the error is lost: \
            the work was not done, and the compiler does not warn. A note, as what is called may have shown or logged its error itself.
            """,
        exceptions: """
            Tasks that are kept, returned or awaited; errors caught within; `try?`; closures that can only throw because they \
            sleep, check for cancellation or close something; calls of functions whose bodies throw nothing, whatever they declare; loggers.
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
            // FILE: Sources/App/Player.swift
            final class Player {
                func play() async throws {
                    do { try await station.play() } catch { state = .failed(error) }
                }
            }
            // FILE: Sources/App/PlayerPage.swift
            struct PlayerPage: View { var body: some View { Button("Play") { Task { try await player.play() } } } }
            """,
            """
            func leave() {
                Task { try await Task.delay(milliseconds: 300); hide() }
                Task { try await client.disconnect() }
            }
            enum AppLog { func flush() { Task { try await file.write(lines) } } }
            """,
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

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard unit.words.hints.contains(.task) else { return [] }
        return unit.index.calls.compactMap { call in
            guard TaskContext.isTask(call), TaskContext.isDropped(call), !PrintCall.isInLogger(call),
                let closure = Self.body(of: call), let lost = Self.lostCalls(in: closure)
            else { return nil }
            return Candidate(
                finding: finding(
                    unit.place(of: call), "What this task throws is lost, because its handle is not kept.",
                    fix: "Catch the error within the task, or keep the task and await its value."),
                names: lost)
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            candidate.names.isEmpty || !candidate.names.allSatisfy(project.callers.neverThrows)
        }
    }

    private static func body(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
        call.trailingClosure ?? call.argument("operation")?.expression.as(ClosureExprSyntax.self)
    }

    /// The functions whose errors are lost; none where something else throws, and nil where nothing is lost.
    private static func lostCalls(in closure: ClosureExprSyntax) -> [String]? {
        let attempts = closure.descendants(TryExprSyntax.self, nested: false).filter {
            $0.questionOrExclamationMark == nil && !isCaught($0, within: closure) && !sleeps($0) && !disconnects($0)
        }
        let loops = closure.descendants(ForStmtSyntax.self, nested: false).filter {
            $0.tryKeyword != nil && !isCaught($0, within: closure)
        }
        guard loops.isEmpty else { return [] }
        guard !attempts.isEmpty else { return nil }
        let names = attempts.map { attempt in
            let calls = attempt.descendants(FunctionCallExprSyntax.self, nested: false)
            return calls.count == 1 ? calls.first?.calleeName : nil
        }
        return names.contains(nil) ? [] : names.compactMap(\.self)
    }

    /// Ends something, which is over in any case.
    private static func disconnects(_ attempt: TryExprSyntax) -> Bool {
        let calls = attempt.descendants(FunctionCallExprSyntax.self, nested: false)
        return calls.count == 1
            && calls.allSatisfy { ["disconnect", "close", "invalidate", "unsubscribe"].contains($0.calleeName ?? "") }
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
            && calls.contains { ["sleep", "checkCancellation", "delay"].contains($0.calleeName ?? "") }
    }
}
