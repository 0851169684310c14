import Swinject
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let assembler = Assembler([NetworkAssembly(), ParcelAssembly(), ScreenAssembly()])
    private let crashes = CrashReportingService()

    func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        let root = assembler.resolver.resolve(ParcelListViewController.self)! // finds: force_unwrap
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = UINavigationController(rootViewController: root)
        window!.makeKeyAndVisible() // finds: force_unwrap
        NSLog("launched") // finds: print_logging
        return true
    }
}
