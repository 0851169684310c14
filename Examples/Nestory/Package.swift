// swift-tools-version: 6.3
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

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let service: Target.Dependency = .product(name: "Service", package: "swift-service")
let serviceHealth: Target.Dependency = .product(name: "ServiceHealth", package: "swift-service")

let serviceMacros: Target.Dependency = .product(name: "ServiceMacros", package: "swift-service")
let serviceOutbox: Target.Dependency = .product(name: "ServiceOutbox", package: "swift-service")
let serviceTesting: Target.Dependency = .product(name: "ServiceTesting", package: "swift-service")

/// Only programs that ask for it know PostgreSQL.
let withPostgres: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])

let package = Package(
    name: "nestory-app",
    // `Observations` came with this system.
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "nestory", targets: ["Nestory"])
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Keeps the inventory in PostgreSQL where asked to. Needs libpq")
    ],
    dependencies: [
        // A link to the root. SwiftPM takes a folder's name for the package's identity, and a clone may have any name, even
        // the one of this folder.
        .package(path: "../swift-service", traits: [.defaults, "Configuration", "Macros", "Outbox"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // The parts of requests and answers that hummingbird's connections pass on.
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // What an item is: money, CSV, validation and the services' protocols. No database, no HTTP.
        .target(name: "Inventory", swiftSettings: settings),
        // The inventory in SQLite.
        .target(
            name: "InventoryStore",
            dependencies: [
                "Inventory", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        // libpq, PostgreSQL's own client library.
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // A PostgreSQL cluster with its failovers. Knows nothing of inventories.
        .target(
            name: "PostgresClient", dependencies: [.target(name: "CLibPQ", condition: withPostgres)],
            swiftSettings: settings),
        // The inventory in PostgreSQL.
        .target(
            name: "InventoryPostgres",
            dependencies: ["Inventory", .target(name: "PostgresClient", condition: withPostgres)],
            swiftSettings: settings),
        // What is asked over the network: exchange rates and the webhook for notifications.
        .target(
            name: "NestoryRemote",
            dependencies: [
                "Inventory", .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // What protects the services: their names, policies, last known answers and words for people.
        .target(
            name: "NestoryServices",
            dependencies: [
                "Inventory", service, serviceHealth, serviceMacros, serviceOutbox,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // A metrics backend that writes Prometheus' text format.
        .target(
            name: "PrometheusText", dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: settings),
        // The page: templates, stylesheet and script.
        .target(
            name: "NestoryPages",
            dependencies: ["Inventory", .product(name: "Mustache", package: "swift-mustache")],
            resources: [.embedInCode("Resources")],
            swiftSettings: settings),
        // What stands behind each open page: main-actor controllers, and who keeps them.
        .target(
            name: "NestoryControllers",
            dependencies: [
                "Inventory", "NestoryServices", service, serviceHealth,
                .product(name: "ServicePresentation", package: "swift-service"),
            ],
            swiftSettings: settings),
        // The routes.
        .target(
            name: "NestoryServer",
            dependencies: [
                "Inventory", "NestoryControllers", "NestoryPages", "NestoryServices", "PrometheusText", service,
                serviceHealth, hummingbird,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServicePresentation", package: "swift-service"),
            ],
            swiftSettings: settings),
        // Where implementations are chosen.
        .target(
            name: "NestoryAssembly",
            dependencies: [
                "Inventory", "InventoryPostgres", "InventoryStore", "NestoryRemote", "NestoryServices",
                "PrometheusText", .target(name: "PostgresClient", condition: withPostgres), service, serviceHealth,
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // The command line.
        .executableTarget(
            name: "Nestory",
            dependencies: [
                "Inventory", "InventoryStore", "NestoryAssembly", "NestoryControllers", "NestoryPages", "NestoryRemote",
                "NestoryServer", "NestoryServices", "PrometheusText", service, serviceHealth, hummingbird,
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycleAdapter", package: "swift-service"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Resources")],
            swiftSettings: settings),
        // Real servers in temporary folders, for tests.
        .target(
            name: "PostgresServers", dependencies: [.target(name: "PostgresClient", condition: withPostgres)],
            path: "Tests/PostgresServers", swiftSettings: settings),
        // Nestory's client beside PostgreSQL's own benchmark.
        .executableTarget(
            name: "PostgresBenchmarks",
            dependencies: [
                "Inventory", "InventoryPostgres", "PostgresServers",
                .target(name: "PostgresClient", condition: withPostgres),
            ],
            path: "Benchmarks/Postgres", swiftSettings: settings),
        .testTarget(
            name: "PostgresClientTests",
            dependencies: [.target(name: "PostgresClient", condition: withPostgres), "PostgresServers"],
            swiftSettings: settings),
        .testTarget(
            name: "InventoryPostgresTests",
            dependencies: [
                "Inventory", "InventoryPostgres", "PostgresServers",
                .target(name: "PostgresClient", condition: withPostgres), serviceTesting,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NestoryAssemblyTests",
            dependencies: [
                "Inventory", "InventoryPostgres", "InventoryStore", "NestoryAssembly", "NestoryRemote",
                "PostgresServers", .target(name: "PostgresClient", condition: withPostgres), serviceTesting,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "InventoryTests", dependencies: ["Inventory", "TestDoubles", serviceTesting], swiftSettings: settings),
        .testTarget(
            name: "InventoryStoreTests",
            dependencies: [
                "Inventory", "InventoryPostgres", "InventoryStore", "PostgresServers",
                .target(name: "PostgresClient", condition: withPostgres), .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NestoryServicesTests",
            dependencies: [
                "Inventory", "InventoryStore", "NestoryAssembly", "NestoryServices", "TestDoubles", service,
                serviceHealth, serviceOutbox, serviceTesting, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PrometheusTextTests",
            dependencies: ["PrometheusText", .product(name: "Metrics", package: "swift-metrics")],
            swiftSettings: settings),
        // A web server that does what no server should, for tests.
        .target(
            name: "TestServer",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/TestServer", swiftSettings: settings),
        // Services that do what a test says.
        .target(
            name: "TestDoubles", dependencies: ["Inventory", serviceMacros, serviceTesting], path: "Tests/TestDoubles",
            swiftSettings: settings),
        .testTarget(
            name: "NestoryRemoteTests",
            dependencies: [
                "Inventory", "InventoryStore", "NestoryRemote", "TestServer", serviceMacros, serviceTesting,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NestoryPagesTests", dependencies: ["Inventory", "NestoryPages"], swiftSettings: settings),
        .testTarget(
            name: "NestoryControllersTests",
            dependencies: [
                "Inventory", "NestoryControllers", "NestoryServices", "TestDoubles", service, serviceHealth,
                .product(name: "ServicePresentation", package: "swift-service"), serviceTesting,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NestoryServerTests",
            dependencies: [
                "Inventory", "NestoryAssembly", "NestoryControllers", "NestoryPages", "NestoryRemote", "NestoryServer",
                "NestoryServices", "PrometheusText", "TestDoubles", service, serviceHealth, serviceTesting,
                hummingbird,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycleAdapter", package: "swift-service"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "NestoryTests",
            dependencies: [
                "Inventory", "InventoryStore", "Nestory", "PostgresServers", "TestServer", service, serviceTesting,
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
