// swift-tools-version: 6.2
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

let package = Package(
    name: "swift-service",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Service", targets: ["Service"]),
        .library(name: "ServiceHealth", targets: ["ServiceHealth"]),
        .library(name: "ServicePresentation", targets: ["ServicePresentation"]),
        .library(name: "ServiceTesting", targets: ["ServiceTesting"]),
    ],
    traits: [
        .default(enabledTraits: ["Health"]),
        .trait(name: "Health", description: "Fetches swift-log and swift-metrics, which ServiceHealth needs"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    ],
    targets: [
        .target(name: "CResolutionPath"),
        .target(name: "Service", dependencies: ["CResolutionPath"], swiftSettings: settings),
        .target(
            name: "ServiceHealth",
            dependencies: [
                "Service",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Health"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Health"])),
            ],
            swiftSettings: settings),
        .target(name: "ServicePresentation", dependencies: ["Service"], swiftSettings: settings),
        .target(name: "ServiceTesting", dependencies: ["Service"], swiftSettings: settings),

        .testTarget(name: "ServiceTests", dependencies: ["Service"], exclude: ["Seeds"], swiftSettings: settings),
        // The documented snippets as a consumer writes them, with the language's own settings.
        .testTarget(name: "ServiceSeedsTests", dependencies: ["Service"], path: "Tests/ServiceTests/Seeds"),
        // What README and articles show, compiled and run.
        .testTarget(name: "SnippetTests", dependencies: ["Service", "ServiceTesting"], swiftSettings: settings),
        .testTarget(
            name: "ServicePresentationTests", dependencies: ["ServicePresentation", "ServiceTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "ServiceHealthTests",
            dependencies: [
                "Service", "ServiceHealth", "ServiceTesting",
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Health"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Health"])),
            ],
            swiftSettings: settings),
        .testTarget(name: "ServiceTestingTests", dependencies: ["ServiceTesting"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
