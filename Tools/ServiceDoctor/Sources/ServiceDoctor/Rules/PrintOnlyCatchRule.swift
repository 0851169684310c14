import SwiftSyntax

struct PrintOnlyCatchRule: Rule {
    let description = RuleDescription(
        id: "print_only_catch",
        severity: .warning,
        summary: "Finds a catch that only prints.",
        reason: """
            Standard output of an app is read by nobody but the developer at the desk. In the field such a catch is as \
            silent as an empty one.
            """,
        exceptions: "A catch that also throws, records, shows or returns something; command-line programs.",
        triggering: [
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
                print("---")
                dump(error)
                print("---")
            }
            """,
            """
            for url in urls {
                do { try index(url) } ↓catch { print("skipped \\(url)"); continue }
            }
            """,
        ],
        clean: [
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
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard PrintCall.mayOccur(in: unit), !CommandLineMain.isMain(unit) else { return [] }
        return unit.index.doStatements.flatMap(\.catchClauses).compactMap { clause in
            guard onlyPrints(clause, unit) else { return nil }
            return Candidate(
                finding: finding(
                    unit.place(of: clause.catchKeyword), "This catch only prints, which nobody reads in the field.",
                    fix: "Write to the log, record the failure or show it."))
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { file, _ in !project.isCommandLineFolder(of: file) }
    }

    private func onlyPrints(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Bool {
        var prints = 0
        for statement in clause.body.statements {
            if let call = statement.item.as(FunctionCallExprSyntax.self), PrintCall.isPrint(call, in: unit) {
                prints += 1
            } else if let leave = statement.item.as(ReturnStmtSyntax.self), leave.expression == nil {
                continue
            } else if statement.item.is(ContinueStmtSyntax.self) || statement.item.is(BreakStmtSyntax.self) {
                continue
            } else {
                return false
            }
        }
        return prints > 0
    }
}
