// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-service", path: "..")],
    targets: [
        .target(name: "Handwritten", swiftSettings: settings),
        .target(name: "CMallocCounter"),
        .executableTarget(
            name: "Ratios",
            dependencies: ["CMallocCounter", "Handwritten", .product(name: "Service", package: "swift-service")],
            swiftSettings: settings),
        .target(name: "CAllocationCounter"),
        .executableTarget(
            name: "HealthBenchmarks",
            dependencies: ["CAllocationCounter", .product(name: "ServiceHealth", package: "swift-service")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
