#if OUTBOX
/// Ascending numbers, of which the first is removed at constant cost.
struct NumberQueue: Sendable, Equatable {
    private var numbers: [Int64] = []
    private var start = 0

    var first: Int64? { start < numbers.count ? numbers[start] : nil }
    var last: Int64? { start < numbers.count ? numbers.last : nil }
    var count: Int { numbers.count - start }

    /// Adds a number. One that is greater than the others, as a new change's is, costs nothing to place.
    mutating func insert(_ number: Int64) {
        if let last = numbers.last, start < numbers.count, last > number {
            let place = numbers[start...].firstIndex { $0 > number } ?? numbers.endIndex
            numbers.insert(number, at: place)
        } else {
            numbers.append(number)
        }
    }

    mutating func remove(_ number: Int64) {
        if first == number {
            start += 1
            // What was removed is let go in halves, so each number is moved once on average.
            if start * 2 > numbers.count {
                numbers.removeSubrange(..<start)
                start = 0
            }
        } else if let place = numbers[start...].firstIndex(of: number) {
            numbers.remove(at: place)
        }
    }

    static func == (left: NumberQueue, right: NumberQueue) -> Bool {
        left.numbers[left.start...] == right.numbers[right.start...]
    }
}
#endif
