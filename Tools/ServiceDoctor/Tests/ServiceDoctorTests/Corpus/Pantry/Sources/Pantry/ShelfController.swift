import Observation
import Service

@Observable @MainActor
final class ShelfController {
    private(set) var items: [Item] = []
    private(set) var errorMessage: String?
    private(set) var isLoading = false
    var query = ""
    var selection: Item?
    var total = 0 // finds: controller_shape

    @ObservationIgnored @Service var repository: any ShelfRepository
    @ObservationIgnored @Service var prices: any PriceService
    @ObservationIgnored @Service var analytics: Analytics?

    func load() async {
        isLoading = true
        errorMessage = nil
        defer { isLoading = false }
        do {
            items = try await repository.items()
            total = items.count
        } catch {
            guard !Task.isCancelled else { return }
            errorMessage = "Your shelf could not be opened. Close the app and try again."
        }
    }

    func add(_ item: Item) async {
        errorMessage = nil
        do {
            try await repository.save(item)
        } catch {
            errorMessage = "“\(item.name)” was not saved." // finds: missing_cancellation_check
        }
    }

    func refreshPrices() async {
        do {
            for item in items { _ = try await prices.price(of: item) }
        } catch is CancellationError {
            return
        } catch let error as PriceError {
            errorMessage = error.userMessage
        } catch {
            errorMessage = "An unexpected error occurred."
        }
    }

    func export() async {
        do {
            let file = try await Exporter().write(items)
            share(file)
        } catch {
            if !Task.isCancelled {
                errorMessage = error.localizedDescription // finds: technical_error_shown
            }
        }
    }

    func tidy() {
        do {
            items.removeAll { $0.isExpired }
            total = items.count
        } catch { // finds: unreachable_fallback
            errorMessage = "Something went wrong" // finds: generic_error_message
        }
    }

    func prefetch() async {
        do {
            try await Task.sleep(for: .milliseconds(300))
        } catch {
            // A newer search has begun.
        }
    }
}

@Observable
final class ReceiptScannerController { // finds: controller_shape
    private(set) var lines: [String] = []
}

final class BatteryController {
    var level = 1.0
    func drain() { level = 0.5 }
}
