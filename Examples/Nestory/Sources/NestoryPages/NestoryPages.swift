public import Inventory
import Mustache

/// Writes the pages of Nestory as HTML.
///
/// Everything that people typed is escaped. The pages work without a script; `/assets/nestory.js` makes them livelier.
///
/// ```swift
/// let pages = try NestoryPages()
/// let html = pages.notFound()
/// ```
public struct NestoryPages: Sendable {
    private let templates: Templates
    private let translations: [Language: Texts]
    private let english: Texts
    private let troubles: @Sendable () -> [ServiceStatus]

    /// Reads the templates and texts that come with the program.
    ///
    /// - Parameter troubles: Tells which services do not work; asked for each page, which says it above everything else.
    /// - Throws: An error of the parser for a template or a list of texts with a mistake in it.
    public init(troubles: @escaping @Sendable () -> [ServiceStatus] = { [] }) throws {
        self.troubles = troubles
        templates = try Templates()
        english = try Texts(PackageResources.en_json)
        translations = [.english: english, .simplifiedChinese: try Texts(PackageResources.zh_Hans_json)]
    }

    /// Returns the page of the inventory: totals, charts, search and items.
    public func inventory(_ page: InventoryPage) -> String {
        render(templates.inventory, page.context(texts))
    }

    /// Returns the part of the page of the inventory that changes: totals, charts, search and items.
    public func inventoryPart(_ page: InventoryPage) -> String {
        render(templates.inventoryMain, page.context(texts))
    }

    /// Returns the form in which an item is added or edited.
    public func editor(_ page: EditorPage) -> String {
        render(templates.editor, page.context(texts))
    }

    /// Returns the page that asks whether an item shall be deleted.
    ///
    /// - Parameters:
    ///   - isNewer: Whether the question was asked before, and somebody has changed the item since.
    ///   - kept: The number of the kept change that deletes it; nil to delete it now.
    public func deletion(of item: Item, isNewer: Bool = false, kept: Int64? = nil) -> String {
        var context: TemplateContext = [
            "pageTitle": texts("page_title_delete", ["name": item.name]), "itemId": item[.id],
            "itemName": item.name, "itemRevision": String(item.revision), "itemSummary": item.line(texts),
            "isLive": kept == nil,
            "formAction": kept.map { "/kept/\($0)/mine?revision=\(item.revision)" } ?? "/items/\(item[.id])/delete",
        ]
        if isNewer { context["formError"] = texts("delete_changed", ["name": item.name]) }
        return render(templates.deletion, context)
    }

    /// Returns the page on which a CSV file is imported.
    public func importing() -> String {
        render(templates.importing, ["pageTitle": texts("page_title_import")])
    }

    /// Returns the page that asks for the password.
    ///
    /// - Parameter message: Why it is asked for again, in words for people.
    public func login(message: String? = nil) -> String {
        var context: TemplateContext = ["pageTitle": texts("page_title_login")]
        context["formError"] = message
        return render(templates.login, context)
    }

    /// Returns the insurance report.
    ///
    /// - Complexity: Linear in the number of items, in time and memory.
    public func report(_ page: ReportPage) -> String {
        render(templates.report, page.context(texts))
    }

    /// Returns the page that says how each service does.
    public func services(_ page: ServicesPage) -> String {
        render(templates.services, page.context(texts, statusWords))
    }

    /// Returns the page of deleted items.
    ///
    /// - Parameter problem: Why the last one could not be brought back, in words for people.
    public func trash(_ items: [TrashedItem], problem: String? = nil) -> String {
        var context: TemplateContext = [
            "pageTitle": texts("page_title_trash"), "isEmpty": items.isEmpty,
            "items": items.map { trashed -> TemplateContext in
                var row: TemplateContext = [
                    "itemId": trashed.item[.id], "itemName": trashed.item.name,
                    "deletedText": texts("trash_deleted", ["time": texts.moment(trashed.deletedAt)]),
                    "restoreText": texts("trash_restore_named", ["name": trashed.item.name]),
                ]
                let line = trashed.item.line(texts)
                if !line.isEmpty { row["itemLine"] = line }
                return row
            },
        ]
        context["problem"] = problem
        return render(templates.trash, context)
    }

    /// Returns the page that tells what became of several items that were to be deleted.
    ///
    /// - Parameters:
    ///   - done: How many are deleted.
    ///   - kept: How many are deleted on this device, and not in the inventory yet.
    ///   - failed: How many are still there.
    public func deleted(_ done: Int, kept: Int, failed: Int) -> String {
        var sentences = [texts.counted("deleted_selected", done + kept)]
        if kept > 0 { sentences.append(texts("deleted_selected_kept", ["count": texts.number(kept)])) }
        if failed > 0 { sentences.append(texts("deleted_selected_not", ["count": texts.number(failed)])) }
        let words = sentences.joined(separator: texts("sentence_separator"))
        return render(templates.message, ["pageTitle": texts("page_title_inventory"), "messageText": words])
    }

    /// Returns the page for an address that leads nowhere.
    public func notFound() -> String {
        render(
            templates.message,
            ["pageTitle": texts("not_found_title"), "messageText": texts("not_found_text")])
    }

    /// Returns the page for work that failed.
    ///
    /// - Parameter message: What happened, in words for people; nil where there is nothing better to say than sorry.
    public func failed(_ message: String? = nil) -> String {
        render(
            templates.message,
            ["pageTitle": texts("failed_title"), "messageText": message ?? texts("failed_text")])
    }

    /// What stands above every page now; nil while all is well.
    public var banner: String? { statusWords.banner(troubles()) }

    /// The words about services in the language of the person being served.
    public var statusWords: StatusWords { StatusWords(texts) }

    /// The texts in the language of the person being served.
    private var texts: Texts { translations[.current] ?? english }

    private func render(_ template: MustacheTemplate, _ context: TemplateContext) -> String {
        var common: TemplateContext = ["t": texts.all, "textsJson": texts.json]
        let troubles = troubles()
        common["banner"] = statusWords.banner(troubles)
        if statusWords.offersExport(troubles) { common["bannerExport"] = texts("banner_export") }
        return templates.render(template, context.merging(common) { given, _ in given })
    }
}
