import ComposableArchitecture
import Foundation

protocol EntryService: Sendable {
    func entries() async throws -> [Entry]
    func save(_ entry: Entry) async throws
}

protocol WeatherService: Sendable {
    func now() async throws -> Weather
}

protocol TranscriptionService: Sendable {
    func transcribe(_ audio: URL) async throws -> String
}

enum EntryServiceKey: DependencyKey {
    static var liveValue: any EntryService {
        do {
            let container = try ModelContainer(for: Entry.self)
            Task { @MainActor in ServiceHealthManager.shared.recordSuccess(for: .entries) }
            return LiveEntryService(container: container)
        } catch {
            Task { @MainActor in ServiceHealthManager.shared.recordFailure(for: .entries, error: error) }
            return MockEntryService()
        }
    }
    static let testValue: any EntryService = MockEntryService()
}

enum WeatherServiceKey: DependencyKey {
    static let liveValue: any WeatherService = MockWeatherService() // finds: mock_as_live
    static let testValue: any WeatherService = MockWeatherService()
}

enum TranscriptionServiceKey: DependencyKey {
    static var liveValue: any TranscriptionService {
        do {
            let service = AppleTranscription()
            return service
        } catch { // finds: unreachable_fallback
            return OfflineTranscription()
        }
    }
}

enum SyncServiceKey: DependencyKey {
    static var liveValue: SyncEngine {
        do {
            return try SyncEngine(folder: .documentsDirectory)
        } catch { // finds: health_not_recorded
            Logger.service.error("No sync: \(error.localizedDescription)")
            return SyncEngine.disabled
        }
    }
}

enum HapticsKey: DependencyKey {
    static var liveValue: Haptics { ProcessInfo.isSimulator ? .mock : .system }
    static let previewValue = Haptics.mock
}

struct SpeechClient: Sendable {
    var start: @Sendable () async throws -> Void
    var stop: @Sendable () async -> Void
}

extension SpeechClient: DependencyKey {
    static let liveValue = SpeechClient(start: { try await Recorder.shared.start() }, stop: { await Recorder.shared.stop() })
    static let testValue = SpeechClient(start: {}, stop: {})
}

extension SpeechClient {
    static let mock = SpeechClient(start: {}, stop: {})
}

extension BackupClient: DependencyKey {
    static var liveValue: BackupClient { .mock } // finds: mock_as_live
}

extension DependencyValues {
    var entries: any EntryService {
        get { self[EntryServiceKey.self] }
        set { self[EntryServiceKey.self] = newValue }
    }
    var weather: any WeatherService {
        get { self[WeatherServiceKey.self] }
        set { self[WeatherServiceKey.self] = newValue }
    }
    var speech: SpeechClient {
        get { self[SpeechClient.self] }
        set { self[SpeechClient.self] = newValue }
    }
}
