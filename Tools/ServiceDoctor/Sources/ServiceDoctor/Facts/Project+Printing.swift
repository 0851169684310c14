extension Project {
    /// Returns the candidates of a rule about what is printed: none in command-line programs, and notes in functions of an app that
    /// nothing calls, as whoever calls them first has to read them anyway.
    func candidatesThatPrint(of rule: String) -> [Finding] {
        files.indices.flatMap { index -> [Finding] in
            guard let candidates = files[index].candidates[rule], !isCommandLineFolder(of: files[index]) else {
                return []
            }
            return candidates.map { candidate in
                var finding = candidate.finding
                if candidate.function.map(isCalledByNobody) ?? false { finding.severity = .note }
                return finding
            }
        }
    }
}
