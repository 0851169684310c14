import SwiftSyntax

/// Recognises calls of the standard printing functions.
enum PrintCall {
    private static let names: Set<String> = ["print", "debugPrint", "dump", "NSLog"]

    /// Says whether a call prints to standard output: not a method of that name, not into a stream.
    static func isPrint(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        let name: String
        if let plain = call.calledExpression.as(DeclReferenceExprSyntax.self) {
            name = plain.baseName.text
        } else if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Swift"
        {
            name = member.declName.baseName.text
        } else {
            return false
        }
        guard names.contains(name), call.argument("to") == nil else { return false }
        return !unit.index.functions.contains { $0.name.text == name }
    }
}

/// Recognises programs whose output is what they print.
enum CommandLineMain {
    /// Says whether a file is the main file of a command-line program, a script or a plugin.
    static func isMain(_ unit: SourceUnit) -> Bool {
        if unit.name == "main.swift" || unit.name.hasSuffix("/main.swift") || unit.source.hasPrefix("#!") { return true }
        if !unit.index.imports.isDisjoint(with: ["ArgumentParser", "PackagePlugin"]) { return true }
        return unit.index.types.contains { type in
            guard type.attributes.contains("main") else { return false }
            return type.inherited.allSatisfy { !applications.contains($0) }
        }
    }

    private static let applications: Set<String> = [
        "App", "UIApplicationDelegate", "NSApplicationDelegate", "WKApplicationDelegate", "WidgetBundle", "Widget",
        "UIResponder", "NSObject", "WKExtensionDelegate", "SwiftUI.App",
    ]

    /// Modules whose presence says that printing is not the program's output.
    static let longRunning: Set<String> = [
        "SwiftUI", "UIKit", "AppKit", "WatchKit", "Vapor", "Hummingbird", "NIO", "NIOCore", "NIOPosix", "ComposableArchitecture",
        "ServiceLifecycle",
    ]
}
