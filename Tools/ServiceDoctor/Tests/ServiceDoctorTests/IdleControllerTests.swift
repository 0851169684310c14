import ServiceDoctor
import Testing

/// A controller that neither code nor a storyboard makes shows nothing.
@Suite struct IdleControllerTests {
    private func found(_ files: [String: String]) throws -> [Severity] {
        let app = "@main final class AppDelegate: NSObject, UIApplicationDelegate {}"
        let folder = try TemporaryFolder(files.merging(["App/AppDelegate.swift": app]) { $1 })
        let doctor = Doctor(configuration: DoctorConfiguration(only: ["force_try"]), workingDirectory: folder.path)
        return try doctor.check(["."]).findings.map(\.severity)
    }

    private let controller = """
        class BaseController: UIViewController {}
        final class CartController: BaseController, UITableViewDataSource {
            override func viewDidLoad() { super.viewDidLoad(); load() }
            private func load() { items = try! Data(contentsOf: file) }
        }
        extension CartController: UITableViewDelegate {}
        """

    @Test(arguments: [
        ("App/Main.storyboard", "<viewController customClass=\"HomeController\" customModule=\"App\"/>", Severity.note),
        ("App/Main.storyboard", "<viewController customClass=\"CartController\" customModule=\"App\"/>", .error),
        ("App/Main.xib", "<viewController customClass=\"CartController\"/>", .error),
        ("App/Cart.xib", "<placeholder placeholderIdentifier=\"IBFilesOwner\" customClass=\"CartController\"/>", .note),
        ("App/Main.storyboard", "<viewController customClass=\"BaseController\"/>", .error),
        ("App/Home.swift", "func show() { push(CartController()) }", .error),
        ("App/Home.swift", "#if DEBUG\nfunc show() { push(CartController()) }\n#endif", .note),
        ("App/Home.m", "[[CartController alloc] init];", .error),
        ("App/Home.m", "[[HomeController alloc] init];", .error),
        ("Pods/Home.m", "[[Pod alloc] init];", .note),
    ])
    func `what makes a controller decides whether its mistakes matter`(
        _ path: String, _ text: String, _ expected: Severity
    ) throws {
        #expect(try found(["App/Cart.swift": controller, path: text]) == [expected])
        let withoutData = controller.replacing(", UITableViewDataSource", with: "")
        #expect(try found(["App/Cart.swift": withoutData, path: text]) == [expected])
    }

    @Test(arguments: [
        ("App/Home.m", "[[HomeController alloc] init];", Severity.note),
        ("App/Home.m", "Class c = CartController.class;", .error),
        ("App/Home.h", "@class CartController;", .error), ("App/Home.h", "/* Frees the CartController. */", .note),
        ("App/Home.m", "// Shows the CartController", .error),
    ])
    func `beside storyboards, Objective-C makes what it names`(
        _ path: String, _ text: String, _ expected: Severity
    ) throws {
        let files = [
            "App/Cart.swift": controller, "App/Main.storyboard": "<viewController customClass=\"HomeController\"/>",
            "App/main.m": "int main() { return 0; }", path: text,
        ]
        #expect(try found(files) == [expected])
    }

    @Test(arguments: [
        ("App/Cell.xib", "tableViewCell", Severity.note), ("App/Main.storyboard", "tableViewCell", .error),
        ("App/Cell.xib", "view", .error),
    ])
    func `a cell of a nib is made by the code that names it`(
        _ path: String, _ element: String, _ expected: Severity
    ) throws {
        let cell = """
            final class CartCell: UITableViewCell {
                func load() { items = try! Data(contentsOf: file); load() }
            }
            final class CartController: UIViewController { let cell: CartCell }
            """
        let interface = "<document><\(element) id=\"1\" customClass=\"CartCell\"/></document>"
        #expect(
            try found(["App/Cart.swift": cell, path: interface, "App/A.swift": "let loaded: Void = cell.load()"])
                == [expected])
    }

    @Test(arguments: [
        ("@IBOutlet private var table: UITableView?", Severity.error), ("@IBAction func tapped() {}", .error),
        ("private var table: UITableView?", .note),
    ])
    func `a controller with an outlet is made by a file that was not found`(
        _ member: String, _ expected: Severity
    ) throws {
        let controller = """
            final class CartController: UIViewController {
                \(member)
                override func viewDidLoad() { super.viewDidLoad(); items = try! Data(contentsOf: file) }
            }
            """
        #expect(try found(["App/Cart.swift": controller]) == [expected])
    }

    @Test func `code in memory may have a storyboard`() {
        let app = "@main final class AppDelegate: NSObject, UIApplicationDelegate {}"
        let report = Doctor(configuration: DoctorConfiguration(only: ["force_try"])).check(
            sources: [("App/Cart.swift", controller), ("App/AppDelegate.swift", app)])
        #expect(report.findings.map(\.severity) == [.error])
    }
}
