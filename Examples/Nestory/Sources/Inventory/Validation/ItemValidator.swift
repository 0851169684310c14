public import struct Foundation.UUID

/// Turns what people typed into an item, or says field by field what was expected instead.
///
/// CSV, HTTP and the page share it.
///
/// ```swift
/// var text = ItemText()
/// text[.name] = "Lamp"
/// let item = try ItemValidator.item(from: text, newID: UUID(), now: now)
/// ```
public enum ItemValidator {
    /// The highest quantity of one item.
    public static let highestQuantity = 1_000_000

    /// How long a text may be, in characters as people count them, and in bytes.
    struct TextLimit {
        var characters: Int
        var bytes: Int
    }

    static func limit(of field: ItemField) -> TextLimit {
        switch field {
        case .name: TextLimit(characters: 200, bytes: 5_000)
        case .notes: TextLimit(characters: 10_000, bytes: 100_000)
        default: TextLimit(characters: 100, bytes: 2_500)
        }
    }

    /// Checks every field and makes the item.
    ///
    /// - Parameters:
    ///   - text: What was typed. A field that is missing or blank counts as not given.
    ///   - newID: The id where none was given.
    ///   - now: The time of the change where none was given.
    /// - Returns: The item.
    /// - Throws: ``ItemProblems`` with a message for each field that is wrong.
    public static func item(from text: ItemText, newID: @autoclosure () -> UUID, now: Timestamp)
        throws(ItemProblems) -> Item
    {
        var problems = ItemProblems()

        func check<Value>(_ field: ItemField, _ read: (String) -> Reading<Value>) -> Value? {
            guard let given = text[field], !given.isBlank else { return nil }
            switch read(given) {
            case .value(let value): return value
            case .problem(let message):
                problems.messages[field] = message
                return nil
            }
        }

        let id = check(.id, identifier)
        let name = check(.name) { plainText($0, .name) }
        if let name, !name.hasVisibleCharacter, problems.messages[.name] == nil {
            problems.messages[.name] = InventoryTexts.current.nameExpected
        }
        if name == nil, problems.messages[.name] == nil {
            problems.messages[.name] = InventoryTexts.current.nameExpected
        }
        let category = check(.category) { plainText($0, .category) }
        let room = check(.room) { plainText($0, .room) }
        let quantity = check(.quantity, wholeNumber)
        let currency = check(.currency, Self.currency)
        let price = check(.purchasePrice) { money($0, in: currency) }
        if price != nil, currency == nil, problems.messages[.currency] == nil {
            problems.messages[.currency] = InventoryTexts.current.currencyOfPriceExpected
        }
        let purchaseDate = check(.purchaseDate, day)
        let serialNumber = check(.serialNumber) { plainText($0, .serialNumber) }
        let warrantyUntil = check(.warrantyUntil, day)
        if let purchaseDate, let warrantyUntil, warrantyUntil < purchaseDate {
            problems.messages[.warrantyUntil] = InventoryTexts.current.warrantyBeforePurchase
        }
        let notes = check(.notes) { plainText($0, .notes) }
        let updatedAt = check(.updatedAt, timestamp)

        guard problems.messages.isEmpty, let name else { throw problems }
        return Item(
            id: id ?? newID(), name: name, category: category ?? "", room: room ?? "",
            quantity: quantity ?? 1,
            price: price, currency: currency, purchaseDate: purchaseDate, serialNumber: serialNumber ?? "",
            warrantyUntil: warrantyUntil, notes: notes ?? "", updatedAt: updatedAt ?? now)
    }
}

extension ItemValidator {
    /// What a text was read as.
    enum Reading<Value> {
        case value(Value)
        case problem(String)
    }

    static func identifier(_ text: String) -> Reading<UUID> {
        // Foundation also reads other forms on some systems; 36 characters are the one that everybody writes.
        guard text.utf8.count == 36, let id = UUID(uuidString: text) else {
            return .problem(InventoryTexts.current.idExpected(quoted(text)))
        }
        return .value(id)
    }

    static func plainText(_ text: String, _ field: ItemField) -> Reading<String> {
        let limit = limit(of: field)
        // Counting characters takes long for text that is far too long.
        guard text.utf8.count <= limit.bytes else {
            return .problem(InventoryTexts.current.farTooLong(limit.characters))
        }
        let count = text.count
        guard count <= limit.characters else {
            return .problem(InventoryTexts.current.tooLong(limit.characters, count))
        }
        for scalar in text.unicodeScalars where isUnprintable(scalar) {
            return .problem(
                InventoryTexts.current.unreadable(hexadecimal(scalar)))
        }
        return .value(text)
    }

    static func wholeNumber(_ text: String) -> Reading<Int> {
        guard let number = try? DecimalText(text), let value = number.scaled(to: 0), value >= 1,
            value <= highestQuantity
        else {
            return .problem(InventoryTexts.current.wholeNumberExpected(highestQuantity, quoted(text)))
        }
        return .value(Int(value))
    }

    static func currency(_ text: String) -> Reading<Currency> {
        guard let currency = Currency(text) else {
            return .problem(InventoryTexts.current.currencyExpected(quoted(text)))
        }
        return .value(currency)
    }

    static func money(_ text: String, in currency: Currency?) -> Reading<Money> {
        // Where the currency is missing or wrong, that has its own message; the number is still checked for
        // what it is.
        let assumed = currency ?? Currency("CLF") ?? .euro
        do throws(MoneyError) {
            return .value(try Money(text, in: assumed))
        } catch {
            switch error {
            case .notANumber:
                return .problem(
                    InventoryTexts.current.priceExpected(quoted(text)))
            case .negative:
                return .problem(InventoryTexts.current.negativePrice(quoted(text)))
            case .tooHigh:
                return .problem(
                    InventoryTexts.current.priceTooHigh("\(Money.highestWholeUnits)", quoted(text)))
            case .tooManyDecimals(let allowed):
                return .problem(InventoryTexts.current.tooManyDecimals(allowed, currency?.code, quoted(text)))
            }
        }
    }

    static func day(_ text: String) -> Reading<Day> {
        guard let day = Day(text) else {
            return .problem(InventoryTexts.current.dateExpected(quoted(text)))
        }
        return .value(day)
    }

    static func timestamp(_ text: String) -> Reading<Timestamp> {
        guard let timestamp = Timestamp(text) else {
            return .problem(InventoryTexts.current.timeExpected(quoted(text)))
        }
        return .value(timestamp)
    }

    /// A text as messages show it: short, and without anything that a terminal would obey.
    static func quoted(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(40) {
            shown.unicodeScalars.append(
                isUnprintable(scalar) || scalar.properties.isWhitespace ? " " : scalar)
        }
        return text.unicodeScalars.dropFirst(40).isEmpty ? "“\(shown)”" : "“\(shown)…”"
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F..<0xA0: true
        default: false
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
