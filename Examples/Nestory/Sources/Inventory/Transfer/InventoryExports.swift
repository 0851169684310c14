/// Exports the inventory, some hundred items at a time.
public struct InventoryExports: ExportService {
    private static let batch = 500
    private let inventory: any InventoryService

    /// Uses an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Returns the inventory as it is now, a piece of the file at a time.
    public func export(_ format: ExportFormat) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        let pieces = ExportPieces(format: format, batches: try await inventory.batches(of: Self.batch))
        return AsyncThrowingStream { try await pieces.next() }
    }
}

/// Turns batches of items into pieces of a file.
private actor ExportPieces {
    private enum State { case start, items, done }

    private let format: ExportFormat
    private var batches: AsyncThrowingStream<[Item], any Error>.Iterator
    private var state = State.start
    private var isFirstItem = true

    init(format: ExportFormat, batches: AsyncThrowingStream<[Item], any Error>) {
        self.format = format
        self.batches = batches.makeAsyncIterator()
    }

    func next() async throws -> [UInt8]? {
        var piece: [UInt8] = []
        switch state {
        case .done:
            return nil
        case .start:
            state = .items
            switch format {
            case .csv: CSVWriter.append(ItemField.allCases.map(\.rawValue), to: &piece)
            case .json: piece.append(contentsOf: #"{"items":["#.utf8)
            }
        case .items:
            var iterator = batches
            let batch = try await iterator.next(isolation: self)
            batches = iterator
            if let batch {
                for item in batch { append(item, to: &piece) }
            } else {
                state = .done
                guard format == .json else { return nil }
                piece.append(contentsOf: "]}\n".utf8)
            }
        }
        return piece
    }

    private func append(_ item: Item, to piece: inout [UInt8]) {
        switch format {
        case .csv:
            CSVWriter.append(ItemField.allCases.map { item[$0] }, to: &piece)
        case .json:
            piece.append(contentsOf: (isFirstItem ? "\n" : ",\n").utf8)
            isFirstItem = false
            JSONValue(item).append(to: &piece)
        }
    }
}
