import Inventory

extension Item {
    /// How many days before its end a warranty is pointed out.
    static let warningDays = 30
    private static let longestExcerpt = 200

    /// What the list shows of the item.
    func row(today: Day, _ texts: Texts) -> TemplateContext {
        var row: TemplateContext = [
            "itemId": self[.id],
            "itemName": name,
            "itemEdit": texts("edit_named", ["name": name]),
            "itemDelete": texts("delete_named", ["name": name]),
            "itemSelect": texts("select_named", ["name": name]),
            "itemRevision": String(revision),
        ]
        if !category.isEmpty { row["itemCategory"] = category }
        if !room.isEmpty { row["itemRoom"] = room }
        if !serialNumber.isEmpty { row["itemSerial"] = texts("serial", ["serial": serialNumber]) }
        if !notes.isEmpty { row["itemNotes"] = String(notes.prefix(Self.longestExcerpt)) }
        if let purchaseDate {
            row["itemBought"] = [
                "boughtIso": purchaseDate.description, "boughtText": texts.day(purchaseDate),
            ]
        }
        if let warrantyUntil {
            row["itemWarranty"] = Self.warranty(until: warrantyUntil, today: today, texts)
        }
        row["itemValue"] = valueText(texts)
        if quantity > 1 { row["itemEach"] = piecesText(texts) }
        return row
    }

    /// The item in one line, so that nobody deletes another one.
    func line(_ texts: Texts) -> String {
        let bought = purchaseDate.map { texts.day($0) }
        return [category, room, bought ?? "", valueText(texts) ?? ""].filter { !$0.isEmpty }.joined(
            separator: " · ")
    }

    private func piecesText(_ texts: Texts) -> String {
        let count = texts.number(quantity)
        guard let price else { return texts("quantity_times", ["count": count]) }
        return texts("each", ["count": count, "price": texts.money(price.text, price.currency)])
    }

    private func valueText(_ texts: Texts) -> String? {
        price.map { price in
            let minorUnits = Int128(price.minorUnits) * Int128(quantity)
            return texts.money(
                Money.text(minorUnits: minorUnits, decimals: price.currency.decimals), price.currency)
        }
    }

    private static func warranty(until day: Day, today: Day, _ texts: Texts) -> TemplateContext {
        let days = day.daysSince1970 - today.daysSince1970
        switch days {
        case ..<0:
            return [
                "warrantyState": "over", "warrantyText": texts("warranty_ended", ["date": texts.day(day)]),
            ]
        case 0: return ["warrantyState": "soon", "warrantyText": texts("warranty_ends_today")]
        case ...warningDays:
            return ["warrantyState": "soon", "warrantyText": texts.counted("warranty_ends", days)]
        default:
            return [
                "warrantyState": "running", "warrantyText": texts("warranty_until", ["date": texts.day(day)]),
            ]
        }
    }
}
