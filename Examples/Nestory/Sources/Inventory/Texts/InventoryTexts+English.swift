extension InventoryTexts {
    static let english = InventoryTexts(
        nameExpected: "Expected a name of 1 to 200 characters.",
        currencyOfPriceExpected: "Expected the currency of the price, such as EUR.",
        idExpected: { "Expected an id such as 7d444840-9dc0-11d1-b245-5ffdce74fad2, or nothing, not \($0)." },
        farTooLong: { "Expected at most \($0) characters; this is far longer." },
        tooLong: { "Expected at most \($0) characters; these are \($1)." },
        unreadable: { "Expected text that can be read; it holds the control character U+\($0)." },
        wholeNumberExpected: { "Expected a whole number from 1 to \($0), not \($1)." },
        currencyExpected: { "Expected a currency of ISO 4217 such as EUR, not \($0)." },
        priceExpected: { "Expected a price such as 1234.50, with a point and no other signs, not \($0)." },
        negativePrice: { "Expected a price of zero or more, not \($0)." },
        priceTooHigh: { "Expected a price of at most \($0), not \($1)." },
        tooManyDecimals: { allowed, currency, found in
            let decimals = allowed == 0 ? "no decimals" : "at most \(allowed) decimals"
            let reason = currency.map { ", as \($0) has" } ?? ""
            return "Expected a price with \(decimals)\(reason), not \(found)."
        },
        dateExpected: { "Expected a date such as 2026-11-20, not \($0)." },
        warrantyBeforePurchase: "Expected a warranty that does not end before the purchase.",
        timeExpected: { "Expected a date and time such as 2026-11-20T17:42:49Z, not \($0)." },
        alreadyExists: "There is already an item with this id. Change that one, or leave the id out.",
        changed: "Somebody changed this item since you opened it, so nothing was saved.",
        keyReused: "This key was used for another change. Send each change with a key of its own.",
        otherInventory:
            "Another inventory has taken the place of the one that this is about. Look at it, then try again.",
        busy: "The inventory is being changed by someone else. Try again in a moment.",
        diskFull: "The disk is full, so nothing was saved. Make room and try again.",
        noAccess: "The inventory cannot be read or written. Check who may use its file.",
        notAnInventory: "The file is not an inventory, or it is damaged. Choose another or restore a copy.",
        tooNew: "The inventory was made by a newer version of Nestory. Use that version.",
        noFolder: "The folder for the inventory does not exist. Create it first.",
        readOnly: { "Changes cannot be saved right now. \($0)" },
        unavailable: { "The items cannot be read right now. \($0)" },
        noHost: "The database does not answer. Retrying every second.",
        noHostToChange: "The inventory cannot be changed right now. Retrying every second.",
        outcomeUnknown: "We don’t know whether this was saved. Check before you try again.",
        failed: "The inventory did not answer. Try again; if that does not help, look into the log.",
        triedAgain: "It is tried again every few seconds.")
}
