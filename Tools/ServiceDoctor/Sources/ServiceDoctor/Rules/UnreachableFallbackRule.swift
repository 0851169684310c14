import SwiftSyntax

struct UnreachableFallbackRule: Rule {
    let description = RuleDescription(
        id: "unreachable_fallback",
        severity: .error,
        summary: "Finds a catch that can never be reached, because its `do` cannot throw.",
        reason: """
            A fallback that cannot be reached protects nothing, but looks as if it did. Often a `try` was removed, \
            or the initialiser no longer throws.
            """,
        exceptions: "A `do` that throws by `try`, `throw` or `for try await`, or that expands a macro.",
        triggering: [
            """
            var liveValue: InventoryService {
                do {
                    let service = LiveInventoryService()
                    return service
                } ↓catch {
                    return MockInventoryService()
                }
            }
            """,
            """
            do {
                let data = try? Data(contentsOf: url)
                show(data)
            } ↓catch {
                showError(error)
            }
            """,
            """
            do {
                show(try? (try load()))
            } ↓catch {
                report(error)
            }
            """,
            """
            do {
                Task { try await sync() }
            } ↓catch {
                logger.error("sync failed")
            }
            """,
            """
            do {
                container = try! ModelContainer(for: Item.self)
            } ↓catch {
                container = .inMemory
            }
            """,
            """
            do {
                queue.async { do { try work() } catch { report(error) } }
            } ↓catch {
                report(error)
            }
            """,
            """
            do {
                do { try work() } catch { report(error) }
            } ↓catch {
                recover()
            }
            """,
            """
            func refresh() async {
                do {
                    await store.refresh()
                } ↓catch let error as StoreError {
                    handle(error)
                } catch {
                    handle(error)
                }
            }
            """,
        ],
        clean: [
            """
            do { try work() } catch { report(error) }
            """,
            """
            do {
                for try await line in url.lines { read(line) }
            } catch { report(error) }
            """,
            """
            do {
                guard ready else { throw StoreError.locked }
                open()
            } catch { report(error) }
            """,
            """
            do {
                do { try work() } catch { throw WorkError(error) }
            } catch { report(error) }
            """,
            """
            do {
                do { try work() } catch is WorkError { retry() }
            } catch { report(error) }
            """,
            """
            do {
                let names = items.map { $0.name }
                return .success(try await upload(names))
            } catch { return .failure(error) }
            """,
            """
            do {
                #expect(ready)
            } catch { report(error) }
            """,
            """
            do {
                async let profile = client.profile()
                self.profile = try await profile
            } catch { report(error) }
            """,
            "do { let scope = Scope(); scope.run() }",
        ], isFixable: true)

    func inspect(_ unit: SourceUnit) -> [Finding] {
        unit.index.doStatements.compactMap { statement in
            guard let clause = statement.catchClauses.first, !statement.canThrow else { return nil }
            var finding = finding(
                unit.place(of: clause.catchKeyword), "This catch is never reached: nothing in its 'do' can throw.",
                fix: "Remove it, or call what throws with 'try'.")
            let start = statement.node.body.endPositionBeforeTrailingTrivia.utf8Offset
            let end = statement.node.endPositionBeforeTrailingTrivia.utf8Offset
            if start < end { finding.edit = unit.edit(removing: start..<end) }
            return finding
        }
    }
}
