import GRDB

/// The SQL function `exact_sum(price, quantity)`: the sum of the products, as text.
///
/// SQLite's own arithmetic turns to binary floating point where 64 bits do not suffice.
struct ExactSum: DatabaseAggregate {
    static let function = DatabaseFunction(
        "exact_sum", argumentCount: 2, pure: true, aggregate: ExactSum.self)

    private var sum: Int128 = 0

    mutating func step(_ values: [DatabaseValue]) {
        guard let price = Int64.fromDatabaseValue(values[0]),
            let quantity = Int64.fromDatabaseValue(values[1])
        else { return }
        sum += Int128(price) * Int128(quantity)
    }

    func finalize() -> (any DatabaseValueConvertible)? { String(sum) }
}
