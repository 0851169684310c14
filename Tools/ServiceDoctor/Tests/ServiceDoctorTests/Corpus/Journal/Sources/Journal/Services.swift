import Foundation
import OSLog

final class LiveEntryService: EntryService {
    private let container: ModelContainer
    init(container: ModelContainer) { self.container = container }

    func entries() async throws -> [Entry] {
        do {
            return try container.fetch(Entry.self)
        } catch {
            Logger.service.error("\(error.localizedDescription)")
            throw EntryError.unreadable
        }
    }

    func save(_ entry: Entry) async throws {
        container.insert(entry)
        do {
            try container.save()
            ServiceHealthManager.shared.recordSuccess(for: .entries)
        } catch {
            ServiceHealthManager.shared.recordFailure(for: .entries, error: error)
            throw error
        }
    }

    func latest() -> Entry {
        container.all.sorted { $0.date > $1.date }.first! // finds: force_unwrap
    }

    func migrate() {
        do {
            try container.migrate()
        } catch { // finds: print_only_catch health_not_recorded
            print("Migration failed: \(error)")
        }
    }

    func purge() async {
        do {
            try await container.purge()
        } catch let error as NSError { // finds: silent_catch health_not_recorded
        }
    }
}

final class MockEntryService: EntryService {
    func entries() async throws -> [Entry] { Entry.samples }
    func save(_ entry: Entry) async throws { Logger.service.info("Mock: saved") }
}

final class LiveWeatherService: WeatherService {
    func now() async throws -> Weather {
        guard let url = URL(string: "https://weather.example.org/now") else { throw WeatherError.address }
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode(Weather.self, from: data)
    }
}

final class MockWeatherService: WeatherService {
    func now() async throws -> Weather { Weather(degrees: 20) }
}

final class AppleTranscription: TranscriptionService {
    func transcribe(_ audio: URL) async throws -> String {
        let recogniser = try! Recogniser(locale: .current) // finds: force_try
        #if DEBUG
        print("transcribing", audio)
        #endif
        return try await recogniser.text(of: audio)
    }
}

enum Recorder {
    static let format = try! AudioFormat(rate: 44_100) // finds: force_try
    static func stop(_ task: Task<Void, any Error>) async {
        do { try await task.value } catch is CancellationError {} catch { Logger.service.warning("\(error)") }
    }
}

struct OfflineTranscription: TranscriptionService {
    func transcribe(_ audio: URL) async throws -> String { throw TranscriptionError.offline }
}
