/// The code that the rule must and must not report, which are its tests and its page as well.
extension SilentCatchRule {
    static let triggering: [RuleExample] = [
        """
        do {
            try context.save()
        } ↓catch {
        }
        """,
        """
        func load() async {
            do { items = try await client.items() } ↓catch {}
        }
        """,
        """
        do {
            try someOperation()
        } ↓catch {
            // Ignoring error
        }
        """,
        """
        do {
            try FileManager.default.removeItem(at: url)
        } ↓catch let error as NSError {
            /* nothing to do */
        }
        """,
        """
        Task {
            do {
                try await Task.sleep(for: .seconds(1))
                try await sync()
            } ↓catch { }
        }
        """,
        """
        return .run { send in
            do {
                await send(.loaded(try await client.load()))
            } ↓catch {
                // TODO: handle
            }
        }
        """,
        """
        do {
            try open()
        } catch StoreError.locked {
            retry()
        } ↓catch {
        }
        """,
        """
        enum CacheError: Error { case missing, unreadable(path: String) }
        func value() -> Int {
            do throws(CacheError) { return try cached() } ↓catch {}
            return compute()
        }
        """,
        """
        struct Miss: Error {}
        func warmUp() {
            do throws(Miss) { try cached() } ↓catch {}
            finish()
        }
        """,
        """
        do {
            try write(data)
        } ↓catch let error as CocoaError where isQuiet {
        }
        """,
        """
        do {
            try write(data)
        } ↓catch {
            // TODO: tell the user what went wrong here
        }
        """,
        """
        func refresh() {
            do { items = try fetch() } ↓catch {
                // logger.error("not fetched", metadata: error)
            }
            notify()
        }
        """,
    ]

    static let clean: [RuleExample] = [
        """
        do {
            try db.checkpoint()
        } catch let error as DatabaseError where [.busy, .locked].contains(error.code) {
            // The next change does it.
        }
        """,
        """
        func address(_ text: String) throws -> Address {
            do {
                return .v4(try IPv4(text))
            } catch {
                // It may be of the other kind.
            }
            do { return .v6(try IPv6(text)) } catch {}
            throw AddressError.unknown(text)
        }
        """,
        """
        do {
            try stat(path)
        } catch let error as IOError where error.code == ENOENT {
            // It is made below.
        }
        """,
        """
        do {
            try context.save()
        } catch {
            Logger.service.error("Not saved: \\(error)")
        }
        """,
        """
        do { try cleanUp() } catch _ {}
        """,
        """
        do {
            try await Task.sleep(nanoseconds: 1_000)
        } catch {
            // The view went away.
        }
        """,
        """
        do {
            try await load()
        } catch is CancellationError {
            // Nobody waits for it any more.
        } catch {
            report(error)
        }
        """,
        """
        do {
            try create(folder)
        } catch FolderError.exists {
            // That is what we want.
        } catch {
            throw error
        }
        """,
        """
        enum Cache { struct Miss: Error { init() {} } }
        func value() -> Int {
            do throws(Cache.Miss) {
                return try cached()
            } catch {}
            return compute()
        }
        """,
        """
        // FILE: Sources/App/Miss.swift
        enum Miss: Error { case notThere }
        // FILE: Sources/App/Cache.swift
        for key in keys {
            do throws(Miss) { use(try cached(key)); continue } catch {}
            use(compute(key))
        }
        """,
        """
        do {
            try checkpoint()
        } catch let error as DatabaseError where error.code == .busy {
            // The part that has the file open does it.
        }
        """,
        """
        do {
            try await clock.sleep(for: .milliseconds(300))
        } catch {}
        """,
        """
        func retry() async {
            let pause = Task { try await Task.sleep(for: .seconds(15)) }
            do { try await pause.value } catch {}
        }
        """,
        """
        do {
            value = try parse(text)
        } catch { value = nil }
        """,
        """
        final class FileLogger {
            func append(_ line: String) {
                do { try handle.write(contentsOf: line.utf8Data) } catch {}
            }
        }
        """,
    ]
}
