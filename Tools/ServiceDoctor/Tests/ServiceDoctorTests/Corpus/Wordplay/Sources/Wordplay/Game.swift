import ComposableArchitecture
import Dependencies
import SwiftUI

@main
struct WordplayApp: App {
    init() {
        prepareDependencies { $0.config = ConfigClient(isOpen: { false }) }
    }

    var body: some Scene { WindowGroup { Text("Words") } }
}

@Reducer
struct Game {
    @Dependency(\.audio) var audio
    @Dependency(\.config) var config
    @Dependency(\.dictionary) var dictionary
    @Dependency(\.scores) var scores
    @Dependency(\.upload) var upload
}

struct ScoreBoard {
    let scores = ScoreClient.liveValue // finds: di_bypass

    func share(_ data: Data) {
        Task { try await UploadClient.liveValue.send(data) } // finds: lost_task_error di_bypass
    }
}
