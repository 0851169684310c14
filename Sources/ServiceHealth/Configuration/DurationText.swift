#if Configuration
/// A time as people write it in files: a number and a unit.
enum DurationText: Equatable {
    case duration(Duration)
    /// A number alone, which nobody can tell from one in another unit.
    case withoutUnit
    case invalid

    private static let units: [String: Duration] = [
        "ns": .nanoseconds(1), "us": .microseconds(1), "µs": .microseconds(1), "ms": .milliseconds(1),
        "s": .seconds(1), "m": .seconds(60), "min": .seconds(60), "h": .seconds(3600), "d": .seconds(86_400),
    ]

    init(_ text: String) {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
        let unit = String(text.dropFirst(digits.count)).trimmingSpaces
        guard let number = Double(digits), number.isFinite, abs(number) < 1e12 else {
            self = .invalid
            return
        }
        guard !unit.isEmpty else {
            self = .withoutUnit
            return
        }
        guard let length = Self.units[unit] else {
            self = .invalid
            return
        }
        // Whole numbers stay exact.
        self = .duration(Int(digits).map { length * $0 } ?? length * number)
    }
}

extension String {
    var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
#endif
