import Mustache

/// What a template sees, by name. A section whose name is missing is left out.
typealias TemplateContext = [String: Any]

/// The templates of all pages, parsed.
struct Templates: Sendable {
    let inventory: MustacheTemplate
    let inventoryMain: MustacheTemplate
    let editor: MustacheTemplate
    let deletion: MustacheTemplate
    let importing: MustacheTemplate
    let login: MustacheTemplate
    let message: MustacheTemplate
    let report: MustacheTemplate
    let services: MustacheTemplate
    let trash: MustacheTemplate
    private let parts: MustacheLibrary

    /// Parses the templates.
    ///
    /// - Throws: Mustache's error for a template with a mistake.
    init() throws {
        MustacheContentTypes.register(ScalarEscaping(), named: ScalarEscaping.name)
        inventory = try Self.parse(PackageResources.inventory_mustache)
        inventoryMain = try Self.parse(PackageResources.inventory_main_mustache)
        editor = try Self.parse(PackageResources.editor_mustache)
        deletion = try Self.parse(PackageResources.deletion_mustache)
        importing = try Self.parse(PackageResources.importing_mustache)
        login = try Self.parse(PackageResources.login_mustache)
        message = try Self.parse(PackageResources.message_mustache)
        report = try Self.parse(PackageResources.report_mustache)
        services = try Self.parse(PackageResources.services_mustache)
        trash = try Self.parse(PackageResources.trash_mustache)
        parts = MustacheLibrary(templates: [
            "top": try Self.parse(PackageResources.top_mustache),
            "bottom": try Self.parse(PackageResources.bottom_mustache),
            "inventory_main": inventoryMain,
            "overview": try Self.parse(PackageResources.overview_mustache),
            "charts": try Self.parse(PackageResources.charts_mustache),
            "bar": try Self.parse(PackageResources.bar_mustache),
            "items": try Self.parse(PackageResources.items_mustache),
        ])
    }

    func render(_ template: MustacheTemplate, _ context: TemplateContext) -> String {
        template.render(context, library: parts)
    }

    private static func parse(_ source: [UInt8]) throws -> MustacheTemplate {
        try MustacheTemplate(
            string: "{{% CONTENT_TYPE: \(ScalarEscaping.name)}}" + String(decoding: source, as: UTF8.self))
    }
}
