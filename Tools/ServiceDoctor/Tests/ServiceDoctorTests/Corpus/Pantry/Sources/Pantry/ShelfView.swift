import Service
import SwiftUI

struct ShelfView: View {
    @State private var controller = ShelfController()
    @State private var shareError: Error?
    private let prices = LivePriceService() // finds: direct_service_in_view

    var body: some View {
        @Bindable var controller = controller
        List(controller.items) { item in
            ItemRow(item: item)
        }
        .searchable(text: $controller.query)
        .task { await controller.load() }
        .alert("Error", isPresented: .constant(controller.errorMessage != nil)) {
            Button("OK") {}
        } message: {
            Text(controller.errorMessage ?? "")
        }
        .onAppear { print("shelf appeared") } // finds: print_logging
    }

    private func share() {
        Task {
            do {
                try await Sharing.share(controller.items)
            } catch {
                shareError = error // finds: stale_error_on_retry
            }
        }
    }
}

struct ItemRow: View {
    let item: Item
    var body: some View {
        HStack {
            Text(item.name)
            ServiceLabel(item: item)
            Text(PriceFormatter().string(item.price))
        }
    }
}

struct ServiceLabel: View {
    let item: Item
    var body: some View { Text(item.shelf!) } // finds: force_unwrap
}

struct ImportView: View {
    @State private var message: String?
    var body: some View {
        Button("Import") {
            do {
                try Importers.run()
            } catch {
                message = "\(error)" // finds: technical_error_shown
            }
        }
        Text("Something went wrong") // finds: generic_error_message
    }
}

#Preview {
    let prices = LivePriceService()
    return ItemRow(item: try! Item(name: "Rice"))
}
