import Inventory
import NIOCore
import NestoryControllers
import NestoryPages
import ServicePresentation

/// Writes the events of one connection: first all that the page shows, then what has changed since.
struct PageEvents {
    private let lists: RenderedLists
    private let words: StatusWords
    private let stream: Int
    private var last: PageSnapshot?
    private var count = 0

    /// - Parameters:
    ///   - lists: Writes lists.
    ///   - words: Says which services do not work.
    ///   - stream: Which of the page's connections it is, so that no event has the id of another.
    init(lists: RenderedLists, words: StatusWords, stream: Int) {
        self.lists = lists
        self.words = words
        self.stream = stream
    }

    /// Returns the event for what the page shows now; nil where nothing has changed.
    mutating func event(for snapshot: PageSnapshot) -> ByteBuffer? {
        var parts: [(name: String, json: ByteBuffer)] = []
        func add(_ name: String, _ value: JSONValue) { parts.append((name, ByteBuffer(bytes: value.bytes))) }
        if let contents = snapshot.inventory.contents, contents != last?.inventory.contents {
            parts.append(("list", lists.json(of: contents)))
        }
        let search = search(snapshot.inventory)
        if search != last.map({ self.search($0.inventory) }) { add("search", search) }
        if snapshot.editor != last?.editor { add("editor", JSONValue(snapshot.editor)) }
        if snapshot.deletion != last?.deletion { add("deletion", JSONValue(snapshot.deletion)) }
        if snapshot.undo != last?.undo { add("undo", JSONValue(snapshot.undo)) }
        if snapshot.importing != last?.importing { add("import", JSONValue(snapshot.importing)) }
        if snapshot.status != last?.status { add("banner", banner(snapshot.status.troubles)) }
        let isPulse = snapshot.pulse != last?.pulse
        last = snapshot
        guard !parts.isEmpty || isPulse else { return nil }
        count += 1
        return write(parts)
    }

    private func banner(_ troubles: [ServiceStatus]) -> JSONValue {
        ["words": JSONValue(words.banner(troubles)), "offersExport": .bool(words.offersExport(troubles))]
    }

    private func write(_ parts: [(name: String, json: ByteBuffer)]) -> ByteBuffer {
        var event = ByteBuffer()
        event.writeString("event: \(parts.isEmpty ? "pulse" : "state")\nid: \(stream)-\(count)\ndata: {")
        for (index, part) in parts.enumerated() {
            event.writeString("\(index > 0 ? "," : "")\"\(part.name)\":")
            // JSON holds no line breaks, as it escapes them.
            event.writeImmutableBuffer(part.json)
        }
        event.writeString("}\n\n")
        return event
    }

    private func search(_ inventory: InventorySnapshot) -> JSONValue {
        [
            "busy": .bool(inventory.isSearching), "message": JSONValue(inventory.error?.message),
            "retry": .bool(inventory.canRetry),
        ]
    }
}
