/// The code that the rule must and must not report, which are its tests and its page as well.
extension UnresumedContinuationRule {
    static let triggering: [RuleExample] = [
        """
        func load() async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                session.load(url) { data, error in
                    guard let data else { ↓return }
                    continuation.resume(returning: data)
                }
            }
        }
        """,
        """
        func load() async -> Item? {
            await withCheckedContinuation { continuation in
                store.load { [weak self] item in
                    guard let self else { ↓return }
                    self.item = item
                    continuation.resume(returning: item)
                }
            }
        }
        """,
        """
        func load() async throws -> Data {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
                session.load(url) ↓{ data, error in
                    if let error {
                        continuation.resume(throwing: error)
                    } else if let data {
                        continuation.resume(returning: data)
                    }
                }
            }
        }
        """,
        """
        func ask() async -> Bool {
            await withUnsafeContinuation { continuation in
                guard let controller else { ↓return }
                controller.ask { answer in continuation.resume(returning: answer) }
            }
        }
        """,
        """
        func sign() async throws -> Token {
            try await withCheckedThrowingContinuation { continuation in
                auth.sign { result in
                    switch result {
                    case .success(let token): continuation.resume(returning: token)
                    case .failure(let error):
                        if error.isCancelled {
                            logger.info("cancelled")
                            ↓return
                        }
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
        """,
        """
        func wait() async {
            await withCheckedContinuation ↓{ continuation in
                if isReady { continuation.resume() }
            }
        }
        """,
        """
        func export() async throws {
            try await withCheckedThrowingContinuation { continuation in
                exporter.export ↓{
                    switch exporter.status {
                    case .completed: continuation.resume()
                    case .failed: continuation.resume(throwing: ExportError.failed)
                    default: break
                    }
                }
            }
        }
        """,
    ]

    static let clean: [RuleExample] = [
        """
        func reach(_ host: String) async throws {
            try await withCheckedThrowingContinuation { continuation in
                let done = Lock(initialState: false)
                let isFirst: () -> Bool = { done.withLock { defer { $0 = true }; return !$0 } }
                let timeout = WorkItem {
                    guard isFirst() else { return }
                    continuation.resume(throwing: ReachError.timeout)
                }
                queue.run(timeout)
            }
        }
        """,
        """
        func found() async throws -> Endpoint {
            try await withCheckedThrowingContinuation { continuation in
                let timeout = Task {
                    try await Task.sleep(for: .seconds(30))
                    if await state.setResumed() { continuation.resume(throwing: FindError.timeout) }
                }
                browser.start(timeout)
            }
        }
        """,
        """
        func wait() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
            } onCancel: { observation.invalidate() }
        }
        """,
        """
        func load() async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                session.load(url) { data, error in
                    guard let data else {
                        continuation.resume(throwing: error ?? LoadError.empty)
                        return
                    }
                    continuation.resume(returning: data)
                }
            }
        }
        """,
        """
        func load() async throws -> Data {
            try await withCheckedThrowingContinuation { continuation in
                session.load(url) { result in
                    guard let self else { return continuation.resume(throwing: CancellationError()) }
                    switch result {
                    case .success(let data): continuation.resume(returning: data)
                    case .failure(let error): continuation.resume(throwing: error)
                    }
                }
            }
        }
        """,
        """
        final class Waiter {
            func wait() async {
                await withCheckedContinuation { continuation in
                    if isDone { continuation.resume(); return }
                    waiters.append(continuation)
                }
            }
            func next() async { await withCheckedContinuation { self.continuation = $0 } }
        }
        """,
        """
        func value() async throws -> Int {
            try await withCheckedThrowingContinuation { continuation in
                publisher.sink(receiveCompletion: { end in
                    if case .failure(let error) = end { continuation.resume(throwing: error) }
                }, receiveValue: { value in continuation.resume(returning: value) }).store(in: &bag)
            }
        }
        """,
        """
        func change() async {
            await withCheckedContinuation { continuation in
                observer = center.addObserver(forName: .changed, object: nil, queue: nil) { note in
                    if note.isMine { continuation.resume() }
                }
            }
        }
        """,
        """
        func paid(_ hash: String) async -> Receipt {
            await withCheckedContinuation { continuation in
                addOnEvent(id: hash) { event in
                    guard case .paid(hash, let receipt) = event else { return }
                    self.removeOnEvent(id: hash)
                    continuation.resume(returning: receipt)
                }
            }
        }
        """,
        """
        func run() async throws {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    do {
                        try self.work()
                        continuation.resume()
                    } catch { continuation.resume(throwing: error) }
                }
            }
        }
        """,
        """
        func run() async {
            await withCheckedContinuation { continuation in
                queue.async {
                    defer { continuation.resume() }
                    guard self.isOpen else { return }
                    self.work()
                }
            }
        }
        """,
        """
        func run() async -> Int { await withCheckedContinuation { $0.resume(returning: 1) } }
        """,
        """
        func read(_ length: Int) async throws -> Bytes {
            try await withCheckedThrowingContinuation { continuation in
                var bytes = Bytes()
                channel.read(length: length, queue: queue) { done, part, code in
                    bytes.append(part)
                    guard done else { return }
                    continuation.resume(with: code == 0 ? .success(bytes) : .failure(ReadError(code)))
                }
            }
        }
        """,
        """
        func send() async throws {
            try await withCheckedThrowingContinuation { continuation in
                let isAnswered = Atomic<Bool>(false)
                sender.send { result in
                    guard isAnswered.exchange(true) == false else { return }
                    continuation.resume(with: result)
                }
            }
        }
        """,
        """
        func image() async -> Image? {
            await withCheckedContinuation { continuation in
                Picture.request(size: .zero) { image, info in
                    if info[PictureIsDegradedKey] == true { return }
                    continuation.resume(returning: image)
                }
            }
        }
        """,
        """
        func ask() async throws -> Bool {
            try await withCheckedThrowingContinuation { continuation in
                let question = Question { answer in continuation.resume(returning: answer) }
                window.present(question) {
                    guard question.isVisible else {
                        continuation.resume(throwing: AskError.hidden)
                        return
                    }
                }
            }
        }
        """,
        """
        final class Images {
            func image() async -> Image? {
                await withCheckedContinuation { [weak self] continuation in
                    guard let self else { return }
                    var isDone = false
                    self.loader.load { image in
                        guard !isDone else { return }
                        isDone = true
                        continuation.resume(returning: image)
                    }
                }
            }
        }
        """,
        """
        func answered() async -> Int {
            var isAnswered = false
            return await withCheckedContinuation { continuation in
                ask { answer in
                    guard !isAnswered else { return }
                    isAnswered = true
                    continuation.resume(returning: answer)
                }
            }
        }
        """,
        """
        func resolved(_ link: String) async -> Place? {
            await withCheckedContinuation { continuation in
                guard resolve(link, callback: { continuation.resume(returning: $0) }) else {
                    continuation.resume(returning: nil)
                    return
                }
            }
        }
        """,
        """
        func archive() async throws {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    try Archive.write(files, to: url) { progress in
                        guard progress >= 1 else { return }
                        continuation.resume()
                    }
                } catch { continuation.resume(throwing: error) }
            }
        }
        """,
        """
        func transcribed() async throws -> String {
            try await withCheckedThrowingContinuation { continuation in
                recognizer.transcribe(request) { result, error in
                    if let error { return continuation.resume(throwing: error) }
                    guard let result, result.isFinal else { return }
                    continuation.resume(returning: result.text)
                }
            }
        }
        """,
    ]
}
