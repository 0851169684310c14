import HTTPTypes
import Hummingbird
import Inventory
import NestoryServices
import Service

import struct Foundation.UUID

/// `/api/items`: lists, adds, shows, replaces and removes items.
struct ItemRoutes<Context: RequestContext>: Sendable {
    @Service private var inventory: any InventoryService
    @Service private var clock: any WallClock

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/items", use: list)
        routes.post("/api/items", use: add)
        routes.get("/api/items/:id", use: show)
        routes.put("/api/items/:id", use: replace)
        routes.delete("/api/items/:id", use: remove)
        routes.refuseOthers("/api/items", allowed: [.get, .post])
        routes.refuseOthers("/api/items/:id", allowed: [.get, .put, .delete])
    }

    @Sendable private func list(_ request: Request, _: Context) async throws -> Response {
        let query = try QueryText(request)
        let page = try await inventory.items(
            ItemQuery(
                text: query["query"] ?? "", category: query["category"].flatMap { $0.isEmpty ? nil : $0 },
                room: query["room"].flatMap { $0.isEmpty ? nil : $0 },
                limit: try query.number("limit", default: 50, in: 0...ItemQuery.highestLimit),
                offset: try query.number("offset", default: 0, in: 0...Int(Int32.max))))
        let asOf = AnswerAge.current?.asOf
        return .json([
            "items": .array(page.items.map { JSONValue($0) }), "total": .number(page.total),
            "as_of": asOf.map { .string($0.description) } ?? .null,
        ])
    }

    @Sendable private func add(_ request: Request, _: Context) async throws -> Response {
        let item = try await request.item(now: clock.now)
        try await inventory.add(item)
        return .json(JSONValue(item), status: .created, headers: [.location: "/api/items/\(item[.id])"])
    }

    @Sendable private func show(_: Request, _ context: Context) async throws -> Response {
        guard let item = try await inventory.item(try id(context)) else { throw APIError.notFound }
        return .json(JSONValue(item))
    }

    @Sendable private func replace(_ request: Request, _ context: Context) async throws -> Response {
        let id = try id(context)
        guard try await inventory.item(id) != nil else { throw APIError.notFound }
        let item = try await request.item(id: id, now: clock.now)
        guard try await inventory.replace(item) else { throw APIError.notFound }
        return .json(JSONValue(item))
    }

    @Sendable private func remove(_: Request, _ context: Context) async throws -> Response {
        guard try await inventory.remove(try id(context)) else { throw APIError.notFound }
        return Response(status: .noContent)
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
