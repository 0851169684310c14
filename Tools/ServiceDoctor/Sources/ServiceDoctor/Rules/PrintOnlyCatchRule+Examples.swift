/// The code that the rule must and must not report, which are its tests and its page as well.
extension PrintOnlyCatchRule {
    static let triggering: [RuleExample] = [
        """
        do {
            try context.save()
        } ↓catch {
            print(error)
        }
        """,
        """
        do {
            try context.save()
        } ↓catch {
            print("Failed to save: \\(error.localizedDescription)")
            return
        }
        """,
        """
        do { try audio.start() } ↓catch { debugPrint("audio", error) }
        """,
        """
        do {
            profile = try await api.profile()
        } ↓catch let error as DecodingError {
            print("decoding", error)
        } ↓catch {
            NSLog("profile: %@", "\\(error)")
        }
        """,
        """
        do { try load() } ↓catch {
            let known = error as NSError
            switch error {
            case StoreError.locked: print("locked")
            default: print("other", known.code)
            }
        }
        """,
        """
        do { try load() } ↓catch {
            print("---")
            dump(error)
            print("---")
        }
        """,
        """
        do { return try items() } ↓catch {
            print(error)
            return []
        }
        """,
        """
        for url in urls {
            do { try index(url) } ↓catch { print("skipped \\(url)"); continue }
        }
        """,
    ]

    static let clean: [RuleExample] = [
        """
        final class LogFile {
            func write(_ line: String) {
                do { try file.append(line) } catch { print("The log cannot be written: \\(error)") }
            }
        }
        """,
        """
        do { try save() } catch {
            print(error)
            throw error
        }
        """,
        """
        do { try save() } catch {
            print(error)
            ServiceHealthManager.shared.recordFailure(for: .inventory, error: error)
        }
        """,
        """
        do { try save() } catch {
            logger.error("\\(error)")
        }
        """,
        """
        do { return try load() } catch {
            print(error)
            return .cached
        }
        """,
        """
        func attributes() -> [String: Any]? {
            do { return try read() } catch { print(error) }
            return nil
        }
        """,
        """
        do { try await load() } catch is CancellationError { print("cancelled") }
        """,
        """
        do { return try load() } catch {
            print(error)
            return nil
        }
        """,
        """
        do { try save() } catch {
            console.print(error)
        }
        """,
        """
        // FILE: Sources/tool/main.swift
        do { try run() } catch { print("error: \\(error)") }
        """,
        """
        do { try save() } catch {
            print(error)
            errorMessage = "Not saved. Please try again."
        }
        """,
    ]
}
