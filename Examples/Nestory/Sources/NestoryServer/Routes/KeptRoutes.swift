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

    /// Keeps one's own version: sends the change again, in the place of the version that it was refused for, or that a page
    /// has shown since. What nobody has seen is shown first.
    @Sendable private func insist(_ request: Request, _ context: Context) async throws -> Response {
        let (kept, change) = try await refused(context)
        let stored = try await inventory.item(change.id)
        let seen = try QueryText(request)["revision"].map { Int($0) } ?? kept.revision
        if seen != stored?.revision {
            if let item = change.item { return refuse(page(for: item, kept, over: stored)) }
            if let stored {
                let page = pages.deletion(of: stored, isNewer: true, kept: kept.number)
                return .page(page, status: .preconditionFailed)
            }
        }
        return try await decide(.replace(with: change.rebased(on: stored)), context, .seeOther("/"))
    }

    /// Shows the form with what a refused change would save, beside what is stored.
    @Sendable private func edit(_: Request, _ context: Context) async throws -> Response {
        let (kept, change) = try await refused(context)
        guard let item = change.item else { throw APIError.notFound }
        return .page(pages.editor(page(for: item, kept, over: try await inventory.item(change.id))))
    }

    /// Sends what was typed in place of a refused change, if the item is as the form has shown it.
    @Sendable private func replace(_ request: Request, _ context: Context) async throws -> Response {
        let (kept, change) = try await refused(context)
        guard let old = change.item else { throw APIError.notFound }
        let form = try await ItemForm(request)
        let stored = try await inventory.item(change.id)
        var page = page(for: old, kept, over: stored)
        page.values = form.values
        let item: Item
        do {
            item = try form.item(id: change.id, now: clock.now)
        } catch let problems as ItemProblems {
            page.problems = problems
            return .page(pages.editor(page), status: .unprocessableContent)
        }
        guard form.revision == stored?.revision else { return refuse(page) }
        return try await decide(.replace(with: ItemChange(.replace(item)).rebased(on: stored)), context, .seeOther("/"))
    }

    /// The form of a refused change, with what is stored by now beside it.
    private func page(for item: Item, _ kept: KeptChange, over stored: Item?) -> EditorPage {
        var page = EditorPage(editing: item, places: ItemPlaces(categories: [], rooms: []))
        page.kept = kept.number
        page.revision = nil
        if let stored { page.confront(with: stored) }
        return page
    }

    /// Says that the item is another one than people have seen, or none any more.
    private func refuse(_ page: EditorPage) -> Response {
        var page = page
        page.isGone = page.stored == nil
        return .page(pages.editor(page), status: .preconditionFailed)
    }

    private func refused(_ context: Context) async throws -> (KeptChange, ItemChange) {
        let number = try number(context)
        guard let kept = try await changes.kept().all.first(where: { $0.number == number }),
            case .refused = kept.state, let change = kept.change
        else { throw APIError.notFound }
        return (kept, change)
    }

    private func number(_ context: Context) throws(APIError) -> Int64 {
        guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else { throw .notFound }
        return number
    }

    private static var accepted: Response { .json(["status": "accepted"], status: .accepted) }
}

extension ItemChange {
    /// The same change of the item as it is stored; one that adds it if it is no longer there.
    fileprivate func rebased(on stored: Item?) -> ItemChange {
        guard let item else { return ItemChange(work, expecting: stored?.revision) }
        return stored.map { ItemChange(.replace(item), expecting: $0.revision) } ?? ItemChange(.add(item))
    }
}
