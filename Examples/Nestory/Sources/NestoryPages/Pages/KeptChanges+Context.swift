import Inventory

extension KeptChanges {
    /// How many changes a page lists. The others are counted.
    private static let listed = 100

    /// What the templates see of kept changes; nothing while there are none.
    ///
    /// - Parameter stored: Items of the inventory, for their names.
    func context(_ texts: Texts, over stored: [Item]) -> TemplateContext {
        guard let oldest = all.map(\.since).min() else {
            return isUnreadable ? ["keptTitle": texts("kept_unreadable")] : [:]
        }
        return [
            "keptTitle": texts.counted("kept_title", all.count, ["time": texts.moment(oldest)]),
            "keptExcluded": texts.counted("kept_excluded", all.count),
            "keptChanges": all.prefix(Self.listed).map { line($0, texts, stored) },
        ]
    }

    private func line(_ kept: KeptChange, _ texts: Texts, _ stored: [Item]) -> TemplateContext {
        let changed = kept.change.flatMap { change in change.item ?? self.changed(by: change, stored) }
        let name = changed?.name ?? texts("kept_unnamed")
        var line: TemplateContext = ["keptNumber": "\(kept.number)"]
        switch kept.state {
        case .waiting:
            line["keptState"] = "waiting"
            line["keptText"] = texts("kept_\(kept.change?.kind ?? "replace")", ["name": name])
        case .held:
            line["keptState"] = "held"
            line["keptText"] = texts("kept_held", ["name": name])
        case .refused(.changed):
            line["keptState"] = "refused"
            line["keptText"] = texts("kept_conflict", ["name": name])
            line["keptIsConflict"] = true
            line["keptIsRefused"] = true
        case .refused(let refusal):
            line["keptState"] = "refused"
            line["keptText"] = texts(
                "kept_refused", ["name": name, "reason": texts("kept_reason_\(refusal.rawValue)")])
            line["keptIsOther"] = true
            line["keptIsRefused"] = true
        }
        if kept.change?.item != nil { line["keptIsItem"] = true }
        return line
    }

    /// The item that a change removes, as far as it is known.
    private func changed(by change: ItemChange, _ stored: [Item]) -> Item? {
        item(change.id, over: stored.first { $0.id == change.id })
            ?? all.last { $0.change?.id == change.id && $0.change?.item != nil }?.change?.item
            ?? stored.first { $0.id == change.id }
    }
}
