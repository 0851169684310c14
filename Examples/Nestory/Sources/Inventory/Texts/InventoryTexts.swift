/// What people read about items that cannot be taken and an inventory that cannot be used, in one language.
struct InventoryTexts: Sendable {
    // MARK: Fields of an item

    var nameExpected: String
    var currencyOfPriceExpected: String
    /// From what was found.
    var idExpected: @Sendable (String) -> String
    /// From the most characters.
    var farTooLong: @Sendable (Int) -> String
    /// From the most characters and how many there are.
    var tooLong: @Sendable (Int, Int) -> String
    /// From the control character's number.
    var unreadable: @Sendable (String) -> String
    /// From the highest number and what was found.
    var wholeNumberExpected: @Sendable (Int, String) -> String
    /// From what was found; so are those below.
    var currencyExpected: @Sendable (String) -> String
    var priceExpected: @Sendable (String) -> String
    var negativePrice: @Sendable (String) -> String
    /// From the highest price and what was found.
    var priceTooHigh: @Sendable (String, String) -> String
    /// From how many decimals may be, the currency where there is one, and what was found.
    var tooManyDecimals: @Sendable (Int, String?, String) -> String
    var dateExpected: @Sendable (String) -> String
    var warrantyBeforePurchase: String
    var timeExpected: @Sendable (String) -> String

    // MARK: The inventory

    var alreadyExists: String
    var changed: String
    var keyReused: String
    var otherInventory: String
    var busy: String
    var diskFull: String
    var noAccess: String
    var notAnInventory: String
    var tooNew: String
    var noFolder: String
    /// From what is known about the cause; so is the one below.
    var readOnly: @Sendable (String) -> String
    var unavailable: @Sendable (String) -> String
    var noHost: String
    var noHostToChange: String
    var outcomeUnknown: String
    var failed: String
    var triedAgain: String

    /// The texts in the language of the person being served.
    static var current: InventoryTexts {
        switch Language.current {
        case .english: english
        case .simplifiedChinese: simplifiedChinese
        }
    }
}
