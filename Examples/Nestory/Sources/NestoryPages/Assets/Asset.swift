import Inventory

/// A file that the pages need: the stylesheet, a script or a picture.
public struct Asset: Sendable {
    /// The file's content.
    public let bytes: [UInt8]
    /// What it is, for the `Content-Type` header.
    public let contentType: String
    /// A tag that changes with the content, for the `ETag` header, with its quotation marks.
    public let entityTag: String

    /// Finds a file by its name in the addresses of the pages, below `/assets/`.
    ///
    /// - Parameter name: The name, such as `nestory.css`.
    /// - Returns: nil where there is no such file.
    public static func named(_ name: String) -> Asset? { all[name] }

    private static let all: [String: Asset] = [
        "nestory.css": Asset(PackageResources.nestory_css, "text/css; charset=utf-8"),
        "report.css": Asset(PackageResources.report_css, "text/css; charset=utf-8"),
        "nestory.js": Asset(PackageResources.nestory_js, script),
        "texts.js": Asset(PackageResources.texts_js, script),
        "ids.js": Asset(PackageResources.ids_js, script),
        "live.js": Asset(PackageResources.live_js, script),
        "list.js": Asset(PackageResources.list_js, script),
        "dialog.js": Asset(PackageResources.dialog_js, script),
        "editor.js": Asset(PackageResources.editor_js, script),
        "importer.js": Asset(PackageResources.importer_js, script),
        "selection.js": Asset(PackageResources.selection_js, script),
        "icon.svg": Asset(PackageResources.icon_svg, "image/svg+xml"),
    ]

    private static let script = "text/javascript; charset=utf-8"

    private init(_ bytes: [UInt8], _ contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
        entityTag = "\"\(Fingerprint(bytes).text)\""
    }
}
