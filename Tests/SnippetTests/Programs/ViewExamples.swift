import ServiceHealth
import ServicePresentation
import SwiftUI

// The examples of the docstrings of the views of `ServicePresentation`, which SnippetTests looks up here.

extension ServiceID {
    static let inventory: Self = "inventory"
}

@MainActor
final class Controller {
    let items = ServiceAction<Void, [String]> { ["Lamp"] }
    let email = Field("", .email)
}

struct Examples: View {
    let controller: Controller
    let health: ObservableHealth

    var body: some View {
        @Bindable var email = controller.email
        VStack {
            ErrorView(controller.items)  // draws nothing while the action has no error
            TextField("Email", text: $email.value)
            InlineError(email.error)
            StatusBanner { health.isDegradedMode ? health.statusMessage(for: .inventory) : nil }
        }
    }
}
