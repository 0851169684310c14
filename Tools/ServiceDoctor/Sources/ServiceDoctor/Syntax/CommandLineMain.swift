import SwiftSyntax

/// Recognises programs whose output is what they print.
enum CommandLineMain {
    /// Says whether a file is the main file of a command-line program, a script or a plugin.
    static func isMain(_ unit: SourceUnit) -> Bool {
        if unit.name == "main.swift" || unit.name.hasSuffix("/main.swift") || unit.bytes.starts(with: Array("#!".utf8))
        {
            return true
        }
        let folders = unit.name.split(separator: "/").dropLast()
        if folders.contains(where: { $0.lowercased() == "scripts" }) { return true }
        if !unit.index.imports.isDisjoint(with: ["ArgumentParser", "PackagePlugin"]) { return true }
        if unit.index.functions.contains(where: isEntry) || isScript(unit) { return true }
        return unit.index.types.contains { type in
            guard type.attributes.contains("main") else { return false }
            return type.inherited.allSatisfy { !applications.contains($0) }
        }
    }

    /// Runs statements outside of all declarations, which no file of an app but `main.swift` may.
    private static func isScript(_ unit: SourceUnit) -> Bool {
        !unit.index.imports.isEmpty && longRunning.isDisjoint(with: unit.index.imports)
            && unit.tree.statements.contains { item in
                [.functionCallExpr, .sequenceExpr, .expressionStmt, .forStmt, .guardStmt].contains(item.item.kind)
            }
    }

    /// `static func main()`, which a library offers to the programs built on it.
    private static func isEntry(_ function: FunctionDeclSyntax) -> Bool {
        function.name.text == "main" && function.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
            && function.enclosingType?.is(ExtensionDeclSyntax.self) ?? false
    }

    private static let applications: Set<String> = [
        "App", "UIApplicationDelegate", "NSApplicationDelegate", "WKApplicationDelegate", "WidgetBundle", "Widget",
        "UIResponder", "NSObject", "WKExtensionDelegate", "SwiftUI.App",
    ]

    /// Modules for servers, whose output is their log.
    static let servers: Set<String> = ["Vapor", "Hummingbird"]

    /// Modules whose presence says that printing is not the program's output.
    static let longRunning: Set<String> = [
        "SwiftUI", "UIKit", "AppKit", "Cocoa", "WatchKit", "SpriteKit", "Flutter", "AWSLambdaRuntime", "GRPC",
        "GRPCCore", "Vapor", "Hummingbird", "NIO", "NIOCore", "NIOPosix",
        "ComposableArchitecture",
        "ServiceLifecycle",
    ]
}
