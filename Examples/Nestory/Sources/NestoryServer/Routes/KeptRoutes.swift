import Hummingbird
import Inventory
import NestoryPages
import Service

/// `/kept` and `/api/kept`: the changes that are kept on this device, and what people decide about refused ones.
struct KeptRoutes<Context: RequestContext>: Sendable {
    let pages: NestoryPages
    @Service private var changes: any ItemChanges
    @Service private var inventory: any InventoryService
    @Service private var clock: any WallClock

    init(pages: NestoryPages) {
        self.pages = pages
    }

    func add(to routes: some RouterMethods<Context>) {
        routes.get("/api/kept") { _, _ in Response.json(["kept": JSONValue(try await changes.kept())]) }
        routes.post("/api/kept/:number/retry") { _, context in try await decide(.retry, context, Self.accepted) }
        routes.delete("/api/kept/:number") { _, context in
            try await decide(.discard, context, Response(status: .noContent))
        }
        routes.post("/kept/:number/retry") { _, context in try await decide(.retry, context, .seeOther("/")) }
        routes.post("/kept/:number/discard") { _, context in try await decide(.discard, context, .seeOther("/")) }
        routes.post("/kept/:number/mine", use: insist)
        routes.get("/kept/:number", use: edit)
        routes.post("/kept/:number", use: replace)
        routes.refuseOthers("/api/kept", allowed: [.get])
        routes.refuseOthers("/api/kept/:number", allowed: [.delete])
        routes.refuseOthers("/api/kept/:number/retry", allowed: [.post])
    }

    private func decide(_ decision: KeptDecision, _ context: Context, _ answer: Response) async throws -> Response {
        let number = try number(context)
        guard try await !changes.decide(decision, on: number) else { return answer }
        let isKept = try await changes.kept().all.contains { $0.number == number }
        throw isKept ? APIError.noDecision : .notFound
    }

    /// Keeps one's own version: sends the change again, based on the item as it is now.
    @Sendable private func insist(_: Request, _ context: Context) async throws -> Response {
        let change = try await refused(context)
        return try await decide(.replace(with: try await change.rebased(on: inventory)), context, .seeOther("/"))
    }

    /// Shows the form with what a refused change would save.
    @Sendable private func edit(_: Request, _ context: Context) async throws -> Response {
        let change = try await refused(context)
        guard let item = change.item else { throw APIError.notFound }
        return .page(pages.editor(try await page(for: item, context)))
    }

    /// Sends what was typed in place of a refused change.
    @Sendable private func replace(_ request: Request, _ context: Context) async throws -> Response {
        let change = try await refused(context)
        guard let old = change.item else { throw APIError.notFound }
        let form = try await ItemForm(request)
        let item: Item
        do {
            item = try form.item(id: change.id, now: clock.now)
        } catch let problems as ItemProblems {
            var page = try await page(for: old, context)
            page.values = form.values
            page.problems = problems
            return .page(pages.editor(page), status: .unprocessableContent)
        }
        let new = try await ItemChange(.replace(item)).rebased(on: inventory)
        return try await decide(.replace(with: new), context, .seeOther("/"))
    }

    private func page(for item: Item, _ context: Context) async throws -> EditorPage {
        var page = EditorPage(editing: item, places: ItemPlaces(categories: [], rooms: []))
        page.kept = try number(context)
        return page
    }

    private func refused(_ context: Context) async throws -> ItemChange {
        let number = try number(context)
        let kept = try await changes.kept().all.first { $0.number == number }
        guard case .refused? = kept?.state, let change = kept?.change else { throw APIError.notFound }
        return change
    }

    private func number(_ context: Context) throws(APIError) -> Int64 {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else { throw .notFound }
        return number
    }

    private static var accepted: Response { .json(["status": "accepted"], status: .accepted) }
}

extension ItemChange {
    /// The same change of the item as it is in the inventory now; one that adds it if it is no longer there.
    fileprivate func rebased(on inventory: any InventoryService) async throws -> ItemChange {
        let stored = try await inventory.item(id)
        guard let item else { return ItemChange(work, expecting: stored?.revision) }
        return stored.map { ItemChange(.replace(item), expecting: $0.revision) } ?? ItemChange(.add(item))
    }
}
