import Foundation
import SwiftParser
import SwiftSyntax

/// The folders that the targets of a Swift package compile, as its manifest writes them.
struct PackageTargets {
    /// The package's folder. Paths are kept in lower case, as those of projects are.
    let folder: String
    /// End in a slash.
    private var folders: Set<String> = []

    /// Reads a manifest.
    /// - Parameter path: The path of a `Package.swift`.
    /// - Returns: Nil where it does not write every target down with its name and path.
    init?(_ path: String) {
        folder = (path as NSString).deletingLastPathComponent.lowercased()
        guard let data = FileManager.default.contents(atPath: path), data.count < Self.largest else { return nil }
        let tree = Parser.parse(source: String(decoding: data, as: UTF8.self))
        // What is added to the list later may lie anywhere.
        guard !tree.hasError, !tree.mentions(["append", "insert", "map", "flatMap"]),
            !tree.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "+=" || $0.text == "+" })
        else { return nil }
        let calls = tree.descendants(FunctionCallExprSyntax.self)
        guard let package = calls.first(where: { $0.plainName == "Package" }),
            let targets = package.argument("targets")?.expression.as(ArrayExprSyntax.self), !targets.elements.isEmpty
        else { return nil }
        for target in targets.elements {
            guard let call = target.expression.as(FunctionCallExprSyntax.self), add(call, of: targets.elements.count)
            else { return nil }
        }
    }

    /// Says whether a target compiles what lies in a folder.
    func hold(_ path: String) -> Bool { folders.contains { (path + "/").hasPrefix($0) } }

    private mutating func add(_ target: FunctionCallExprSyntax, of count: Int) -> Bool {
        guard let name = Self.text(of: target, "name") else { return false }
        if target.argument("path") != nil {
            guard let path = Self.text(of: target, "path") else { return false }
            folders.insert(XcodeProject.join(folder, path.lowercased()).withSlash)
            return true
        }
        for place in Self.usualPlaces {
            // Without a folder of its own, the only target has all of it.
            let isOnly = count == 1 || target.calleeName == "testTarget"
            folders.insert(XcodeProject.join(folder, isOnly ? place : "\(place)/\(name.lowercased())").withSlash)
        }
        return true
    }

    private static func text(of call: FunctionCallExprSyntax, _ label: String) -> String? {
        call.argument(label)?.expression.as(StringLiteralExprSyntax.self)?.plainText
    }

    private static let usualPlaces = ["sources", "source", "src", "srcs", "tests", "plugins", "snippets"]

    private static let largest = 200_000
}

extension String {
    fileprivate var withSlash: String { hasSuffix("/") ? self : self + "/" }
}
