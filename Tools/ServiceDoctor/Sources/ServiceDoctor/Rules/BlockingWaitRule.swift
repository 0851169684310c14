import SwiftSyntax

struct BlockingWaitRule: Rule {
    let description = RuleDescription(
        id: "blocking_wait",
        severity: .warning,
        summary: "Finds semaphores, groups and `DispatchQueue.main.sync` that block a thread of asynchronous code.",
        reason: """
            Asynchronous code runs on as many threads as there are cores. A thread that waits for a signal runs no \
            other task; a few such waits stop the whole app, and the task that would give the signal never runs.
            """,
        exceptions: """
            Synchronous functions, but for those of a view controller that the system calls on the main thread, closures that run on a dispatch queue or a thread, and waits that suspend. A note in a \
            function that nothing of an app calls, and in a type that nothing makes.
            """,
        triggering: [
            """
            func load() async {
                let semaphore = DispatchSemaphore(value: 0)
                start { semaphore.signal() }
                ↓semaphore.wait()
            }
            """,
            """
            func refresh() {
                Task {
                    let done = DispatchSemaphore(value: 0)
                    api.refresh { done.signal() }
                    _ = ↓done.wait(timeout: .now() + 5)
                }
            }
            """,
            """
            actor Importer {
                let group = DispatchGroup()
                func run() async throws { ↓group.wait() }
            }
            """,
            """
            func show(_ text: String) async {
                ↓DispatchQueue.main.sync { label.text = text }
            }
            """,
            """
            class ItemsViewController: UIViewController {
                override func viewDidLoad() { ↓DispatchQueue.main.sync { reload() } }
            }
            """,
            """
            struct ItemsView: View {
                var body: some View { List(items).task { ↓loadingSemaphore.wait() } }
            }
            """,
            """
            func retry() async throws {
                for attempt in 0..<3 where attempt > 0 { ↓Thread.sleep(forTimeInterval: 1) }
            }
            """,
        ],
        clean: [
            """
            func isFree() async -> Bool { semaphore.wait(timeout: .now()) == .success }
            """,
            """
            func load() {
                let semaphore = DispatchSemaphore(value: 0)
                start { semaphore.signal() }
                semaphore.wait()
            }
            """,
            """
            func load() async {
                await withCheckedContinuation { continuation in
                    queue.async {
                        semaphore.wait()
                        continuation.resume()
                    }
                }
            }
            """,
            """
            func load() async throws {
                try await semaphore.wait()
                try await Task.sleep(for: .seconds(1))
            }
            """,
            """
            func show(_ text: String) { DispatchQueue.main.sync { label.text = text } }
            """,
            """
            func run() async { await process.wait() }
            func stop() async throws { try application.wait() }
            """,
            """
            func show() async { await MainActor.run { label.text = "Done" } }
            """,
            """
            func load() async {
                Thread.detachNewThread { semaphore.wait() }
                let wait = { semaphore.wait() }
                keep(wait)
            }
            """,
        ])

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).map { candidate in
            var finding = candidate.finding
            if project.isRunByNobody(candidate) { finding.severity = .note }
            return finding
        }
    }

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard unit.words.hints.contains(.blocking) else { return [] }
        var known: Set<String>?
        return unit.index.calls.compactMap { call in
            guard let name = call.calleeName, name == "wait" || name == "sync" || name == "sleep",
                let receiver = call.receiver, !call.parentIsAwait
            else { return nil }
            let text = receiver.trimmedText
            switch name {
            case "wait":
                let last = text.split(separator: ".").last.map(String.init) ?? text
                let names = known ?? Self.waiters(in: unit)
                known = names
                // `wait(timeout: .now())` only asks.
                let timeout = call.argument("timeout")?.expression.trimmedText ?? ""
                guard call.arguments.first?.label?.text != "for", !timeout.hasSuffix("now()"),
                    names.contains(last) || last.lowercased().hasSuffix("semaphore")
                else { return nil }
            case "sync":
                guard text == "DispatchQueue.main" else { return nil }
            default:
                guard text == "Thread" else { return nil }
            }
            let isOnMain = name == "sync" && Self.isOnMain(call)
            guard isOnMain || Self.isAsynchronous(call) else { return nil }
            let message =
                isOnMain ? "This waits for the thread that it runs on." : "This blocks a thread that other tasks need."
            let fix =
                isOnMain
                ? "Leave the sync out; this runs on the main thread."
                : name == "sync"
                    ? "Use await MainActor.run." : "Await a continuation, a task or a stream instead."
            return Candidate(
                finding: finding(unit.place(of: call), message, fix: fix),
                function: Candidate.Function(around: call), types: call.enclosingTypeNames)
        }
    }

    /// The variables of a file that hold a semaphore, a group or a condition of Dispatch and Foundation.
    private static func waiters(in unit: SourceUnit) -> Set<String> {
        var names: Set<String> = []
        for variable in unit.index.variables {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
                let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType
                let type = binding.typeAnnotation.map { TypeName($0.type).text } ?? made
                if let type, types.contains(type) { names.insert(name) }
            }
        }
        return names
    }

    private static let types: Set<String> = ["DispatchSemaphore", "DispatchGroup", "NSCondition"]

    /// Stands in what the system calls on the main thread: `override func viewDidLoad()`, an action of Interface Builder.
    private static func isOnMain(_ node: some SyntaxProtocol) -> Bool {
        guard let function = node.nearest(FunctionDeclSyntax.self), node.nearest(ClosureExprSyntax.self) == nil,
            !(function.body?.mentions(["isMainThread"]) ?? false)
        else { return false }
        return function.attributes.names.contains("IBAction")
            || function.modifiers.contains { $0.name.tokenKind == .keyword(.override) }
                && onMain.contains(function.name.text)
    }

    private static let onMain: Set<String> = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear",
        "viewDidLayoutSubviews",
        "viewWillLayoutSubviews", "layoutSubviews", "awakeFromNib", "prepareForReuse",
    ]

    private static func isAsynchronous(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current {
            if let closure = outer.as(ClosureExprSyntax.self) {
                if closure.signature?.effectSpecifiers?.asyncSpecifier != nil { return true }
                guard let call = TaskContext.call(of: closure) else { return false }
                return TaskContext.isTask(call) || tasks.contains(call.calleeName ?? "")
            }
            if let function = outer.as(FunctionDeclSyntax.self) {
                return function.signature.effectSpecifiers?.asyncSpecifier != nil
            }
            if outer.opensScope { return false }
            current = outer.parent
        }
        return false
    }

    private static let tasks: Set<String> = [
        "task", "refreshable", "addTask", "withTaskGroup", "withThrowingTaskGroup",
    ]
}

extension FunctionCallExprSyntax {
    /// `await semaphore.wait()` suspends.
    fileprivate var parentIsAwait: Bool {
        var node = parent
        while let outer = node, outer.is(TryExprSyntax.self) || outer.is(AwaitExprSyntax.self) {
            if outer.is(AwaitExprSyntax.self) { return true }
            node = outer.parent
        }
        return false
    }
}
