import Foundation

protocol HTTPClient { // finds: missing_mock
    func get(_ path: String, then: @escaping (Result<Data, Error>) -> Void)
}

protocol AuthService {
    func signIn(_ name: String, _ password: String, then: @escaping (Error?) -> Void)
}

protocol ParcelRepository {
    func parcels() async throws -> [Parcel]
}

protocol SignatureService { // finds: missing_mock
    func sign(_ parcel: Parcel) throws
}

protocol RouteService { func route(to address: Address) async throws -> Route } // finds: missing_mock
protocol MapService { func tile(_ x: Int, _ y: Int) async throws -> Tile } // finds: missing_mock

struct FeatureFlags {}

final class URLSessionClient: HTTPClient {
    func get(_ path: String, then: @escaping (Result<Data, Error>) -> Void) {
        let url = URL(string: "https://courier.example.com" + path)! // finds: force_unwrap
        URLSession.shared.dataTask(with: url) { data, response, error in
            if let error = error {
                print("request failed: \(error)") // finds: print_logging
                then(.failure(error))
                return
            }
            then(.success(data!)) // finds: force_unwrap
        }.resume()
    }
}

final class LiveAuthService: AuthService {
    private let client: HTTPClient
    private let tokens: TokenStore
    init(client: HTTPClient, tokens: TokenStore) { self.client = client; self.tokens = tokens }

    func signIn(_ name: String, _ password: String, then: @escaping (Error?) -> Void) {
        client.get("/token") { result in
            do {
                let token = try JSONDecoder().decode(Token.self, from: try result.get())
                try self.tokens.save(token)
                then(nil)
            } catch {
                then(error)
            }
        }
    }

    func signOut() {
        do {
            try tokens.clear()
        } catch { // finds: print_only_catch
            debugPrint(error)
        }
    }
}

final class AuthServiceMock: AuthService {
    func signIn(_ name: String, _ password: String, then: @escaping (Error?) -> Void) { then(nil) }
}

struct RemoteParcelRepository: ParcelRepository {
    let client: HTTPClient
    func parcels() async throws -> [Parcel] { try await fetch() }
}

final class LocalParcelRepository: ParcelRepository {
    private let folder: String
    init(folder: String = "parcels") { self.folder = folder }

    func parcels() async throws -> [Parcel] {
        let url = try FileManager.default.url(for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        let data = try Data(contentsOf: url.appendingPathComponent(folder))
        return try JSONDecoder().decode([Parcel].self, from: data)
    }

    func clear() {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch CocoaError.fileNoSuchFile {
            // Nothing to clear.
        } catch { // finds: assertion_only_catch
            assertionFailure("\(error)")
        }
    }

    func count() -> Int {
        do {
            let names = FileManager.default.subpaths(atPath: folder) ?? []
            return names.count
        } catch { // finds: unreachable_fallback
            return 0
        }
    }
}

final class PaperSignatures: SignatureService { func sign(_ parcel: Parcel) throws {} }
final class LiveRouteService: RouteService {
    let map: MapService
    init(map: MapService) { self.map = map }
    func route(to address: Address) async throws -> Route { throw RouteError.none }
}
final class TileMapService: MapService {
    unowned let routes: RouteService
    init(routes: RouteService) { self.routes = routes }
    func tile(_ x: Int, _ y: Int) async throws -> Tile { Tile() }
}

final class CrashReportingService {
    func start() throws {}
}
