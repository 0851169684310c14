import Inventory
import NIOCore
import NestoryControllers
import NestoryPages
import ServicePresentation

/// Writes the events of one connection: first all that the page shows, then what has changed since.
struct PageEvents {
    private let pages: NestoryPages
    private let stream: Int
    private var last: PageSnapshot?
    private var count = 0

    /// - Parameter stream: Which of the page's connections it is, so that no event has the id of another.
    init(pages: NestoryPages, stream: Int) {
        self.pages = pages
        self.stream = stream
    }

    /// Returns the event for what the page shows now; nil where nothing has changed.
    mutating func event(for snapshot: PageSnapshot) -> ByteBuffer? {
        guard snapshot != last else { return nil }
        let members = changes(to: snapshot)
        last = snapshot
        count += 1
        let name = members.isEmpty ? "pulse" : "state"
        var buffer = ByteBuffer(string: "event: \(name)\nid: \(stream)-\(count)\n")
        // JSON holds no line breaks, as it escapes them.
        buffer.writeString("data: ")
        buffer.writeBytes(JSONValue.object(members).bytes)
        buffer.writeString("\n\n")
        return buffer
    }

    private func changes(to new: PageSnapshot) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name: name, value: value)) }
        if new.inventory.contents != last?.inventory.contents, let contents = new.inventory.contents {
            add("list", list(contents))
        }
        if search(new.inventory) != last.map({ search($0.inventory) }) { add("search", search(new.inventory)) }
        if new.editor != last?.editor { add("editor", JSONValue(new.editor)) }
        if new.deletion != last?.deletion { add("deletion", JSONValue(new.deletion)) }
        if new.importing != last?.importing { add("import", JSONValue(new.importing)) }
        if new.status != last?.status { add("banner", JSONValue(pages.statusWords.banner(new.status.troubles))) }
        return members
    }

    private func list(_ contents: InventoryContents) -> JSONValue {
        let address = PageAddress(contents.request)
        let page = InventoryPage(address: address, contents)
        return ["address": .string(address.link), "html": .string(pages.inventoryPart(page))]
    }

    private func search(_ inventory: InventorySnapshot) -> JSONValue {
        [
            "busy": .bool(inventory.isSearching), "message": JSONValue(inventory.error?.message),
            "retry": .bool(inventory.canRetry),
        ]
    }
}
