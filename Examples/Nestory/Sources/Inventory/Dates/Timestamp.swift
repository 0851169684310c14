/// An instant to the millisecond, as ISO 8601 writes it in UTC: `2026-11-20T17:42:49Z`.
public struct Timestamp: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Milliseconds since the start of 1970, UTC.
    public let milliseconds: Int64

    /// Wraps milliseconds since the start of 1970, UTC.
    ///
    /// - Returns: nil outside of the years 1 to 9999.
    public init?(milliseconds: Int64) {
        guard Day(daysSince1970: Int(Self.floorDivide(milliseconds, 86_400_000))) != nil else { return nil }
        self.milliseconds = milliseconds
    }

    /// The start of 1970, UTC.
    public static let epoch = Timestamp(unchecked: 0)

    private static let epochDay = Day(uncheckedYear: 1970, month: 1, day: 1)

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads a date and time with seconds, an optional fraction, and `Z` or an offset such as `+01:00`.
    ///
    /// What is finer than a millisecond is cut off.
    ///
    /// - Returns: nil where the text has another form or names no instant of the years 1 to 9999.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(41))
        guard bytes.count >= 20, bytes.count <= 40,
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let day = Day(String(decoding: bytes[0..<10], as: UTF8.self)),
            let hour = Day.number(bytes[11..<13]), hour < 24, let minute = Day.number(bytes[14..<16]),
            minute < 60,
            let second = Day.number(bytes[17..<19]), second < 60
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty else { return nil }
            let three =
                Array(digits.prefix(3)) + Array(repeating: UInt8(ascii: "0"), count: max(0, 3 - digits.count))
            guard let milliseconds = Day.number(three[...]) else { return nil }
            fraction = milliseconds
            rest = rest[digits.endIndex...]
        }
        guard let offset = Self.offsetInMinutes(Array(rest)) else { return nil }
        let seconds = (day.daysSince1970 * 24 + hour) * 3600 + (minute - offset) * 60 + second
        self.init(milliseconds: Int64(seconds) * 1000 + Int64(fraction))
    }

    /// The day, in UTC.
    public var day: Day {
        // No initialiser lets an instant through that has none.
        Day(daysSince1970: Int(Self.floorDivide(milliseconds, 86_400_000))) ?? Self.epochDay
    }

    /// The instant in UTC; the milliseconds are left out where they are zero.
    public var description: String {
        let ofDay = Int(milliseconds - Self.floorDivide(milliseconds, 86_400_000) * 86_400_000)
        let clock =
            "\(padded(ofDay / 3_600_000, 2)):\(padded(ofDay / 60_000 % 60, 2)):\(padded(ofDay / 1000 % 60, 2))"
        let fraction = ofDay % 1000 == 0 ? "" : ".\(padded(ofDay % 1000, 3))"
        return "\(day)T\(clock)\(fraction)Z"
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }

    private static func offsetInMinutes(_ bytes: [UInt8]) -> Int? {
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            let hours = Day.number(bytes[1..<3]), hours < 24, let minutes = Day.number(bytes[4..<6]),
            minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }
}
