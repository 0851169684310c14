import Foundation
import Logging

protocol TrailService: Sendable { // finds: missing_mock
    func trails(near place: Place) async throws -> [Trail]
}

protocol APIClient: Sendable { // finds: missing_mock
    func get(_ path: String) async throws -> Data
}

protocol LocationService: Sendable {
    func current() async throws -> Place
}

/// @mockable
protocol PhotoService: Sendable {
    func photo(_ id: Int) async throws -> Data
}

final class LiveTrailService: TrailService {
    private let api: APIClient
    init(api: APIClient) { self.api = api }

    func trails(near place: Place) async throws -> [Trail] {
        let data = try await api.get("trails?near=\(place)")
        dump(data) // finds: print_logging
        return try JSONDecoder().decode([Trail].self, from: data)
    }

    func favourites() -> [Trail] {
        guard let data = UserDefaults.standard.data(forKey: "favourites") else { return [] }
        do {
            return try JSONDecoder().decode([Trail].self, from: data)
        } catch {
            logger.error("favourites: \(error)")
            return []
        }
    }
}

struct HTTPAPIClient: APIClient {
    static let base = URL(string: "https://trails.example.net")!

    func get(_ path: String) async throws -> Data {
        for attempt in 1...3 {
            do {
                let (data, _) = try await URLSession.shared.data(from: Self.base.appending(path: path))
                return data
            } catch { // finds: print_only_catch
                print("attempt \(attempt) failed")
                continue
            }
        }
        throw URLError(.timedOut)
    }
}

actor GPSLocationService: LocationService {
    init(tracker: Tracker) {}
    func current() async throws -> Place { try await Tracker.shared.place() }

    func watch() async {
        do {
            for try await place in Tracker.shared.places { remember(place) }
        } catch { // finds: silent_catch
            // the stream ended
        }
    }
}

final class FakeLocationService: LocationService { func current() async throws -> Place { .summit } }
final class DiskPhotoService: PhotoService { func photo(_ id: Int) async throws -> Data { try Data(contentsOf: cache(id)) } }

struct TrailMathService {
    func length(_ points: [Point]) -> Double { points.reduce(0) { $0 + $1.distance } }
}
