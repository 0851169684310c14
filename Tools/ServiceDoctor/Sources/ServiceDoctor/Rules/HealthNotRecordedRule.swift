import SwiftSyntax

struct HealthNotRecordedRule: Rule {
    let description = RuleDescription(
        id: "health_not_recorded",
        severity: .warning,
        summary: "Finds a catch at a service's boundary that swallows a failure without recording it.",
        reason: """
            If a service swallows a failure without recording it, the status page stays green while the service \
            fails. Let the service either throw the error or record it.
            """,
        exceptions: """
            A catch that throws, passes the error on or calls something that records; code bases that track no health at all.
            """,
        triggering: [
            """
            final class LiveInventoryService: InventoryService {
                func items() async -> [Item] {
                    do { return try await database.items() } ↓catch {
                        Logger.service.error("No items: \\(error)")
                        return []
                    }
                }
            }
            final class Other { func f() { health.recordFailure(for: .other, error: error) } }
            """,
            """
            import ServiceHealth
            actor CurrencyService {
                func rates() async -> Rates {
                    do { return try await fetch() } ↓catch { return .shipped }
                }
            }
            """,
            """
            import ServiceHealth
            enum BackupKey: DependencyKey {
                static var liveValue: any BackupService {
                    do { return try LiveBackupService() } ↓catch {
                        Logger.service.error("Backup: \\(error)")
                        return OfflineBackupService()
                    }
                }
            }
            """,
            """
            import ServiceHealth
            env.register(Inventory.self) {
                do { return try SQLiteInventory(path) } ↓catch { return LastKnownInventory() }
            }
            """,
            """
            import ServiceHealth
            struct NotificationServiceLive: NotificationService {
                func send(_ note: Note) async -> Bool {
                    do { try await hook.post(note); return true } ↓catch { return false }
                }
            }
            """,
            """
            import ServiceHealth
            extension ExportService {
                func export() -> URL? {
                    do { return try write() } ↓catch let error as NSError {
                        logger.warning("export failed \\(error.code)")
                        return nil
                    }
                }
            }
            """,
        ],
        clean: [
            """
            import ServiceHealth
            actor CurrencyService {
                func rates() async throws -> Rates {
                    try await withCheckedThrowingContinuation { continuation in
                        do { continuation.resume(returning: try decode()) } catch {
                            continuation.resume(throwing: RatesError.unreadable)
                        }
                    }
                }
            }
            """,
            """
            final class Uploader { func failed() { backOffManager.recordFailure(); hosts.recordFailure(for: host) } }
            actor CurrencyService {
                func rates() async -> Rates {
                    do { return try await fetch() } catch { return .shipped }
                }
            }
            """,
            """
            import ServiceHealth
            final class GuardedRateService: RateService {
                func rates() async throws -> Rates {
                    do {
                        return try await breaker.run { try await live.rates() }
                    } catch {
                        return try await lastKnown.rates()
                    }
                }
            }
            """,
            """
            import ServiceHealth
            final class LastKnownRates: RateService {
                func read() -> Rates? {
                    do { return try decode() } catch {
                        logger.warning("no rates: \\(error)")
                        return nil
                    }
                }
            }
            """,
            """
            import ServiceHealth
            actor CurrencyService {
                func rates() async throws -> Rates {
                    do { return try await fetch() } catch {
                        logger.error("\\(error)")
                        throw RatesError.unavailable
                    }
                }
            }
            """,
            """
            actor CurrencyService {
                func rates() async -> Rates {
                    do { return try await fetch() } catch {
                        ServiceHealthManager.shared.recordFailure(for: .currency, error: error)
                        return .shipped
                    }
                }
            }
            """,
            """
            actor CurrencyService {
                func rates() async -> Rates {
                    do { return try await fetch() } catch {
                        note(error)
                        return .shipped
                    }
                }
                func note(_ error: any Error) { health.recordFailure(for: .currency, error: error) }
            }
            """,
            """
            actor CurrencyService {
                func rates() async -> Rates {
                    do { return try await fetch() } catch { return .shipped }
                }
            }
            """,
            """
            import ServiceHealth
            final class ItemsController {
                func load() async {
                    do { items = try await service.items() } catch { message = "Not loaded." }
                }
            }
            """,
            """
            import ServiceHealth
            actor CurrencyService {
                func rates() async -> Result<Rates, any Error> {
                    do { return .success(try await fetch()) } catch { return .failure(error) }
                }
            }
            """,
            """
            import ServiceHealth
            actor CurrencyService {
                func refresh(_ done: (any Error) -> Void) async {
                    do { try await fetch() } catch is CancellationError { return } catch { done(error) }
                }
            }
            """,
            """
            import ServiceHealth
            actor CurrencyService {
                func parse(_ text: String) -> Double? {
                    do { return try Parser.number(text) } catch ParserError.empty { return nil } catch { preconditionFailure() }
                }
            }
            """,
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            guard !statement.catchClauses.isEmpty, isBoundary(statement.node), !statement.onlySleeps,
                statement.canThrow,
                !statement.throwingExpressions.contains(where: Self.isProtected)
            else { return [] }
            return statement.catchClauses.compactMap { candidate($0, unit) }
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        guard project.tracksHealth else { return [] }
        return project.candidates(of: description.id) { _, candidate in
            candidate.names.allSatisfy { !project.recorders.contains($0) }
        }
    }

    private func candidate(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Candidate? {
        guard !clause.isWildcard, !clause.namesOneFailure, !clause.mindsCancellation(), !passesOn(clause, in: unit)
        else {
            return nil
        }
        let called = clause.body.descendants(FunctionCallExprSyntax.self).compactMap(\.calleeName)
        return Candidate(
            finding: finding(
                unit.place(of: clause.catchKeyword), "This failure of a service is neither rethrown nor recorded.",
                fix: "Record it with the health manager, or rethrow it."),
            names: called)
    }

    /// A type that is a service, a live value or a registration's factory.
    private func isBoundary(_ statement: DoStmtSyntax) -> Bool {
        guard let type = statement.enclosingType else { return isInRegistration(statement) }
        if isInRegistration(statement) { return true }
        let name = TypeName.last(type.declaredName)
        let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        let standIns: Set<String> = ["fallback", "known", "unavailable", "offline"]
        if !standIns.isDisjoint(with: Words.of(name)) { return false }
        if inherited.contains("View") || Words.nameMock(name) || Controllers.isController(type) { return false }
        if let variable = statement.nearest(VariableDeclSyntax.self),
            variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "liveValue"
        {
            return true
        }
        let endings = ["Service", "ServiceLive", "ServiceImpl", "ServiceImplementation"]
        return name != "Service" && endings.contains(where: name.hasSuffix)
            || inherited.contains {
                // Who runs in a service group is no service of an app.
                $0.hasSuffix("Service") && $0 != "Service" || $0.hasSuffix("ServiceProtocol")
                    || $0.hasSuffix("Servicing")
            }
    }

    /// Runs the work through something that records its failures: `breaker.run { … }`, `calls.call("rates") { … }`.
    private static func isProtected(_ expression: TryExprSyntax) -> Bool {
        let calls = expression.descendants(FunctionCallExprSyntax.self, nested: false).filter {
            $0.trailingClosure != nil
        }
        return calls.contains { !protectors.isDisjoint(with: Words.of($0.calledExpression.trimmedText)) }
    }

    private static let protectors: Set<String> = [
        "breaker", "pipeline", "protected", "protection", "guarded", "calls", "resilience", "policy",
    ]

    private func isInRegistration(_ statement: DoStmtSyntax) -> Bool {
        guard let closure = statement.nearest(ClosureExprSyntax.self),
            let call = closure.parent?.as(FunctionCallExprSyntax.self) ?? closure.nearest(FunctionCallExprSyntax.self)
        else { return false }
        return ["register", "registerMain", "registerAsync", "registerResilient"].contains(call.calleeName ?? "")
            && call.argument("fallback") == nil
    }

    /// Throws, hands the error itself to somebody, or stops the program.
    private func passesOn(_ clause: CatchClauseSyntax, in unit: SourceUnit) -> Bool {
        if unit.mentions(["throw"], in: clause), !clause.body.descendants(ThrowStmtSyntax.self).isEmpty { return true }
        let name = clause.errorName
        let passes = clause.body.descendants(FunctionCallExprSyntax.self).contains { call in
            guard let callee = call.calleeName else { return true }
            if ["fatalError", "preconditionFailure", "assertionFailure", "exit"].contains(callee) { return true }
            if callee == "resume", call.arguments.first?.label?.text == "throwing" { return true }
            if callee == "resume" || callee == "finish", call.arguments.mentions([name]) { return true }
            if printers.contains(callee) || isLogging(call) { return false }
            return call.arguments.contains { argument in
                argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
            }
        }
        if passes { return true }
        let returned = clause.body.descendants(ReturnStmtSyntax.self).compactMap(\.expression)
        return returned.contains { $0.mentions([name]) } || storesError(clause, name)
    }

    private func storesError(_ clause: CatchClauseSyntax, _ name: String) -> Bool {
        clause.body.descendants(SequenceExprSyntax.self).compactMap(Assignment.init).contains { assignment in
            assignment.value.contains { $0.mentions([name]) }
        }
    }

    private func isLogging(_ call: FunctionCallExprSyntax) -> Bool {
        levels.contains(call.calleeName ?? "")
    }

    private let levels: Set<String> = [
        "trace", "debug", "info", "notice", "warning", "warn", "error", "critical", "fault", "log", "verbose",
    ]

    private let printers: Set<String> = ["print", "debugPrint", "dump", "NSLog", "os_log", "String"]
}
