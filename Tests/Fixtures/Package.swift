// swift-tools-version: 6.3
import PackageDescription

/// Modules that are built unlike ours, as those of apps are. `Scripts/test.sh fixtures` builds and runs them.
let package = Package(
    name: "fixtures",
    platforms: [.macOS(.v15)],
    dependencies: [
        // A link to the root, whose own folder may have any name.
        .package(path: "../../Examples/swift-service"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        // The server that an article shows, a link to its file. `Scripts/test-fixtures.sh` runs it until a signal.
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "Service", package: "swift-service"),
                .product(name: "ServiceLifecycleAdapter", package: "swift-service"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        // Xcode's settings for a new app. Its articles are links to the files that the root package compiles too.
        .testTarget(
            name: "MainActorByDefaultTests",
            dependencies: [
                .product(name: "Service", package: "swift-service"),
                .product(name: "ServicePresentation", package: "swift-service"),
                .product(name: "ServiceTesting", package: "swift-service"),
            ],
            swiftSettings: [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .testTarget(
            name: "BesideServiceLifecycleTests",
            dependencies: [
                .product(name: "Service", package: "swift-service"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
