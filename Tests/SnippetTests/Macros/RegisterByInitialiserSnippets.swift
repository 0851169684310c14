#if Health
import Service
import Testing

protocol HTTPClient: Sendable {}
protocol PhotoStore: Sendable {}
protocol Uploading: Sendable {}
struct Network: HTTPClient {}
struct PhotoDisk: PhotoStore {}

@Suite struct RegisterByHandSnippets {
    final class Uploader: Uploading {
        init(client: any HTTPClient, store: any PhotoStore, limit: Int = 3) throws {}
    }

    @Test func `before`() throws {
        let env = ServiceEnv(name: "before")
        env.register((any HTTPClient).self) { Network() }
        env.register((any PhotoStore).self, name: "primary") { PhotoDisk() }
        // snippet: initialiser-before
        env.register((any Uploading).self) {
            try Uploader(
                client: env.resolve((any HTTPClient).self),
                store: env.resolve((any PhotoStore).self, name: "primary"))
        }
        // snippet end
        try env.validate()
    }
}

#if Macros
import ServiceMacros

// snippet: initialiser-type
@Injectable
final class Uploader: Uploading {
    init(client: any HTTPClient, @Named("primary") store: any PhotoStore, limit: Int = 3) throws {}
}
// snippet end

// snippet: initialiser-passed
@Injectable
struct Report: Sendable {
    let title: String
    init(@Passed year: Int, store: any PhotoStore, @Passed author: String) { title = "\(author), \(year)" }
}
// snippet end

@Injectable
final class Pool: Sendable {
    init(client: any HTTPClient) async {}
}

@Injectable
@MainActor final class Gallery {
    init(client: any HTTPClient) {}
}

@MainActor
@Suite struct RegisterByInitialiserSnippets {
    @Test func `types are registered by their initialisers`() async throws {
        let env = ServiceEnv(name: "initialiser")
        // snippet: initialiser-register
        env.register((any HTTPClient).self) { Network() }
        env.register((any PhotoStore).self, name: "primary") { PhotoDisk() }
        env.register((any Uploading).self, as: Uploader.self) { $0 }

        let uploading = try env.resolve((any Uploading).self)
        // snippet end
        #expect(uploading is Uploader)
        // snippet: initialiser-kinds
        env.register(Uploader.self, scope: .transient)  // as itself
        env.registerAsync(Pool.self)  // the initialiser is async
        env.registerMain(Gallery.self)  // the type or the initialiser is @MainActor
        // snippet end
        try env.resolve(Uploader.self)
        try await env.resolveAsync(Pool.self)
        try env.resolveMain(Gallery.self)
        env.register((any PhotoStore).self) { PhotoDisk() }
        // snippet: initialiser-arguments
        env.register(Report.self)
        let report = try env.resolve(Report.self, arguments: 2026, "Ada")
        // snippet end
        #expect(report.title == "Ada, 2026")
        try env.validate()
    }

    @Test func `a missing need is found without running anything`() {
        // snippet: initialiser-validate
        let env = ServiceEnv(name: "incomplete")
        env.register(Uploader.self)
        #expect(throws: ServiceValidationError.self) { try env.validate() }
        // snippet end
    }

    // snippet: initialiser-by-hand
    struct Archive: Injectable, Sendable {
        let store: any PhotoStore

        static var needs: [ServiceNeed] { [ServiceNeed((any PhotoStore).self)] }
        static func make(in env: ServiceEnv) throws -> Archive {
            Archive(store: try env.resolve((any PhotoStore).self))
        }
    }
    // snippet end
}
#endif
#endif
