import Dependencies
import Foundation

struct AudioClient: Sendable {
    var play: @Sendable (String) async -> Void
    var stop: @Sendable () async -> Void
    static let noop = Self(play: { _ in }, stop: {})
}

extension AudioClient: DependencyKey {
    static let liveValue = Self.noop // finds: dependency_without_live
}

struct DictionaryClient: Sendable {
    var contains: @Sendable (String) -> Bool
}

extension DictionaryClient: TestDependencyKey { // finds: dependency_without_live
    static let testValue = Self(contains: { _ in true })
}

struct ConfigClient: Sendable { var isOpen: @Sendable () -> Bool }

extension ConfigClient: TestDependencyKey {
    static let testValue = Self(isOpen: { true })
}

struct StatsClient: Sendable {
    let words: @Sendable () -> Int
    init(scores: ScoreClient) { words = { 0 } }
}

struct ScoreClient: Sendable {
    let best: @Sendable () -> Int
    init(stats: StatsClient) { best = { 0 } }
}

extension StatsClient: DependencyKey {
    static let liveValue = StatsClient(scores: ScoreClient.liveValue) // finds: di_cycle
}

extension ScoreClient: DependencyKey {
    static var liveValue: ScoreClient {
        @Dependency(\.stats) var stats
        return ScoreClient(stats: stats)
    }
}

struct UploadClient: Sendable {
    var send: @Sendable (Data) async throws -> Void
}

extension UploadClient: DependencyKey {
    static let liveValue = Self.live()

    private static func live() -> Self {
        @Dependency(\.config) var config
        return Self(send: { _ in _ = config.isOpen() })
    }
}

extension DependencyValues {
    var audio: AudioClient { get { self[AudioClient.self] } set { self[AudioClient.self] = newValue } }
    var dictionary: DictionaryClient { get { self[DictionaryClient.self] } set { self[DictionaryClient.self] = newValue } }
    var config: ConfigClient { get { self[ConfigClient.self] } set { self[ConfigClient.self] = newValue } }
    var stats: StatsClient { get { self[StatsClient.self] } set { self[StatsClient.self] = newValue } }
    var scores: ScoreClient { get { self[ScoreClient.self] } set { self[ScoreClient.self] = newValue } }
    var upload: UploadClient { get { self[UploadClient.self] } set { self[UploadClient.self] = newValue } }
}
