// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

/// The settings that every Swift target of this package is built with.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
]

/// Products of swift-syntax, which the trait `Macros` alone fetches.
func swiftSyntax(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"])) }
}

let package = Package(
    name: "swift-service",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Service", targets: ["Service"]),
        .library(name: "ServiceHealth", targets: ["ServiceHealth"]),
        .library(name: "ServiceLifecycleAdapter", targets: ["ServiceLifecycleAdapter"]),
        .library(name: "ServiceOutbox", targets: ["ServiceOutbox"]),
        .library(name: "ServicePresentation", targets: ["ServicePresentation"]),
        .library(name: "ServiceTesting", targets: ["ServiceTesting"]),
        .library(name: "ServiceMacros", targets: ["ServiceMacros"]),
    ],
    traits: [
        .default(enabledTraits: ["Health", "Lifecycle"]),
        .trait(name: "Health", description: "Fetches swift-log and swift-metrics, which ServiceHealth needs"),
        .trait(name: "Lifecycle", description: "Fetches swift-service-lifecycle, which ServiceLifecycleAdapter needs"),
        .trait(
            name: "Tracing", description: "Fetches swift-distributed-tracing: ServiceHealth's calls are spans",
            enabledTraits: ["Health"]),
        .trait(
            name: "Configuration",
            description: "Fetches swift-configuration: ServiceHealth reads its policies from files and the environment",
            enabledTraits: ["Health"]),
        .trait(
            name: "Outbox", description: "Fetches GRDB, a library for SQLite, which ServiceOutbox needs",
            enabledTraits: ["Health"]),
        .trait(
            name: "Macros", description: "Fetches swift-syntax: ServiceMacros has @Resilient, @Mock and @Injectable"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // From 602 on, toolchains can include it prebuilt; wide, so that other packages with macros find a version too.
        .package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.1"..<"605.0.0"),
    ],
    targets: [
        .target(
            name: "CServiceThread",
            linkerSettings: [
                // It calls the Swift runtime. Elsewhere, every Swift program is linked with that.
                .linkedLibrary(
                    "swift_Concurrency", .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]))
            ]),
        .target(name: "Service", dependencies: ["CServiceThread"], swiftSettings: settings),
        .target(
            name: "ServiceHealth",
            dependencies: [
                "Service",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Health"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Health"])),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
                .product(
                    name: "Configuration", package: "swift-configuration",
                    condition: .when(traits: ["Configuration"])),
            ],
            swiftSettings: settings),
        .target(
            name: "ServiceLifecycleAdapter",
            dependencies: [
                "Service",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Lifecycle"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Lifecycle"])),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Lifecycle"])),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ServiceOutbox",
            dependencies: [
                "Service", "ServiceHealth",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Outbox"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Outbox"])),
            ],
            // The trait has the name of the class, which a reader of `#if Outbox` would look for.
            swiftSettings: settings + [.define("OUTBOX", .when(traits: ["Outbox"]))]),
        .target(name: "ServicePresentation", dependencies: ["Service"], swiftSettings: settings),
        .target(name: "ServiceTesting", dependencies: ["Service"], swiftSettings: settings),
        .target(
            name: "ServiceMacros",
            dependencies: ["Service", .target(name: "ServiceMacroPlugin", condition: .when(traits: ["Macros"]))],
            swiftSettings: settings),
        .macro(
            name: "ServiceMacroPlugin",
            dependencies: swiftSyntax(
                "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics", "SwiftCompilerPlugin"),
            swiftSettings: settings),

        // Takes the place of the C library's allocation in the tests, to count.
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .testTarget(
            name: "ServiceTests", dependencies: ["Service", "ServiceTesting", "CAllocationCounter"], exclude: ["Seeds"],
            swiftSettings: settings),
        // The documented snippets as a consumer writes them, with the language's own settings.
        .testTarget(name: "ServiceSeedsTests", dependencies: ["Service"], path: "Tests/ServiceTests/Seeds"),
        // What README and articles show, compiled and run.
        .testTarget(
            name: "SnippetTests",
            dependencies: [
                "Service", "ServiceHealth", "ServiceLifecycleAdapter", "ServiceMacros", "ServiceOutbox",
                "ServicePresentation", "ServiceTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Outbox"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Health", "Lifecycle"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Lifecycle"])),
            ],
            exclude: ["Programs"],
            swiftSettings: settings),
        .testTarget(
            name: "ServicePresentationTests", dependencies: ["ServicePresentation", "ServiceTesting"],
            swiftSettings: settings),
        .testTarget(name: "ServiceModelTests", dependencies: ["Service"], swiftSettings: settings),
        .testTarget(
            name: "ServiceHealthTests",
            dependencies: [
                "Service", "ServiceHealth", "ServiceTesting",
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Health"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Health"])),
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Tracing"])),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
                .product(
                    name: "Configuration", package: "swift-configuration",
                    condition: .when(traits: ["Configuration"])),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ServiceOutboxTests",
            dependencies: [
                "Service", "ServiceHealth", "ServiceOutbox", "ServiceTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Outbox"])),
            ],
            swiftSettings: settings),
        // Keeps and delivers changes until it is killed: see its README.
        .executableTarget(
            name: "OutboxVictim", dependencies: ["ServiceHealth", "ServiceOutbox"], path: "Tests/OutboxKills",
            exclude: ["README.md", "kill.c", "kill.py"], swiftSettings: settings),
        .testTarget(name: "ServiceTestingTests", dependencies: ["ServiceTesting"], swiftSettings: settings),
        .testTarget(
            name: "ServiceLifecycleAdapterTests",
            dependencies: [
                "Service", "ServiceLifecycleAdapter", "ServiceTesting",
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Lifecycle"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Lifecycle"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Lifecycle"])),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Lifecycle"])),
                .product(
                    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle",
                    condition: .when(traits: ["Lifecycle"])),
            ],
            swiftSettings: settings
        ),
        // What the macros generate, compiled and run: as the package is built, and isolated to the main actor by default.
        .testTarget(
            name: "ServiceMacrosTests", dependencies: ["Service", "ServiceHealth", "ServiceMacros", "ServiceTesting"],
            swiftSettings: settings),
        .target(
            name: "MainActorShapes", dependencies: ["Service", "ServiceHealth", "ServiceMacros", "ServiceTesting"],
            path: "Tests/MainActorShapes", swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "ServiceMacrosMainActorTests",
            dependencies: ["Service", "ServiceHealth", "ServiceTesting", "MainActorShapes"],
            swiftSettings: settings + [.define("MAIN_ACTOR_SHAPES")]),
        .testTarget(
            name: "ServiceMacroPluginTests",
            dependencies: [.target(name: "ServiceMacroPlugin", condition: .when(traits: ["Macros"]))]
                + swiftSyntax(
                    "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion",
                    "SwiftSyntaxMacrosGenericTestSupport"),
            exclude: ["Refusals", "Fixes"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
