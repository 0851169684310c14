import SwiftSyntax

struct DependencyWithoutLiveRule: Rule {
    let description = RuleDescription(
        id: "dependency_without_live",
        severity: .warning,
        summary: "Finds dependency keys without a live value, or with one that does nothing.",
        reason: """
            Where a key has no live value, the app uses its test value and at best reports an issue. Where the live \
            value does nothing, everything seems to work, but nothing is saved, sent or played, and nobody is told.
            """,
        exceptions: """
            Keys whose value the app sets itself, keys that nothing asks for, values that a condition or a platform chooses. A \
            note where the live value only looks as if it did nothing.
            """,
        triggering: [
            """
            import Dependencies
            extension AudioClient: ↓TestDependencyKey { static let testValue = AudioClient() }
            extension DependencyValues { var audio: AudioClient { get { self[AudioClient.self] } set { self[AudioClient.self] = newValue } } }
            struct Player { @Dependency(\\.audio) var audio }
            """,
            """
            // FILE: Sources/Client/Key.swift
            import Dependencies
            enum ConfigKey: ↓TestDependencyKey { static let testValue: any Config = EmptyConfig() }
            extension DependencyValues { var config: any Config { get { self[ConfigKey.self] } set { self[ConfigKey.self] = newValue } } }
            // FILE: Sources/App/App.swift
            import ComposableArchitecture
            @Reducer struct Root { @Dependency(\\.config) var config }
            """,
            """
            import Dependencies
            extension AudioClient: DependencyKey { static let liveValue = ↓AudioClient.noop }
            """,
            """
            import Dependencies
            extension AudioClient: DependencyKey { static var liveValue: Self { ↓.noop } }
            """,
            """
            import Dependencies
            enum UploadKey: DependencyKey { static let liveValue: any Upload = ↓NoopUpload() }
            """,
            """
            import Dependencies
            extension SoundClient: DependencyKey {
                static let liveValue = ↓Self(play: { _ in }, stop: {})
            }
            """,
            """
            import Dependencies
            extension SoundClient: DependencyKey { static let liveValue = ↓Self.testValue }
            """,
        ],
        clean: [
            """
            import Dependencies
            extension AudioClient: TestDependencyKey { static let testValue = AudioClient() }
            extension AudioClient: DependencyKey { static let liveValue = AudioClient(play: { Player.shared.play($0) }) }
            struct Player { @Dependency(AudioClient.self) var audio }
            """,
            """
            import Dependencies
            extension ConfigClient: TestDependencyKey { static let testValue = ConfigClient() }
            extension DependencyValues { var config: ConfigClient { get { self[ConfigClient.self] } set { self[ConfigClient.self] = newValue } } }
            struct Root { @Dependency(\\.config) var config }
            func start() { prepareDependencies { $0.config = .live(url) } }
            """,
            """
            import Dependencies
            extension AudioClient: TestDependencyKey { static let testValue = AudioClient() }
            """,
            """
            import Dependencies
            extension HapticsClient: DependencyKey {
                #if os(iOS)
                static let liveValue = HapticsClient.live
                #else
                static let liveValue = HapticsClient.noop
                #endif
            }
            """,
            """
            import Dependencies
            #if canImport(UIKit)
            extension HapticsClient: DependencyKey { static let liveValue = Self.live }
            #else
            extension HapticsClient: DependencyKey { static let liveValue = Self.noop }
            #endif
            """,
            """
            import Dependencies
            extension HapticsClient: DependencyKey {
                static var liveValue: Self { UIDevice.current.hasHaptics ? .live : .noop }
            }
            """,
            """
            import Dependencies
            extension SoundClient: DependencyKey {
                static let liveValue = Self(play: { Player.shared.play($0) }, stop: {})
            }
            """,
            """
            import Dependencies
            struct Choice: DependencyKey { static let liveValue: Int? = nil }
            enum ListKey: DependencyKey { static let liveValue: [String] = [] }
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        guard unit.words.hints.contains(.liveValue), unit.kind == .production else { return [] }
        return unit.index.types.flatMap { type -> [Finding] in
            // A platform or a condition chooses among several extensions.
            guard !type.isSetAside, type.inherited.contains("DependencyKey"),
                type.node.nearest(IfConfigClauseSyntax.self) == nil
            else { return [] }
            return type.node.memberBlock.members.compactMap { member -> Finding? in
                guard let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first,
                    binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "liveValue"
                else { return nil }
                let values =
                    binding.initializer.map { [$0.value] }
                    ?? binding.accessorBlock.map { ResultExpressions.of(Syntax($0)) } ?? []
                guard values.count == 1, let value = values.first, let severity = Self.severity(of: value) else {
                    return nil
                }
                return finding(
                    unit.place(of: value), "The live value does nothing.", severity: severity,
                    fix: "Give the key a live value that does the work, or set it where the app starts.")
            }
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.injection.keysWithoutValue.filter { project.injection.isAsked(forKey: $0.key) }.map { key, place in
            finding(
                place, "'\(key)' has no live value, and the app sets none.",
                fix: "Make it a DependencyKey, or set its value where the app starts.")
        }
    }

    /// A warning where the name says that it does nothing, a note where only its closures are empty.
    private static func severity(of value: ExprSyntax) -> Severity? {
        if let member = value.as(MemberAccessExprSyntax.self) {
            return doesNothing(member.declName.baseName.text) ? .warning : nil
        }
        guard let call = value.as(FunctionCallExprSyntax.self) else { return nil }
        if call.arguments.isEmpty, let name = call.constructedType ?? call.calleeName, name != "Self" {
            return doesNothing(TypeName.last(name)) ? .warning : nil
        }
        let closures = call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
        let isEmpty = closures.count == call.arguments.count && closures.allSatisfy(\.statements.isEmpty)
        return !closures.isEmpty && isEmpty && call.trailingClosure == nil ? .note : nil
    }

    private static func doesNothing(_ name: String) -> Bool {
        if ["testValue", "previewValue"].contains(name) { return true }
        let words = Words.of(name)
        return words.contains { ["noop", "unimplemented", "failing", "placeholder"].contains($0) }
            || words.starts(with: ["no", "op"])
    }
}
