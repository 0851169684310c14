// swift-tools-version: 6.3
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
    dependencies: [
        .package(name: "swift-service", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "Handwritten", swiftSettings: settings),
        // A link to the one of the root package's tests.
        .target(name: "CAllocationCounter"),
        .executableTarget(
            name: "Ratios",
            dependencies: ["CAllocationCounter", "Handwritten", .product(name: "Service", package: "swift-service")],
            swiftSettings: settings),
        .executableTarget(
            name: "HealthBenchmarks",
            dependencies: ["CAllocationCounter", .product(name: "ServiceHealth", package: "swift-service")],
            swiftSettings: settings),
        .executableTarget(
            name: "ServiceBenchmarks",
            dependencies: [
                "Handwritten", .product(name: "Benchmark", package: "benchmark"),
                .product(name: "Service", package: "swift-service"),
            ],
            path: "Benchmarks/ServiceBenchmarks", swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
