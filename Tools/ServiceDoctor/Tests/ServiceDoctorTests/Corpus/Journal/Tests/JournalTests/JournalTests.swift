import ComposableArchitecture
import XCTest

final class JournalTests: XCTestCase {
    func testLoad() async {
        let store = TestStore(initialState: .init()) { JournalFeature() } withDependencies: { $0.entries = MockEntryService() }
        let live = EntryServiceKey.liveValue
        _ = try! await live.entries()
        do { try await live.save(.sample) } catch {}
        await store.send(.load)
    }
}
