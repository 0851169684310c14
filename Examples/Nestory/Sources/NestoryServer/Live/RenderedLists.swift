import Inventory
import NIOCore
import NestoryControllers
import NestoryPages
import Synchronization

/// Keeps the newest lists as pages and their events carry them, as most people look at the same ones.
final class RenderedLists: Sendable {
    private struct Entry {
        let contents: InventoryContents
        let language: Language
        /// What it is for.
        let use: String
        let bytes: ByteBuffer
    }

    private static let kept = 16
    private let pages: NestoryPages
    private let entries = Mutex<[Entry]>([])

    init(pages: NestoryPages) {
        self.pages = pages
    }

    /// Returns a list as JSON, in the language of the person being served.
    func json(of contents: InventoryContents) -> ByteBuffer {
        rendered(contents, for: "list") { page in
            let list: JSONValue = ["address": .string(page.address.link), "html": .string(pages.inventoryPart(page))]
            return ByteBuffer(bytes: list.bytes)
        }
    }

    /// Returns the whole page of a list.
    ///
    /// - Parameter banner: What stands above it, which belongs to no list.
    func page(of contents: InventoryContents, banner: String?) -> ByteBuffer {
        rendered(contents, for: "page \(banner ?? "")") { ByteBuffer(string: pages.inventory($0)) }
    }

    private func rendered(
        _ contents: InventoryContents, for use: String, _ render: (InventoryPage) -> ByteBuffer
    ) -> ByteBuffer {
        let language = Language.current
        let known = entries.withLock { entries in
            entries.first { $0.use == use && $0.language == language && $0.contents == contents }?.bytes
        }
        if let known { return known }
        let bytes = render(InventoryPage(address: PageAddress(contents.request), contents))
        entries.withLock { entries in
            entries.insert(Entry(contents: contents, language: language, use: use, bytes: bytes), at: 0)
            if entries.count > Self.kept { entries.removeLast() }
        }
        return bytes
    }
}
