import Inventory

extension InventorySummary {
    /// How many bars a chart shows before the rest is folded away.
    private static let barsShown = 8

    /// What the templates see of the totals.
    func context(_ address: PageAddress, _ texts: Texts) -> TemplateContext {
        var context: TemplateContext = [
            "total": true,
            "totalText": money(minorUnits, texts),
            "totalCount": texts.counted("total_of", items),
            "ratesText": texts("rates_\(ratesSource.rawValue)", ["date": texts.day(ratesDate)]),
        ]
        if unpriced > 0 { context["unpricedText"] = texts.counted("without_price", unpriced) }
        if !unconverted.isEmpty {
            let amounts = unconverted.map { texts.money($0.text, $0.currency) }.sorted()
            context["unconvertedText"] = texts(
                "without_rate", ["amounts": amounts.joined(separator: texts("amounts_separator"))])
        }
        guard items > 0 else { return context }
        context["charts"] = [
            chart("category", texts("by_category"), categories, unnamed: texts("no_category"), texts) {
                name in
                let isCurrent = address.query.category == name
                return (address.link { $0.query.category = isCurrent ? nil : name }, isCurrent)
            },
            chart("room", texts("by_room"), rooms, unnamed: texts("no_room"), texts) { name in
                let isCurrent = address.query.room == name
                return (address.link { $0.query.room = isCurrent ? nil : name }, isCurrent)
            },
        ]
        return context
    }

    /// A chart of which each bar leads to the items that it stands for; leading back where it is chosen already.
    private func chart(
        _ id: String, _ title: String, _ groups: [Group], unnamed: String, _ texts: Texts,
        filter: (String) -> (link: String, isCurrent: Bool)
    ) -> TemplateContext {
        let highest = groups.map(\.minorUnits).max() ?? 0
        let bars = groups.enumerated().map { index, group in
            var bar: TemplateContext = [
                "barId": "bar-\(id)-\(index)",
                "barName": group.name.isEmpty ? unnamed : group.name,
                "barAmount": money(group.minorUnits, texts),
                "barWidth": Self.width(group.minorUnits, of: highest),
                "barDetail": texts.counted(
                    "bar_detail", group.items, ["share": share(group.minorUnits, texts)]),
            ]
            if !group.name.isEmpty {
                let (link, isCurrent) = filter(group.name)
                bar["barLink"] = link
                if isCurrent { bar["barCurrent"] = true }
            }
            return bar
        }
        var chart: TemplateContext = [
            "chartId": id, "chartTitle": title, "bars": Array(bars.prefix(Self.barsShown)),
        ]
        let more = Array(bars.dropFirst(Self.barsShown))
        if !more.isEmpty {
            chart["moreBars"] =
                ["moreText": texts.counted("bars_more", more.count), "bars": more] as TemplateContext
        }
        return chart
    }

    private func money(_ amount: Int128, _ texts: Texts) -> String { texts.money(text(amount), currency) }

    private func share(_ amount: Int128, _ texts: Texts) -> String {
        let percent = (Self.perMille(amount, of: minorUnits) + 5) / 10
        guard percent == 0, amount > 0 else { return texts("share", ["percent": texts.number(percent)]) }
        return texts("share_below_one")
    }

    /// How long a bar is, in percent with one decimal.
    private static func width(_ amount: Int128, of highest: Int128) -> String {
        let tenths = perMille(amount, of: highest)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A share; cut off, so that nothing small looks like everything.
    private static func perMille(_ amount: Int128, of whole: Int128) -> Int {
        guard whole > 0 else { return 0 }
        // Beyond this the product would not fit, and three digits less change nothing that can be seen.
        let scale: Int128 = whole > Int128.max / 1000 ? 1000 : 1
        return Int(amount / scale * 1000 / (whole / scale))
    }
}
