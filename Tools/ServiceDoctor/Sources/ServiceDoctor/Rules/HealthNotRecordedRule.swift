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
            A catch that throws, passes the error on or calls something that records; questions such as `hasKey` that answer `false`; \
            code bases that track no health at all, or whose tracker nothing calls but its own file. A note for one item of a loop, \
            and for a candidate after which the next is tried; and where no service of the project records a failure itself, or the \
            tracker counts those of models, routes, hosts or providers.
            """,
        triggering: Self.triggering,
        clean: Self.clean)

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
        let findings = project.candidates(of: description.id) { _, candidate in
            candidate.names.allSatisfy { !project.recorders.contains($0) }
        }
        // Where no service tells of its failures, the tracker may be for something else.
        guard !project.recordsServices else { return findings }
        return findings.map { finding in
            var finding = finding
            finding.severity = .note
            return finding
        }
    }

    private func candidate(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Candidate? {
        guard !clause.isWildcard, !clause.namesOneFailure, !clause.mindsCancellation(), !passesOn(clause, in: unit),
            !Self.answersNo(clause)
        else {
            return nil
        }
        let called = clause.body.descendants(FunctionCallExprSyntax.self).compactMap(\.calleeName)
        return Candidate(
            finding: finding(
                unit.place(of: clause.catchKeyword), "This failure of a service is neither rethrown nor recorded.",
                severity: Self.isOneOfMany(clause) ? .note : nil,
                fix: "Record it with the health manager, or rethrow it."),
            names: called)
    }

    /// `func hasKey(for host: String) -> Bool { do { … } catch { return false } }`: what cannot be read is not there.
    private static func answersNo(_ clause: CatchClauseSyntax) -> Bool {
        guard let function = clause.nearest(FunctionDeclSyntax.self), clause.body.statements.count == 1,
            questions.contains(Words.of(function.name.text).first ?? ""),
            let answer = clause.body.statements.first?.item.as(ReturnStmtSyntax.self)?.expression
        else { return false }
        return answer.trimmedText == "false"
    }

    private static let questions: Set<String> = ["has", "is", "can", "contains", "exists", "supports"]

    /// One item of a loop fails, or one candidate after which the next is tried: the loop's result tells, or hides, the failure.
    private static func isOneOfMany(_ clause: CatchClauseSyntax) -> Bool {
        let leaves = clause.body.descendants(ReturnStmtSyntax.self, nested: false)
        var current = clause.parent
        while let outer = current, !outer.is(FunctionDeclSyntax.self), !outer.is(MemberBlockSyntax.self) {
            if outer.is(ForStmtSyntax.self) { return leaves.isEmpty }
            if let closure = outer.as(ClosureExprSyntax.self) {
                return TaskContext.call(of: closure)?.calleeName.map(loops.contains) ?? false
            }
            current = outer.parent
        }
        return false
    }

    private static let loops: Set<String> = ["map", "compactMap", "flatMap", "filter", "forEach"]

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
