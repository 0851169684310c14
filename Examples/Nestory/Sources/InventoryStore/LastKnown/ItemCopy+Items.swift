import GRDB
public import Inventory

extension ItemCopy {
    /// Takes over all items of an inventory that is no file.
    ///
    /// - Parameters:
    ///   - batches: The items, in the order in which they were added.
    ///   - most: How many are taken over at most. Where there are more, the copy stays as it was.
    /// - Throws: What the batches throw; the copy stays as it was then.
    public func replace(with batches: AsyncThrowingStream<[Item], any Error>, most: Int) async throws {
        // Of when the first batch is, which is when the others are of.
        let asOf = now
        let queue = try Self.emptyQueue()
        try Schema.migrator.migrate(queue)
        var count = 0
        for try await batch in batches {
            count += batch.count
            guard count <= most else { return }
            try await queue.write { try ItemWriter.insert(batch, $0) }
        }
        take(queue, asOf: asOf)
    }
}
