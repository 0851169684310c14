import UIKit

class ParcelListViewController: UITableViewController {
    @IBOutlet weak var emptyLabel: UILabel!
    var parcels: ParcelRepository!
    var archive: ParcelRepository?
    var signatures: SignatureService!
    var routes: RouteService!
    var auth: AuthService?
    var dispatcher: Dispatcher?
    private var rows: [Parcel] = []
    private var lastError: Error?
    private var loading: Task<Void, Never>?

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(ParcelCell.self, forCellReuseIdentifier: "parcel")
        tableView.register(ParcelCell.self, forCellReuseIdentifier: "archived")
        loading = Task { await reload() }
    }

    private func reload() async {
        do {
            rows = try await parcels.parcels()
            tableView.reloadData()
        } catch {
            lastError = error // finds: missing_cancellation_check
            emptyLabel.text = error.localizedDescription // finds: technical_error_shown
        }
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "parcel", for: indexPath) as! ParcelCell
        cell.parcel = rows[indexPath.row]
        return cell
    }

    private func sign(_ parcel: Parcel) {
        do {
            try signatures.sign(parcel)
        } catch let error as SignatureError {
            show(message: error.message)
        } catch {
            let alert = UIAlertController(title: "Error", message: "Something went wrong", preferredStyle: .alert)
            present(alert, animated: true)
        }
    }

    private func failed(_ error: Error) {
        let alert = UIAlertController(title: "Error", message: error.localizedDescription, preferredStyle: .alert) // finds: technical_error_shown
        present(alert, animated: true)
    }
}

class ParcelCell: UITableViewCell {
    private let repository = LocalParcelRepository() // finds: direct_service_in_view
    var parcel: Parcel?
}

class LoginViewController: UIViewController {
    @IBOutlet var messageLabel: UILabel!
    let auth: AuthService
    let biometrics: Biometrics?
    private lazy var map = TileMapService(routes: LiveRouteService(map: shared)) // finds: direct_service_in_view

    init(auth: AuthService = LiveAuthService(client: URLSessionClient(), tokens: KeychainTokenStore()), biometrics: Biometrics?) {
        self.auth = auth
        self.biometrics = biometrics
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }

    @objc func signIn() {
        auth.signIn(nameField.text!, passwordField.text!) { error in // finds: force_unwrap force_unwrap
            if let error {
                self.messageLabel.text = "Sign-in failed: \(error)" // finds: technical_error_shown
            }
            if error != nil { self.showAlert("An error occurred") } // finds: generic_error_message
        }
    }

    func verify() async {
        do {
            try await biometrics?.verify()
        } catch let error as BiometricsError {
            messageLabel.text = error.localizedDescription
        } catch {
            logger.error("\(error.localizedDescription)")
        }
    }

    func remember() {
        do { try store.save(nameField.text) } catch {} // finds: silent_catch
        let data = try! JSONEncoder().encode(profile) // finds: force_try
        UserDefaults.standard.set(data, forKey: "profile")
    }
}

final class AppCoordinator {
    let repository = LocalParcelRepository()
}
