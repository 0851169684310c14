/// A currency of ISO 4217 that has minor units.
public struct Currency: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The three-letter code, in capitals.
    public let code: String
    /// The number of decimals of its minor unit: 2 for the euro, 0 for the yen, 3 for the dinar.
    public let decimals: Int

    /// Finds a currency by its code.
    ///
    /// - Parameter code: Three letters, in capitals or not.
    /// - Returns: nil where ISO 4217 has no such currency, or gives it no minor unit (gold, for one).
    public init?(_ code: String) {
        let capitals = code.uppercased()
        guard let decimals = Self.decimalsByCode[capitals] else { return nil }
        self.code = capitals
        self.decimals = decimals
    }

    private init(code: String, decimals: Int) {
        self.code = code
        self.decimals = decimals
    }

    /// The euro, in which exchange rates are quoted.
    public static let euro = Currency(code: "EUR", decimals: 2)

    /// Every currency, by code.
    public static let all = decimalsByCode.map { Currency(code: $0.key, decimals: $0.value) }.sorted()

    /// The code.
    public var description: String { code }

    /// Orders by code.
    public static func < (left: Currency, right: Currency) -> Bool { left.code < right.code }
}

extension Currency {
    /// The active currencies of ISO 4217 with their minor units, and those withdrawn since 2021, as receipts
    /// of things that people still own carry them. Codes without a minor unit (metals, baskets, tests) are
    /// left out.
    private static let decimalsByCode: [String: Int] = {
        let codesByDecimals = [
            0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
            2: """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE \
            CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
            HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK \
            MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD \
            RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH \
            USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG \
            ANG BGN CUC HRK SLL ZWL
            """,
            3: "BHD IQD JOD KWD LYD OMR TND",
            4: "CLF UYW",
        ]
        var table: [String: Int] = [:]
        for (decimals, codes) in codesByDecimals {
            for code in codes.split(separator: " ") { table[String(code)] = decimals }
        }
        return table
    }()
}
