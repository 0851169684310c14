#if OUTBOX
extension Array {
    /// Returns the first index whose element satisfies a condition that all later elements satisfy as well.
    ///
    /// - Complexity: O(log *n*).
    func partitioned(by condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
#endif
