import HTTPTypes
import Hummingbird
import Inventory
import NestoryServices
import Service

import struct Foundation.UUID

/// `/api/items`: lists, adds, shows, replaces and removes items.
struct ItemRoutes<Context: RequestContext>: Sendable {
    @Service private var inventory: any InventoryService
    @Service private var changes: any ItemChanges
    @Service private var clock: any WallClock

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/items", use: list)
        routes.post("/api/items", use: add)
        routes.get("/api/items/:id", use: show)
        routes.put("/api/items/:id", use: replace)
        routes.delete("/api/items/:id", use: remove)
        routes.get("/api/trash", use: showTrash)
        routes.post("/api/trash/:id/restore", use: restore)
        routes.post("/api/imports/:id/undo", use: undoImport)
        routes.refuseOthers("/api/trash", allowed: [.get])
        routes.refuseOthers("/api/trash/:id/restore", allowed: [.post])
        routes.refuseOthers("/api/imports/:id/undo", allowed: [.post])
        routes.refuseOthers("/api/items", allowed: [.get, .post])
        routes.refuseOthers("/api/items/:id", allowed: [.get, .put, .delete])
    }

    @Sendable private func list(_ request: Request, _: Context) async throws -> Response {
        let query = try QueryText(request)
        let page = try await inventory.items(
            ItemQuery(
                text: try query.searchText, category: query["category"].flatMap { $0.isEmpty ? nil : $0 },
                room: query["room"].flatMap { $0.isEmpty ? nil : $0 },
                warranty: try query.days("warranty_from", "warranty_to"),
                bought: try query.days("bought_from", "bought_to"),
                price: try query.prices("price_from", "price_to"), order: try query.order,
                isDescending: try query.isDescending,
                limit: try query.number("limit", default: 50, in: 0...ItemQuery.highestLimit),
                offset: try query.number("offset", default: 0, in: 0...Int(Int32.max))))
        let asOf = AnswerAge.current?.asOf
        return .json([
            "items": .array(page.items.map { JSONValue($0) }), "total": .number(page.total),
            "as_of": asOf.map { .string($0.description) } ?? .null,
            "paid": page.paid.map { paid in
                .array(paid.map { ["currency": .string($0.currency.code), "amount": .string($0.text)] })
            } ?? .null,
            "kept": JSONValue(countOf: try await changes.kept()),
        ])
    }

    @Sendable private func add(_ request: Request, _: Context) async throws -> Response {
        let body = try await request.bytes(of: "application/json")
        let item = try Item(json: body, now: clock.now)
        return try await apply(.add(item), request, body) { added in
            Self.answer(added, status: .created, headers: [.location: "/api/items/\(added[.id])"])
        }
    }

    @Sendable private func show(_: Request, _ context: Context) async throws -> Response {
        let id = try id(context)
        guard let item = try await changes.item(id, in: inventory) else { throw APIError.notFound }
        return Self.answer(item)
    }

    @Sendable private func replace(_ request: Request, _ context: Context) async throws -> Response {
        let id = try id(context)
        let body = try await request.bytes(of: "application/json")
        let item = try Item(json: body, id: id, now: clock.now)
        return try await apply(.replace(item), request, body) { Self.answer($0) }
    }

    @Sendable private func remove(_ request: Request, _ context: Context) async throws -> Response {
        try await apply(.remove(try id(context)), request) { _ in Response(status: .noContent) }
    }

    @Sendable private func showTrash(_: Request, _: Context) async throws -> Response {
        let trash = try await inventory.trash().map { trashed -> JSONValue in
            ["item": JSONValue(trashed.item), "deleted_at": .string(trashed.deletedAt.description)]
        }
        return .json(["items": .array(trash)])
    }

    @Sendable private func restore(_ request: Request, _ context: Context) async throws -> Response {
        try await apply(.restore(try id(context)), request) { Self.answer($0) }
    }

    @Sendable private func undoImport(_: Request, _ context: Context) async throws -> Response {
        .json(["removed": .number(try await inventory.undoImport(try id(context)))])
    }

    /// Makes a change and answers; with 202 if it is kept on this device, and not yet in the inventory.
    private func apply(
        _ work: ItemChange.Work, _ request: Request, _ body: [UInt8] = [], answering answer: (Item) -> Response
    ) async throws -> Response {
        let change = ItemChange(work, as: try request.changeKey(body))
        switch try await make(change, on: request.condition) {
        case .done(let item?): return answer(item)
        case .done(nil): throw APIError.notFound
        case .kept(let number, let item): return .kept(number, of: item)
        }
    }

    /// Makes a change of an item that has one of the revisions of a condition.
    private func make(_ change: ItemChange, on condition: IfMatch) async throws -> ChangeOutcome {
        var change = change
        guard var revisions = condition.revisions else { return try await changes.make(change) }
        // Of several, the one that the item has as far as is known: the change may be kept, and sent later.
        if revisions.count > 1, let current = try? await changes.item(change.id, in: inventory)?.revision,
            let place = revisions.firstIndex(of: current)
        {
            revisions.swapAt(0, place)
        }
        // No item has the revision 0.
        change.expected = revisions.first ?? 0
        do {
            return try await changes.make(change)
        } catch InventoryError.changed(let item) where revisions.dropFirst().contains(item.revision) {
            change.expected = item.revision
            return try await changes.make(change)
        }
    }

    private static func answer(
        _ item: Item, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.eTag] = item.entityTag
        return .json(JSONValue(item), status: status, headers: headers)
    }

    private func id(_ context: Context) throws(APIError) -> UUID {
        guard let text = context.parameters.get("id"), let id = UUID(uuidString: text) else {
            throw .notFound
        }
        return id
    }
}

extension RouterMethods {
    /// Answers to all other methods that there are no such ones here, rather than no such address.
    func refuseOthers(_ path: RouterPath, allowed: [HTTPRequest.Method]) {
        let all: [HTTPRequest.Method] = [.get, .post, .put, .delete, .patch, .options]
        for method in all where !allowed.contains(method) {
            on(path, method: method) { _, _ -> Response in throw APIError.wrongMethod(allowed: allowed) }
        }
    }
}
