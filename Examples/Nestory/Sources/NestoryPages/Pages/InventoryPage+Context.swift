import Foundation
import Inventory

extension InventoryPage {
    /// What the templates see of the page.
    func context(_ texts: Texts) -> TemplateContext {
        var context: TemplateContext = [
            "pageTitle": texts("page_title_inventory"),
            "query": address.query.text,
            "currency": address.currency.code,
            "filters": address.parameters.filter { $0.name != "currency" && $0.name != "offset" }
                .map { ["filterName": $0.name, "filterValue": $0.value] },
            "currencyOptions": currencyOptions(texts),
            "categoryOptions": Self.options(places.categories, selected: address.query.category),
            "roomOptions": Self.options(places.rooms, selected: address.query.room),
            "countText": countText(texts),
            "ranges": ranges(texts),
            "hasRanges": !address.ranges.isEmpty,
            "kept": address.kept.map { ["filterName": $0.name, "filterValue": $0.value] },
            "columns": columns(texts),
            "warrantyLink": warrantyLink,
            "isFiltered": address.isFiltered,
            "clearLink": address.link { $0.query = ItemQuery(limit: $0.query.limit) },
            "hasItems": !items.items.isEmpty,
            "items": items.items.map { row($0, texts) },
            "emptyInventory": problem == nil && items.total == 0 && !address.isFiltered,
            "emptySearch": problem == nil && items.total == 0 && address.isFiltered,
            "emptyText": address.query.text.isEmpty
                ? texts("no_match_text_filters") : texts("no_match_text", ["query": address.query.text]),
        ]
        // What was kept has been sent by the time that the page is loaded again.
        let isOver = address.notice == .kept && kept.isEmpty && !kept.isUnreadable
        context["notice"] = isOver ? nil : address.notice.map { texts("notice_\($0.rawValue)") }
        context["problem"] = problem
        context["pager"] = pager(texts)
        if let paid = items.paid, !paid.isEmpty {
            let amounts = paid.map { texts.money($0.text, $0.currency) }.joined(separator: texts("amounts_separator"))
            context["shownTotal"] = texts("shown_total", ["amounts": amounts])
        }
        if let summary { context.merge(summary.context(address, texts)) { $1 } }
        context.merge(kept.context(texts, over: items.items)) { $1 }
        return context
    }

    /// What the list shows of an item: with its kept changes, which are marked, as they are not in the inventory.
    private func row(_ stored: Item, _ texts: Texts) -> TemplateContext {
        guard !kept.changes(of: stored.id).isEmpty else { return stored.row(today: today, texts) }
        let item = kept.item(stored.id, over: stored)
        var row = (item ?? stored).row(today: today, texts)
        row["itemKept"] = texts(
            kept.needsDecision(on: stored.id) ? "kept_mark_refused" : item == nil ? "kept_mark_deleted" : "kept_mark")
        return row
    }

    /// The columns of the list, each with a link that orders the list by it, or the other way round.
    private func columns(_ texts: Texts) -> [TemplateContext] {
        let columns: [(ItemQuery.Order, key: String)] = [
            (.name, "column_item"), (.room, "column_where"), (.purchaseDate, "column_bought"), (.value, "column_value"),
        ]
        return columns.map { order, key in
            let isCurrent = address.query.order == order
            let link = address.link {
                $0.query.order = order
                $0.query.isDescending = isCurrent && !address.query.isDescending
            }
            var column: TemplateContext = [
                "columnId": "sort-\(order.rawValue)", "columnLink": link, "columnText": texts(key),
            ]
            if order == .value { column["columnClass"] = "number" }
            if isCurrent { column["columnSort"] = address.query.isDescending ? "descending" : "ascending" }
            return column
        }
    }

    /// The fields of the form that say from where to where something must be.
    private func ranges(_ texts: Texts) -> [TemplateContext] {
        let values = Dictionary(uniqueKeysWithValues: address.ranges.map { ($0.name, $0.value) })
        return ["price", "bought", "warranty"].flatMap { name in
            ["from", "to"].map { end in
                var field: TemplateContext = [
                    "rangeName": "\(name)_\(end)", "rangeLabel": texts("filter_\(name)_\(end)"),
                    "rangeValue": values["\(name)_\(end)"] ?? "", "rangeType": name == "price" ? "text" : "date",
                ]
                if name == "price" { field["rangeMode"] = "decimal" }
                return field
            }
        }
    }

    /// The list of warranties that end soon.
    private var warrantyLink: String {
        address.link {
            $0.query = ItemQuery(
                warranty: today...(Day(daysSince1970: today.daysSince1970 + Item.warningDays) ?? today),
                order: .warrantyUntil, limit: $0.query.limit)
        }
    }

    private func countText(_ texts: Texts) -> String {
        if items.total == 0 { return address.isFiltered ? texts("count_none") : "" }
        return texts.counted(address.isFiltered ? "count_match" : "count_all", items.total)
    }

    private func pager(_ texts: Texts) -> TemplateContext? {
        let (offset, limit) = (address.query.offset, max(address.query.limit, 1))
        guard items.total > limit || offset > 0, items.total > 0 else { return nil }
        var pager: TemplateContext = [
            "rangeText": texts(
                "page_range",
                [
                    "first": texts.number(min(offset + 1, items.total)),
                    "last": texts.number(min(offset + items.items.count, items.total)),
                    "total": texts.number(items.total),
                ])
        ]
        // An address may lie behind the end, as items were deleted since; then the page before is the last one.
        if offset > 0 {
            let previous = min(offset - limit, (items.total - 1) / limit * limit)
            pager["previousLink"] = address.link { $0.query.offset = max(previous, 0) }
        }
        if offset + limit < items.total {
            pager["nextLink"] = address.link { $0.query.offset = offset + limit }
        }
        return pager
    }

    private func currencyOptions(_ texts: Texts) -> [TemplateContext] {
        let names = Locale(identifier: texts("language"))
        let offered = currencies.contains(address.currency) ? currencies : currencies + [address.currency]
        return offered.map { currency in
            let name = names.localizedString(forCurrencyCode: currency.code) ?? ""
            return [
                "optionValue": currency.code,
                "optionLabel": name.isEmpty ? currency.code : "\(currency.code) – \(name)",
                "optionSelected": currency == address.currency,
            ]
        }
    }

    private static func options(_ names: [String], selected: String?) -> [TemplateContext] {
        let offered = selected.map { names.contains($0) ? names : names + [$0] } ?? names
        return offered.map { ["optionValue": $0, "optionLabel": $0, "optionSelected": $0 == selected] }
    }
}
