import SwiftUI

struct TrailsView: View {
    @StateObject private var model = TrailsViewModel()
    private let math = TrailMathService()
    let photos = DiskPhotoService() // finds: direct_service_in_view

    var body: some View {
        switch model.state {
        case .idle, .loading: ProgressView()
        case .loaded(let trails): List(trails) { Text($0.name).badge(Int(math.length($0.points))) }
        case .failed(let error): Text("Error: \(error.localizedDescription)") // finds: technical_error_shown
        }
    }
}

struct MapScreen: View {
    @Bindable var controller: MapController
    var body: some View {
        Map(region: $controller.region)
            .sheet(isPresented: $controller.isShowingLegend) { Legend() }
            .alert("Something went wrong", isPresented: .constant(controller.errorText != nil)) {} // finds: generic_error_message
            .task { await controller.load() }
    }
}

struct PhotoView: View {
    let id: Int
    @State private var image: Image?
    var body: some View {
        image.task {
            do {
                let data = try await DiskPhotoService().photo(id) // finds: direct_service_in_view
                image = Image(uiImage: UIImage(data: data)!) // finds: force_unwrap
            } catch {
                logger.error("photo \(id): \(error)")
            }
        }
    }
}

extension Legend {
    static let text = try! AttributedString(markdown: "**Legend**") // finds: force_try
    static func load() -> [Row] {
        do {
            let rows = Bundle.main.rows ?? []
            return rows
        } catch { return [] } // finds: unreachable_fallback
    }
}
