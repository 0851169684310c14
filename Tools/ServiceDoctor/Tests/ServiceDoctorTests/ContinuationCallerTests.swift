import ServiceDoctor
import Testing

/// Who calls a function that waits decides whether anybody waits forever.
@Suite struct ContinuationCallerTests {
    private func found(_ sources: [String]) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: ["unresumed_continuation"])).check(
            sources: sources.enumerated().map { ("Sources/App/File\($0.offset).swift", $0.element) }
        ).findings.map(\.severity)
    }

    private static let session = """
        actor Session {
            let device: Device?
            func capturePhoto() async -> Photo { await captureBoth() }
            private func captureBoth() async -> Photo {
                await withCheckedContinuation { continuation in
                    if let device { device.capture { continuation.resume(returning: $0) } }
                }
            }
        }
        """

    @Test(arguments: [
        ("let camera: Camera", "await camera.capturePhoto()", Severity.note),
        ("let session: Session", "await session.capturePhoto()", .error),
        ("let session = Session()", "await self.session.capturePhoto()", .error),
        ("let session: any Capturing", "await session.capturePhoto()", .note),
        ("let camera: Camera", "await makeSession().capturePhoto()", .error),
        ("let camera: Camera", "let camera = Session(); await camera.capturePhoto()", .error),
        ("let camera: Camera", "await unknown.capturePhoto()", .error),
    ])
    func `a function that is called on objects of other types is a note`(
        _ property: String, _ call: String, _ expected: Severity
    ) {
        let view = "struct CameraView: View { \(property); let session2: Session; init() { Task { \(call) } } }"
        let app = "@main struct CameraApp: App { let view = CameraView.self }"
        let camera = "actor Camera { func capturePhoto() async -> Photo { Photo() } }"
        #expect(found([Self.session, view, camera, app]) == [expected])
        #expect(found([Self.session, view, camera]) == [.error])
    }

    @Test(arguments: [
        ("CameraDelegate", "func capturePhoto() async", Severity.note),
        ("CameraDelegate", "func capturePhoto(from camera: Camera) async", .error),
        ("CameraDriver", "func capturePhoto() async", .error),
        ("Sendable", "override func capturePhoto() async", .error), ("Sendable", "func capturePhoto() async", .note),
    ])
    func `the system calls delegates, and what stands for it, with arguments`(
        _ parent: String, _ head: String, _ expected: Severity
    ) {
        let session = Self.session.replacing("actor Session", with: "actor Session: \(parent)").replacing(
            "func capturePhoto() async", with: head)
        #expect(found([session, "@main struct CameraApp: App { let session = Session() }"]) == [expected])
    }

    @Test(arguments: [
        ("guard let place else { return }", "private", Severity.note),
        ("guard let latitude = place?.coordinate.latitude else { return }", "private", .note),
        ("guard let latitude = place?.coordinate.latitude else { return }", "", .error),
        ("guard isOpen else { return }", "private", .error), ("", "private", .error),
    ])
    func `a missing argument that every caller has unwrapped is a note`(
        _ check: String, _ access: String, _ expected: Severity
    ) {
        let code = """
            final class Model {
                func load(_ place: Place?) async { \(check)\ntitle = await name(of: place) }
                \(access) func name(of place: Place?) async -> String {
                    await withCheckedContinuation { continuation in
                        if let current = place { current.find { continuation.resume(returning: $0) } }
                    }
                }
            }
            """
        #expect(found([code]) == [expected])
        let other = code.replacing("\nfinal", with: "final").dropLast() + "func show() async { await name(of: nil) } }"
        #expect(found([String(other)]) == [.error])
    }
}
