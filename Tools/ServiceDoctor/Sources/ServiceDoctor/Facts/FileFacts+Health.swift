import SwiftSyntax

extension FileFacts {
    /// Records with a health manager: `recordFailure(for: .rates, error: error)`, not `backOff.recordFailure(for: host)`.
    static func recordsHealth(_ unit: SourceUnit) -> Bool {
        // What only the tracker's own file calls is no practice of the project yet.
        guard !unit.index.functions.contains(where: { $0.name.text == "recordFailure" }) else { return false }
        return unit.index.calls.contains { call in
            guard call.calleeName == "recordFailure" else { return false }
            return call.argument("for") != nil && call.argument("error") != nil
                || call.receiver?.trimmedText.lowercased().contains("health") ?? false
        }
    }

    /// The names of functions that record a failure.
    static func recorders(in unit: SourceUnit) -> Set<String> {
        let names: Set<String> = ["recordFailure", "notifyDegradedMode"]
        return names.union(
            unit.index.functions.filter { $0.body?.mentions(names) ?? false }.map(\.name.text))
    }
}
