// swift-tools-version: 6.3
import PackageDescription

/// The settings that every Swift target of this package is built with: those of the root package.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
]

let package = Package(
    name: "service-doctor",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ServiceDoctor", targets: ["ServiceDoctor"]),
        .executable(name: "service-doctor", targets: ["service-doctor"]),
        .plugin(name: "ServiceDoctorPlugin", targets: ["ServiceDoctorPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(
            name: "ServiceDoctor",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "service-doctor",
            dependencies: [
                "ServiceDoctor",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "doctor-benchmark",
            dependencies: [
                "ServiceDoctor",
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            swiftSettings: settings
        ),
        .plugin(
            name: "ServiceDoctorPlugin",
            capability: .command(
                intent: .custom(
                    verb: "service-doctor",
                    description: "Says where the package breaks the rules of services that stay up.")),
            dependencies: ["service-doctor"]
        ),
        .testTarget(
            name: "ServiceDoctorTests",
            dependencies: ["ServiceDoctor", "service-doctor"],
            exclude: ["Corpus"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
