/// A decimal number as written: its digits before and after the point, without zeros that change nothing.
struct DecimalText: Equatable {
    var whole: String
    var decimals: String

    /// Reads ASCII digits with at most one point between them.
    init(_ text: some StringProtocol) throws(MoneyError) {
        var whole: [UInt8] = []
        var decimals: [UInt8] = []
        var pointSeen = false
        var digitSeen = false
        if text.utf8.first == UInt8(ascii: "-") { throw .negative }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digitSeen = true
                if pointSeen {
                    decimals.append(byte)
                } else if byte != UInt8(ascii: "0") || !whole.isEmpty {
                    whole.append(byte)
                }
            case UInt8(ascii: ".") where !pointSeen && digitSeen:
                pointSeen = true
                digitSeen = false
            default:
                throw .notANumber
            }
        }
        guard digitSeen else { throw .notANumber }
        while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
        self.whole = String(decoding: whole, as: UTF8.self)
        self.decimals = String(decoding: decimals, as: UTF8.self)
    }

    /// The number times ten to the power of `places`, or nil where 128 bits cannot hold it or digits would be
    /// lost.
    func scaled(to places: Int) -> Int128? {
        guard decimals.count <= places else { return nil }
        let digits = whole + decimals + String(repeating: "0", count: places - decimals.count)
        return digits.isEmpty ? 0 : Int128(digits)
    }
}

extension FixedWidthInteger {
    /// Ten to a power, or nil where it does not fit.
    static func powerOfTen(_ exponent: Int) -> Self? {
        var result: Self = 1
        for _ in 0..<exponent {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            result = product
        }
        return result
    }
}
