import Factory
import SwiftUI

@MainActor
final class TrailsViewModel: ObservableObject {
    enum LoadState { case idle, loading, loaded([Trail]), failed(Error) }

    @Published private(set) var state: LoadState = .idle
    @Published var search = ""
    @Published var searchError: String?
    @Injected(\.trailService) private var trails
    @Injected(\.location) private var location

    func load() async {
        state = .loading
        do {
            state = .loaded(try await trails.trails(near: location.current()))
        } catch {
            state = .failed(error) // finds: missing_cancellation_check
        }
    }

    func find() async {
        do {
            let place = try await location.current()
            state = .loaded(try await trails.trails(near: place))
            searchError = nil
        } catch {
            if Task.isCancelled { return }
            searchError = "No trails were found. Are you connected?" // finds: stale_error_on_retry
        }
    }

    func refresh() async {
        begin()
        do {
            state = .loaded(try await trails.trails(near: .home))
        } catch {
            guard !(error is CancellationError) else { return }
            searchError = String(describing: error) // finds: technical_error_shown
        }
    }

    func begin() { searchError = nil }
}

final class DownloadViewModel: ObservableObject { // finds: controller_shape
    @Published private(set) var progress = 0.0
    @Published var failure: String?
    private var task: Task<Void, Never>?

    func download(_ trail: Trail) {
        failure = nil
        task = Task {
            do {
                try await Downloader().download(trail) { self.progress = $0 }
            } catch {
                failure = error.localizedDescription // finds: missing_cancellation_check technical_error_shown
            }
        }
    }
}

@Observable @MainActor
final class MapController {
    private(set) var pins: [Pin] = []
    var region = Region.world
    var isShowingLegend = false
    var pinCount = 0 // finds: controller_shape
    var errorText: String? // finds: controller_shape

    func drop(_ pin: Pin) {
        pins.append(pin)
        pinCount = pins.count
    }

    func load() async {
        errorText = nil
        do { pins = try await Pins.load() } catch where Task.isCancelled { return } catch { errorText = "The pins could not be loaded." }
    }
}
