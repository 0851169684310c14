#if canImport(SwiftUI)
import Foundation
import Service
import ServicePresentation
import SwiftUI

// Compiled by the package on Apple's systems, and by Scripts/typecheck-swiftui.sh on all others.

@MainActor
final class InventoryController {
    let items: ServiceAction<Void, [Item]>
    let pull: PullToRefresh<Void, [Item]>

    init(items: ServiceAction<Void, [Item]>) {
        self.items = items
        pull = PullToRefresh(items)
    }
}

@MainActor
final class RegistrationController {
    let email = Field("", .email)
    let form: ServiceForm

    init() {
        form = ServiceForm(["email": email])
    }
}

// snippet: views-list
struct InventoryView: View {
    let controller: InventoryController

    var body: some View {
        VStack {
            if let items = controller.items.value {
                List {
                    ForEach(items, id: \.id) { item in
                        Text(item.name)
                    }
                }
                .refreshable { await controller.pull.refresh() }
            } else if controller.items.isRunning {
                ProgressView()
            } else {
                ErrorView(controller.items)
            }
        }
        .task { await controller.items.run() }
    }
}
// snippet end

// snippet: views-form
struct RegistrationView: View {
    let controller: RegistrationController
    let register: @MainActor () async throws -> Void

    var body: some View {
        @Bindable var email = controller.email
        VStack {
            TextField("Email", text: $email.value)
            InlineError(email.error)
            Button("Sign up") {
                Task { await controller.form.submit(register) }
            }
            .disabled(controller.form.isSubmitting)
        }
        .errorAlert(controller.form)
    }
}
// snippet end

@MainActor func drawAlertAndBanner(
    controller: InventoryController, degradedText: @escaping @MainActor () -> String?
) -> some View {
    // snippet: views-alert
    VStack {
        StatusBanner { degradedText() }
        InventoryView(controller: controller)
    }
    .errorAlert(controller.items)
    // snippet end
}

struct SampleItems: ItemService {
    func items() async throws -> [Item] { [Item(id: 1, name: "Lamp")] }
    func items(from offset: Int, count: Int) async throws -> [Item] { try await items() }
    func search(_ query: String) async throws -> [Item] { try await items() }
    func rename(_ id: Int, to name: String) async throws {}
}

struct InventoryScreen: View {
    @Service private var service: any ItemService

    var body: some View {
        let items = ServiceAction { [_service] in try await _service().items() }
        InventoryView(controller: InventoryController(items: items))
    }
}

// snippet: views-preview
#Preview(traits: .services { $0.register((any ItemService).self) { SampleItems() } }) {
    InventoryScreen()
}
// snippet end
/// What a view of health reads, for the examples of docstrings.
@MainActor private struct Health {
    enum Name { case inventory }
    let isDegradedMode = true
    func statusMessage(for name: Name) -> String { "The inventory is read-only." }
}

/// The examples of the views' docstrings.
struct DocstringViews: View {
    let controller: InventoryController
    let registration: RegistrationController
    private let health = Health()

    var body: some View {
        @Bindable var email = registration.email
        VStack {
            ErrorView(controller.items)  // draws nothing while the action has no error
            TextField("Email", text: $email.value)
            InlineError(email.error)
            StatusBanner { health.isDegradedMode ? health.statusMessage(for: .inventory) : nil }
        }
    }
}
#endif
