import Hummingbird
import Inventory
import NestoryPages
import Service

import struct Foundation.UUID

/// `/trash`: what was deleted, and how to bring it back; and deleting several items at once, for browsers without a script.
struct TrashRoutes<Context: RequestContext>: Sendable {
    /// The most items that are deleted at once: as many as a page of the list can have, and room to spare.
    private static var most: Int { 1000 }

    let pages: NestoryPages
    @Service private var inventory: any InventoryService
    @Service private var changes: any ItemChanges

    init(pages: NestoryPages) {
        self.pages = pages
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/trash") { _, _ in Response.page(pages.trash(try await inventory.trash())) }
        routes.post("/trash/:id/restore", use: restore)
        routes.post("/items/delete", use: remove)
        routes.refuseOthers("/trash", allowed: [.get])
    }

    @Sendable private func restore(_: Request, _ context: Context) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }) else { throw APIError.notFound }
        do {
            guard case .done(_?) = try await changes.make(ItemChange(.restore(id))) else { throw APIError.notFound }
            return .seeOther(PageNotice.restored.address)
        } catch let error as InventoryError {
            let page = pages.trash(try await inventory.trash(), problem: error.message)
            return .page(page, status: APIError(error)?.status ?? .serviceUnavailable)
        }
    }

    /// Deletes each item that is still as the page showed it.
    @Sendable private func remove(_ request: Request, _: Context) async throws -> Response {
        let bytes = try await request.bytes(of: "application/x-www-form-urlencoded")
        guard let text = String(validating: bytes, as: UTF8.self) else { throw APIError.badEncoding }
        let chosen = try QueryText(text).all("item")
        guard chosen.count <= Self.most else { throw APIError.badQuery("Expected at most \(Self.most) items.") }
        // All of them are read before the first is deleted.
        let removals = try chosen.map { try Self.removal($0) }
        var (done, kept, failed) = (0, 0, 0)
        for removal in removals {
            do {
                switch try await changes.make(removal) {
                case .done(nil): failed += 1
                case .done: done += 1
                case .kept: kept += 1
                }
            } catch is InventoryError {
                failed += 1
            }
        }
        guard kept + failed > 0 else { return .seeOther(chosen.isEmpty ? "/" : PageNotice.deleted.address) }
        return .page(pages.deleted(done, kept: kept, failed: failed))
    }

    /// Reads an item of the list as its box has it.
    private static func removal(_ box: String) throws(APIError) -> ItemChange {
        let parts = box.split(separator: ":")
        guard parts.count == 2, let id = UUID(uuidString: String(parts[0])), let revision = Int(parts[1]) else {
            throw .badQuery("Expected each item as its id and its revision.")
        }
        return ItemChange(.remove(id), expecting: revision)
    }
}
