import Foundation
import PackagePlugin

/// Runs the doctor on a package: `swift package service-doctor`.
@main
struct ServiceDoctorPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let process = Process()
        process.executableURL = try context.tool(named: "service-doctor").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            Diagnostics.error("service-doctor ended with \(process.terminationStatus)")
            return
        }
    }
}
