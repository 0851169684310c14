#if Health
extension ServiceHealthManager {
    /// Describes the state of a service, in words for people: no codes, no type names.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    /// - Returns: One to three short sentences in English, such as "Inventory is not available right now. The
    ///   last known data is shown, and changes cannot be saved."
    public func statusMessage(for service: ServiceID) -> String {
        let name = service.displayName
        guard let (state, untilRetry) = snapshot(of: service) else { return "\(name) has not been used yet." }
        guard !state.isHealthy else {
            return state.consecutiveFailures == 0
                ? "\(name) is working." : "\(name) is working, but had a problem just now."
        }
        var sentences = ["\(name) is not available right now."]
        switch (state.source, state.fallbackKind) {
        case (.fallback, .readOnly):
            sentences.append("The last known data is shown, and changes cannot be saved.")
        case (.fallback, .cached): sentences.append("Saved data is shown, which may be out of date.")
        case (.fallback, .substitute): sentences.append("Something else stands in for it.")
        case (.fallback, nil): sentences.append("You can go on, but some things may be missing.")
        case (.live, _): break
        }
        if let untilRetry { sentences.append("It is tried again \(Self.phrase(for: untilRetry)).") }
        return sentences.joined(separator: " ")
    }

    private static func phrase(for duration: Duration) -> String {
        let seconds = duration.components.seconds
        return switch seconds {
        case ..<1: "with the next use"
        case ..<60: "in less than a minute"
        case ..<120: "in about a minute"
        case ..<7200: "in about \(seconds / 60) minutes"
        default: "in about \(seconds / 3600) hours"
        }
    }
}
#endif
