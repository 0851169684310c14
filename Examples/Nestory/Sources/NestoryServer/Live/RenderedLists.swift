import Inventory
import NIOCore
import NestoryControllers
import NestoryPages
import Synchronization

/// Keeps the newest lists as events carry them, as most open pages show the same ones.
final class RenderedLists: Sendable {
    private struct Entry {
        let contents: InventoryContents
        let language: Language
        let json: ByteBuffer
    }

    private static let kept = 8
    private let pages: NestoryPages
    private let entries = Mutex<[Entry]>([])

    init(pages: NestoryPages) {
        self.pages = pages
    }

    /// Returns a list as JSON, in the language of whoever is served now.
    func json(of contents: InventoryContents) -> ByteBuffer {
        let language = Language.current
        let known = entries.withLock { entries in
            entries.first { $0.language == language && $0.contents == contents }?.json
        }
        if let known { return known }
        let address = PageAddress(contents.request)
        let page = InventoryPage(address: address, contents)
        let list: JSONValue = ["address": .string(address.link), "html": .string(pages.inventoryPart(page))]
        let json = ByteBuffer(bytes: list.bytes)
        entries.withLock { entries in
            entries.insert(Entry(contents: contents, language: language, json: json), at: 0)
            if entries.count > Self.kept { entries.removeLast() }
        }
        return json
    }
}
