import Inventory

extension ReportPage {
    /// What the template sees.
    func context(_ texts: Texts) -> TemplateContext {
        var context: TemplateContext = [
            "pageTitle": texts("page_title_report"),
            "madeText": texts("report_made", ["date": texts.day(report.made.day)]),
            "countText": texts.counted("total_of", report.itemCount),
            "rooms": report.rooms.map { room($0, texts) },
        ]
        switch place {
        case .served(let currencies):
            context["isServed"] = true
            context["currencyOptions"] = Set(currencies).union([report.currency]).sorted().map {
                var option: TemplateContext = ["optionValue": $0.code, "optionLabel": $0.code]
                if $0 == report.currency { option["optionSelected"] = true }
                return option
            }
        case .file:
            context["ownHead"] = Self.ownHead
        }
        if !kept.isEmpty { context["keptExcluded"] = texts.counted("kept_excluded", kept.all.count) }
        if report.rooms.isEmpty { context["isEmpty"] = true }
        if let asOf { context["asOfText"] = texts("status_as_of", ["time": texts.moment(asOf)]) }
        if let gap = report.gap {
            context["gapText"] = texts(Self.key(of: gap), ["currency": report.currency.code])
        }
        if report.amounts.contains(where: { $0.currency != report.currency }) || report.gap != nil,
            !report.amounts.isEmpty
        {
            context["paidText"] = list(report.amounts.map { texts.money($0.text, $0.currency) }, texts)
        }
        if let summary = report.summary { add(summary, to: &context, texts) }
        return context
    }

    private func add(_ summary: InventorySummary, to context: inout TemplateContext, _ texts: Texts) {
        context["totalText"] = money(summary.minorUnits, texts)
        context["ratesText"] = texts(
            "rates_\(summary.ratesSource.rawValue)", ["date": texts.day(summary.ratesDate)])
        if summary.unpriced > 0 {
            context["countText"] =
                texts.counted("total_of", report.itemCount) + " · "
                + texts.counted("without_price", summary.unpriced)
        }
        if !summary.unconverted.isEmpty {
            let amounts = summary.unconverted.map { texts.money($0.text, $0.currency) }
            context["unconvertedText"] = texts("without_rate", ["amounts": list(amounts, texts)])
        }
        guard summary.items > 0 else { return }
        context["groupTables"] = [
            groups(summary.rooms, texts("by_room"), texts("filter_room"), unnamed: texts("no_room"), texts),
            groups(
                summary.categories, texts("by_category"), texts("filter_category"),
                unnamed: texts("no_category"), texts),
        ]
    }

    private func groups(
        _ groups: [InventorySummary.Group], _ title: String, _ column: String, unnamed: String, _ texts: Texts
    ) -> TemplateContext {
        let rows = groups.map { group -> TemplateContext in
            [
                "groupName": group.name.isEmpty ? unnamed : group.name,
                "groupCount": texts.number(group.items), "groupValue": money(group.minorUnits, texts),
            ]
        }
        return ["groupTitle": title, "groupColumn": column, "groups": rows]
    }

    private func room(_ room: InsuranceReport.Room, _ texts: Texts) -> TemplateContext {
        let roomName = room.name.isEmpty ? texts("no_room") : room.name
        let categories = room.categories.map { category -> TemplateContext in
            let name = category.name.isEmpty ? texts("no_category") : category.name
            var context: TemplateContext = [
                "categoryName": name,
                "items": category.items.map { row($0, texts) },
            ]
            context["subtotal"] = category.minorUnits.map { money($0, texts) }
            return context
        }
        return ["roomName": roomName, "categories": categories]
    }

    private func row(_ item: Item, _ texts: Texts) -> TemplateContext {
        var row: TemplateContext = [
            "itemName": item.name, "itemSerial": item.serialNumber, "itemQuantity": texts.number(item.quantity),
        ]
        if let bought = item.purchaseDate {
            row["itemBought"] = ["boughtIso": bought.description, "boughtText": texts.day(bought)]
        }
        if let price = item.price {
            row["itemPrice"] = texts.money(price.text, price.currency)
            let value = Int128(price.minorUnits) * Int128(item.quantity)
            row["itemValue"] = texts.money(
                Money.text(minorUnits: value, decimals: price.currency.decimals), price.currency)
        }
        return row
    }

    private func money(_ minorUnits: Int128, _ texts: Texts) -> String {
        texts.money(report.text(minorUnits), report.currency)
    }

    private func list(_ amounts: [String], _ texts: Texts) -> String {
        amounts.joined(separator: texts("amounts_separator"))
    }

    private static func key(of gap: InsuranceReport.Gap) -> String {
        switch gap {
        case .ratesUnavailable: "report_gap_rates"
        case .noRate: "report_gap_no_rate"
        }
    }

    /// What a file carries with it, and a promise to the browser that it needs nothing else.
    private static let ownHead =
        #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">"#
        + "\n<style>\n" + String(decoding: PackageResources.report_css, as: UTF8.self) + "</style>"
}
