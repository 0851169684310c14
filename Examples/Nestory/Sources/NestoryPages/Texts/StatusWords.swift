public import Inventory

/// Says how services do, in words for people, in the language of the person being served.
public struct StatusWords: Sendable {
    private let texts: Texts

    init(_ texts: Texts) {
        self.texts = texts
    }

    /// Returns what a page says above everything else; nil while all is well.
    ///
    /// What a service does behind the scenes is for the page of services: nobody who looks for a lamp needs it here.
    public func banner(_ statuses: [ServiceStatus]) -> String? {
        let troubled = statuses.filter { !$0.isWorking && Self.isSeen($0.service) }
        let sentences = troubled.map { sentence(for: $0) }
        return sentences.isEmpty ? nil : sentences.joined(separator: texts("sentence_separator"))
    }

    /// Whether the last known items are all that there is, so that people may want to take them along.
    public func offersExport(_ statuses: [ServiceStatus]) -> Bool {
        statuses.contains { $0.newestCopy != nil || $0.service == "inventory" && $0.asOf != nil }
    }

    /// Returns how one service does.
    public func sentence(for status: ServiceStatus) -> String {
        let name = name(of: status.service)
        guard !status.isWorking else {
            return [texts("status_working", ["name": name]), durability(of: status)].compactMap { $0 }
                .joined(separator: texts("sentence_separator"))
        }
        let isReadable = status.refusesChanges && !status.isReplaced
        return [texts(isReadable ? "status_changes_down" : "status_down", ["name": name]), details(of: status)]
            .joined(separator: texts("sentence_separator"))
    }

    /// Returns what it means for people that a service does not work.
    func details(of status: ServiceStatus) -> String {
        var sentences: [String] = []
        if status.isReplaced {
            sentences.append(
                status.asOf.map { texts("status_as_of", ["time": texts.moment($0)]) } ?? texts("status_replaced"))
        }
        if status.refusesChanges { sentences.append(texts(status.keepsChanges ? "status_keeps" : "status_read_only")) }
        if let cause = status.cause { sentences.append(cause) }
        if let copy = status.newestCopy {
            sentences.append(texts.counted("status_copy", copy.items ?? 0, ["time": texts.moment(copy.made)]))
        }
        sentences.append(texts("status_retried"))
        return sentences.joined(separator: texts("sentence_separator"))
    }

    /// Returns when a change of the inventory counts; nil where that goes without saying.
    func durability(of status: ServiceStatus) -> String? {
        status.machines.map { count in
            texts((1...2).contains(count) ? "status_machines_\(count)" : "status_machines_other", ["count": "\(count)"])
        }
    }

    /// Returns a service's name as people call it.
    public func name(of service: String) -> String {
        let key = "service_\(service)"
        return texts.all[key] ?? service
    }

    private static func isSeen(_ service: String) -> Bool { service != "backup" && service != "notifications" }
}
