import SwiftSyntax

struct SilentCatchRule: Rule {
    let description = RuleDescription(
        id: "silent_catch",
        severity: .error,
        summary: "Finds a catch that is empty or holds only a comment.",
        reason: """
            An error that nobody hears is still an error: the work was not done, and neither the user nor the log will ever \
            know. Even an error that may be ignored deserves one line that says so to the log.
            """,
        exceptions: """
            `catch _`, which says it out loud; a catch of one named failure or of cancellation; a `do` that only sleeps.
            """,
        triggering: [
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
        ],
        clean: [
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
            do {
                try await clock.sleep(for: .milliseconds(300))
            } catch {}
            """,
            """
            do {
                value = try parse(text)
            } catch { value = nil }
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        unit.index.doStatements.flatMap { statement -> [Finding] in
            guard !statement.onlySleeps else { return [] }
            return statement.catchClauses.compactMap { clause in
                guard clause.body.statements.isEmpty, !clause.isWildcard, !clause.namesOneFailure,
                    !clause.mindsCancellation()
                else { return nil }
                return finding(
                    unit.place(of: clause.catchKeyword), "This catch hides the error.",
                    fix: "Log it, record it, show it or throw it on; write 'catch _' where it truly means nothing.")
            }
        }
    }
}
