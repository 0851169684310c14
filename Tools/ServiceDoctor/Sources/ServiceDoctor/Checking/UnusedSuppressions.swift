/// Finds comments that silence nothing.
struct UnusedSuppressions {
    let configuration: DoctorConfiguration
    /// Whether all files of the project were read, none of them broken: else a rule that needs other files may have missed
    /// what a comment silences.
    let knowsProject: Bool

    /// Returns the comments of a file that silence nothing.
    /// - Parameters:
    ///   - file: The file.
    ///   - used: The indices of the entries that silence something.
    func find(in file: FileFacts, used: Set<Int>) -> [Finding] {
        let entries = file.suppressions.entries
        let unused = entries.indices.filter { !used.contains($0) && isJudged(entries[$0], in: file) }
        // A comment that silences something else as well stays.
        let kept = Set(entries.indices).subtracting(unused)
        let needed = Set(kept.map { entries[$0].place })
        return unused.map { index in
            let entry = entries[index]
            var finding = Finding(
                rule: "unused_suppression", severity: .note, place: entry.place,
                message: "This comment silences '\(entry.rule)', which does not occur here.",
                fix: "Remove the comment.")
            if !file.isIncomplete, !needed.contains(entry.place) { finding.edit = entry.removal }
            return finding
        }
    }

    /// Says whether this check would have found what an entry silences.
    private func isJudged(_ entry: Suppressions.Entry, in file: FileFacts) -> Bool {
        guard configuration.runs(entry.rule),
            !file.brokenLines.contains(where: { $0.contains(entry.line) || $0.contains(entry.place.line) })
        else { return false }
        if entry.rule == "graph_unresolved", !configuration.strict { return false }
        return knowsProject || RuleCatalog.judgedByFile.contains(entry.rule)
    }
}
