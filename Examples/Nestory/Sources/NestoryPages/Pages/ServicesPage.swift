public import Inventory

/// What the page of services shows: how each of them does.
public struct ServicesPage: Sendable {
    /// The services, in the order in which they are shown.
    public var statuses: [ServiceStatus]
    /// The changes that are kept on this device, and not yet in the inventory.
    public var kept: KeptChanges

    /// Describes the page.
    public init(statuses: [ServiceStatus], kept: KeptChanges = KeptChanges()) {
        self.statuses = statuses
        self.kept = kept
    }

    /// What the template sees.
    func context(_ texts: Texts, _ words: StatusWords) -> TemplateContext {
        let context: TemplateContext = [
            "pageTitle": texts("page_title_services"),
            "services": statuses.map { status in
                var service: TemplateContext = [
                    "serviceId": status.service,
                    "serviceName": words.name(of: status.service),
                    "serviceState": status.isWorking
                        ? "working" : status.isReplaced || status.refusesChanges ? "partly" : "down",
                    "serviceStateText": texts(
                        status.isWorking
                            ? "services_working"
                            : status.isReplaced || status.refusesChanges ? "services_partly" : "services_down"),
                    "serviceText": status.isWorking
                        ? texts("services_does_\(status.service)") : words.details(of: status),
                ]
                if let durability = words.durability(of: status) { service["serviceDurability"] = durability }
                if let since = status.since {
                    service["serviceSince"] = texts("services_since", ["time": texts.moment(since)])
                }
                return service
            },
        ]
        return context.merging(kept.context(texts, over: [])) { $1 }
    }
}
