import SwiftSyntax

/// Whether people see what a cancelled run leaves.
extension MissingCancellationCheckRule {
    /// What a cancellation leaves on the screen is a note where nobody is there to see it, or where nothing throws it.
    func shown(_ candidate: Candidate, _ cancellation: Cancellation, in project: Project) -> Finding {
        var cancellation = cancellation
        if let cancelers = candidate.cancelers, project.leaving?.leave(cancelers) ?? false { cancellation = .late }
        if cancellation == .onRefresh, project.isShownSignedOutOnly(candidate) { cancellation = .late }
        if project.isShownByOtherInstancesOnly(candidate) { cancellation = .late }
        // What is cancelled with its content on the screen shows no error that takes that content's place.
        if cancellation < .anytime,
            candidate.isForMissingContent || project.isShownNowhere(candidate, anytime: false)
        {
            cancellation = .late
        }
        let isHidden =
            candidate.isClearedAfter || cancellation == .late || cancellation < .anytime && candidate.isClearedFirst
        let endsQuietly = !candidate.streams.isEmpty && candidate.streams.allSatisfy(project.callers.giveStreams)
        return isHidden || endsQuietly ? asNote(candidate.finding) : candidate.finding
    }

    func asNote(_ finding: Finding) -> Finding {
        var finding = finding
        finding.severity = .note
        return finding
    }

    /// Says whether all that can fail waits for libraries that no cancellation ends, or does not throw at all.
    func isPatient(_ candidate: Candidate, _ waited: [String], in project: Project) -> Bool {
        let rest = candidate.patient ?? waited
        return (candidate.patient != nil || !rest.isEmpty) && rest.allSatisfy(project.callers.isPatient)
    }

    /// Notes where the error is kept, and what becomes of the content beside it.
    func noteContent(
        _ assignment: Assignment, in clause: CatchClauseSyntax, of statement: DoStatement, _ unit: SourceUnit,
        _ candidate: inout Candidate
    ) {
        guard let kept = Candidate.Kept(setBy: assignment) else { return }
        candidate.kept = kept
        candidate.emptied = unit.emptied(around: statement.node, besides: clause).subtracting([kept.name])
        candidate.isForMissingContent = ContentCondition.around(assignment.node, within: Syntax(clause)).contains {
            $0.isMissing && !ErrorState.isErrorName($0.content) && !candidate.emptied.contains($0.content)
        }
    }
}
