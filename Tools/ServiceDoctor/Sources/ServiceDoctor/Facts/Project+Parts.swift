extension Project {
    /// Says whether tests make a service of nothing but stand-ins, and it works with nothing else outside of the program, so that it
    /// can take its own place in tests of others.
    func isBuiltOfStandIns(_ type: TypeFact) -> Bool {
        constructions.madeOfStandIns.contains(type.name) && !reachesOutside(type.name)
    }

    /// Says whether a type, or one that it names, names what lies outside of the program or works in a file that imports a library.
    private func reachesOutside(_ name: String) -> Bool {
        let outside = Set(Self.outside.map(TypeUses.code))
        var named: [String: Set<UInt64>] = [:]
        for use in files.lazy.flatMap(\.typeUses) { named[use.user, default: []].formUnion(use.named) }
        var known: [UInt64: String] = [:]
        let importing = Set(files.lazy.filter { !$0.imports.isSubset(of: Self.plainModules) }.map(\.name))
        var working: Set<String> = []
        for type in types where !type.isSetAside {
            known[TypeUses.code(of: type.name)] = type.name
            // A plain value may be declared beside what works with a library.
            let works = type.kind == .class || type.kind == .actor || type.doesWork
            if works, importing.contains(type.place.file) { working.insert(type.name) }
        }
        // What stands for a protocol is given, by whoever makes the type.
        for type in types where type.kind == .protocol { known[TypeUses.code(of: type.name)] = nil }
        var pending = [name]
        var seen: Set<String> = [name]
        while let next = pending.popLast() {
            guard let uses = named[next] else { continue }
            if working.contains(next) || !uses.isDisjoint(with: outside) { return true }
            for type in uses.lazy.compactMap({ known[$0] }) where seen.insert(type).inserted { pending.append(type) }
        }
        return false
    }

    private static let outside: Set<String> = [
        "URLSession", "URLSessionConfiguration", "URLSessionDataTask", "NWConnection", "NWPathMonitor", "FileManager",
        "FileHandle", "OutputStream", "InputStream", "Process", "Host", "NSPersistentContainer",
        "NSPersistentCloudKitContainer", "ModelContainer", "SecItemAdd", "SecItemCopyMatching", "SecItemDelete",
        "SecItemUpdate", "WKWebView", "NSWorkspace",
    ]

    /// Modules of the system that most files import, whatever is done in them.
    private static let plainModules: Set<String> = [
        "Foundation", "UIKit", "AppKit", "SwiftUI", "Combine", "Observation", "CoreData", "CoreGraphics", "Swift",
        "os", "OSLog", "Dispatch",
    ]
}
