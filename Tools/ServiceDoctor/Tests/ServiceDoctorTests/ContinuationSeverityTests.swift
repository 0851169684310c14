import ServiceDoctor
import Testing

@Suite struct ContinuationSeverityTests {
    @Test func `a guard for 'self' in the method that waits is a note`() {
        let code = """
            final class Uploader {
                func upload() async -> Bool {
                    await withCheckedContinuation { continuation in
                        store.save { [weak self] done in
                            guard let self else { return }
                            self.note(done)
                            continuation.resume(returning: done)
                        }
                    }
                }
            }
            """
        #expect(Severities.of(code) == [.note])
        #expect(Severities.of(code.replacing("func upload", with: "static func upload")) == [.error])
        let inTask = code.replacing("await withChecked", with: "Task { await withChecked") + "\n}"
        #expect(Severities.of(inTask) == [.error])
        #expect(Severities.of(code.replacing("guard let self ", with: "guard let self, isOpen ")) == [.error])
    }

    @Test func `a guard for the object that runs the closure is a note`() {
        let code = """
            func count() async -> Int {
                await withCheckedContinuation { continuation in
                    context?.performAndWait { [weak context] in
                        guard let context else { return }
                        continuation.resume(returning: context.count)
                    }
                }
            }
            """
        #expect(Severities.of(code) == [.note])
        #expect(Severities.of(code.replacing("context?.perform", with: "queue.perform")) == [.error])
        #expect(Severities.of(code.replacing("performAndWait", with: "load")) == [.error])
        #expect(Severities.of(code.replacing("let context else", with: "let context, isOpen else")) == [.error])
    }

    @Test func `a closure that collects parts and resumes with them is a note`() {
        let code = """
            func speech() async -> Data {
                await withCheckedContinuation { continuation in
                    var bytes = Data()
                    synthesizer.write(text) { part in
                        guard let part = part as? Sound else { return }
                        if part.isLast {
                            continuation.resume(returning: bytes)
                            return
                        }
                        bytes.append(part.data)
                    }
                }
            }
            """
        #expect(Severities.of(code) == [.note, .note])
        #expect(Severities.of(code.replacing("{ part in", with: "{ part, error in")) == [.error, .error])
        let once = code.replacing("bytes.append(part.data)\n", with: "").replacing(
            "continuation.resume", with: "bytes.append(part.data)\ncontinuation.resume")
        #expect(!Severities.of(once).contains(.note))
        // What the closure makes itself is no collection.
        let own = code.replacing("var bytes = Data()\n", with: "").replacing(
            "guard let part", with: "var bytes = Data()\nguard let part")
        #expect(Severities.of(own) == [.error, .error])
    }

    @Test func `the end of a closure whose answer had neither a value nor an error is a note`() {
        let code = """
            func balance() async throws -> Int {
                try await withCheckedThrowingContinuation { continuation in
                    client.call(.balance) { answer in
                        if let value = answer.value {
                            continuation.resume(returning: value)
                        } else if let error = answer.error {
                            continuation.resume(throwing: error)
                        }
                    }
                }
            }
            """
        #expect(Severities.of(code) == [.note])
        let early = code.replacing("} else if let", with: "return }\nif let")
        #expect(Severities.of(early) == [.note])
        let inCase = """
            func balance() async -> Int? {
                await withCheckedContinuation { continuation in
                    client.call(.balance) { result in
                        switch result {
                        case .success(let answer):
                            if answer.errors != nil {
                                continuation.resume(returning: nil)
                            } else if let value = answer.value {
                                continuation.resume(returning: value)
                            }
                        case .failure: continuation.resume(returning: nil)
                        }
                    }
                }
            }
            """
        #expect(Severities.of(inCase) == [.note])
        let forgotten = code.replacing("continuation.resume(throwing: error)", with: "log(error)")
        #expect(Severities.of(forgotten) == [.error])
        #expect(Severities.of(code.replacing("answer.error", with: "problem.error")) == [.error])
        #expect(Severities.of(code.replacing("answer.error", with: "answer.rest")) == [.error])
    }

    @Test(arguments: [
        ("if let value { resume(value) } else if let error { fail(error) }", Severity.warning),
        ("if error != nil { fail(error) } else if let item = value as? Item { resume(item) }", .warning),
        ("if let error { fail(error); return }\nif let value { resume(value) }", .warning),
        ("if let value { resume(value) } else if let error { log(error) }", .error),
        ("if let value { resume(value) } else if isEmpty { fail(Empty()) }", .error),
    ])
    func `a closure that is given neither a value nor an error is a warning`(_ body: String, _ expected: Severity) {
        let code = """
            func item() async throws -> Item {
                try await withCheckedThrowingContinuation { continuation in
                    client.load { value, error in
                        \(body.replacing("resume(", with: "continuation.resume(returning: ").replacing("fail(", with: "continuation.resume(throwing: "))
                    }
                }
            }
            """
        #expect(Severities.of(code) == [expected])
    }

    @Test func `a branch that ends the program leaves nobody waiting`() {
        let code = """
            func token() async -> String {
                await withCheckedContinuation { continuation in
                    client.token { token in
                        if let token {
                            continuation.resume(returning: token)
                        } else {
                            precondition(false, "no token")
                        }
                    }
                }
            }
            """
        #expect(Severities.of(code).isEmpty)
        #expect(Severities.of(code.replacing("precondition(false", with: "log(false")) == [.error])
    }

    @Test func `a degraded image may come before the full one`() {
        let code = """
            func image() async -> Image? {
                await withCheckedContinuation { continuation in
                    Picture.load(size: .zero) { image, info in
                        if info["PictureIsDegradedKey"] == true { return }
                        continuation.resume(returning: image)
                    }
                }
            }
            """
        #expect(Severities.of(code).isEmpty)
        #expect(Severities.of(code.replacing("Degraded", with: "Final")) == [.error])
    }

    @Test(arguments: [
        ("guard let data = try? JSONEncoder().encode(item) else { return }", Severity.note),
        ("guard let data = try? Data(contentsOf: file) else { return }", .error),
    ])
    func `a continuation that only a failed encoding leaves is a note`(_ check: String, _ expected: Severity) {
        let code = """
            func send(_ item: Item) async {
                await withCheckedContinuation { continuation in
                    \(check)
                    page.run(data) { continuation.resume() }
                }
            }
            """
        #expect(Severities.of(code) == [expected])
        let atEnd = """
            func send(_ item: Item) async {
                await withCheckedContinuation { continuation in
                    if let data = try? JSONEncoder().encode(item), let text = String(data: data, encoding: .utf8) {
                        page.run(text) { continuation.resume() }
                    }
                }
            }
            """
        #expect(Severities.of(atEnd) == [.note])
    }

    @Test func `a closure that a function of the same file calls is given one of two`() {
        let code = """
            func load() async throws -> Item {
                try await withCheckedThrowingContinuation { continuation in
                    fetchItem { item, error in
                        if let item { continuation.resume(returning: item) } else if let error { continuation.resume(throwing: error) }
                    }
                }
            }
            """
        let own = "func fetchItem(_ done: @escaping (Item?, (any Error)?) -> Void) { done(nil, Missing()) }"
        #expect(Severities.of(code) == [.warning])
        #expect(Severities.of(code + "\n" + own) == [.note])
        #expect(Severities.of(code.replacing(" fetchItem {", with: " store.fetchItem {") + "\n" + own) == [.warning])
    }

    @Test(arguments: ["isFirst", "once.claim()", "gate.tryResolve()"])
    func `a path that only a second call takes resumes nothing`(_ asked: String) {
        let code = { (asked: String) in
            """
            func ping() async {
                await withCheckedContinuation { continuation in
                    socket.ping { error in
                        guard \(asked) else { return }
                        continuation.resume()
                    }
                }
            }
            """
        }
        #expect(Severities.of(code(asked)).isEmpty)
        #expect(Severities.of(code("isOpen")) == [.error])
    }

    @Test func `speech is recognised in parts`() {
        let code = """
            func words() async -> String {
                await withCheckedContinuation { continuation in
                    recognizer.recognise(request) { result, error in
                        guard let result else { return }
                        if result.isFinal { continuation.resume(returning: result.text) }
                    }
                }
            }
            """
        #expect(Severities.of(code).isEmpty)
        #expect(!Severities.of(code.replacing("isFinal", with: "isLong")).isEmpty)
    }

    @Test(arguments: [
        (
            "if let error = answer.error { continuation.resume(throwing: error) }\nif let value = (answer.value) { continuation.resume(returning: value) }",
            [Severity.note]
        ),
        (
            "if let error = answer.error { log(error) }\nif let value = answer.value { continuation.resume(returning: value) }",
            [.error]
        ),
        ("if Task.isCancelled { return }\ncontinuation.resume(returning: answer)", []),
        ("if isClosed { return }\ncontinuation.resume(returning: answer)", [.error]),
    ])
    func `what an answer holds, and a callback outside of tasks, leave no path`(_ code: String, _ expected: [Severity])
    {
        let wait = """
            func load() async throws -> Item {
                try await withCheckedThrowingContinuation { continuation in
                    client.call(.item) { answer in
                        \(code)
                    }
                }
            }
            """
        #expect(Severities.of(wait) == expected)
    }

    @Test func `a closure before another one that has the continuation too is left alone`() {
        let code = { (rest: String) in
            """
            func find() async throws -> Device {
                try await withCheckedThrowingContinuation { continuation in
                    scan { error in if let error { continuation.resume(throwing: error) } }
                    \(rest)
                }
            }
            """
        }
        #expect(Severities.of(code("found.sink { continuation.resume(returning: $0) }")).isEmpty)
        #expect(Severities.of(code("log()")) == [.error])
    }

    @Test(arguments: [
        ("withTaskCancellationHandler {", [Severity.note]), ("withTaskCancellationHandler { [weak self] in", [.error]),
        ("run {", [.error]),
    ])
    func `what a method waits for is a part of it`(_ opening: String, _ expected: [Severity]) {
        let code = """
            final class Banner {
                func load() async throws {
                    try await \(opening)
                        try await withCheckedThrowingContinuation { continuation in
                            loader.start { [weak self] in
                                guard let self else { return }
                                continuation.resume(returning: self.view)
                            }
                        }
                    } onCancel: { loader.stop() }
                }
            }
            """
        #expect(Severities.of(code) == expected)
    }

    @Test(arguments: [
        ("Task { [weak self] in", [Severity.error]), ("Task {", [.note]), ("Task.detached { [store] in", [.error]),
    ])
    func `a task that uses 'self' keeps it until the continuation is resumed`(_ task: String, _ expected: [Severity]) {
        let code = """
            actor Session {
                private var refresh: Task<String, any Error>?
                func token() {
                    let task = \(task)
                        defer { refresh = nil }
                        return try await withCheckedThrowingContinuation { continuation in
                            state.perform { [weak self] token in
                                guard let self else { return }
                                self.note(token)
                                continuation.resume(returning: token)
                            }
                        }
                    }
                    refresh = task
                }
            }
            """
        #expect(Severities.of(code) == expected)
    }

    @Test(arguments: [
        (
            "var fired = false", "if part.isLast { let go = !fired; fired = true; if go { continuation.resume() } }",
            true
        ),
        (
            "",
            "guard part.isEmpty else { parts.append(part); return }\nguard !answer.resumed else { return }\nanswer.resumed = true\ncontinuation.resume()",
            true
        ),
        (
            "", "guard part.isEmpty else { parts.append(part); return }\nanswer.isEmpty = true\ncontinuation.resume()",
            false
        ),
    ])
    func `a closure that notes the first time is called again`(_ before: String, _ body: String, _ isClean: Bool) {
        let code = """
            func index() async {
                await withCheckedContinuation { continuation in
                    \(before)
                    indexer.index(roots) { part in
                        \(body)
                    }
                }
            }
            """
        #expect(Severities.of(code) == (isClean ? [] : [.error]))
    }
}
