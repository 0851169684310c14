import Foundation

/// Writes a tree of source files like those of a large app, the same for the same number of files.
struct GeneratedTree {
    let root: String
    let count: Int

    func write() throws {
        let manager = FileManager.default
        for index in 0..<count {
            let folder = "\(root)/Sources/Feature\(index / 50)"
            if index % 50 == 0 { try manager.createDirectory(atPath: folder, withIntermediateDirectories: true) }
            let code =
                switch index % 4 {
                case 0: controller(index)
                case 1: view(index)
                case 2: service(index)
                default: model(index)
                }
            try Data(code.utf8).write(to: URL(fileURLWithPath: "\(folder)/File\(index).swift"))
        }
    }

    private func controller(_ n: Int) -> String {
        let methods = (0..<6).map { method in
            """
                /// Loads part \(method) and says what went wrong.
                func load\(method)(for key: String, limit: Int = \(n % 90 + 10)) async {
                    isLoading = true
                    \(n % 3 == 0 ? "" : "errorMessage = nil")
                    defer { isLoading = false }
                    do {
                        let found = try await service.items(matching: key, limit: limit)
                        items = found.filter { $0.rank > \(method) }.sorted { $0.name < $1.name }
                    } catch {
                        \(n % 5 == 0 ? "" : "guard !Task.isCancelled else { return }")
                        errorMessage = "Part \(method) could not be loaded."
                    }
                }
            """
        }
        return """
            import Foundation
            import Observation

            @Observable @MainActor
            final class Feature\(n)Controller {
                private(set) var items: [Item\(n)] = []
                private(set) var isLoading = false
                private(set) var errorMessage: String?
                private let service: any Feature\(n)Service

                init(service: any Feature\(n)Service) { self.service = service }

            \(methods.joined(separator: "\n\n"))
            }

            """
    }

    private func view(_ n: Int) -> String {
        let rows = (0..<8).map { row in
            """
                        Section("Part \(row)") {
                            ForEach(controller.items) { item in
                                HStack(spacing: 8) {
                                    Image(systemName: "star").foregroundStyle(.yellow).padding(.leading, \(row))
                                    Text(item.name).font(.headline).lineLimit(1)
                                    Spacer()
                                    Text("\\(item.rank * \(row + 1))").monospacedDigit()
                                }
                                .onTapGesture { Task { await controller.load\(row % 6)(for: item.name) } }
                            }
                        }
            """
        }
        return """
            import SwiftUI

            struct Feature\(n)View: View {
                @State private var controller: Feature\(n - 1)Controller
                @State private var query = ""

                var body: some View {
                    List {
            \(rows.joined(separator: "\n"))
                    }
                    .searchable(text: $query)
                    .overlay { if let message = controller.errorMessage { Text(message) } }
                }
            }

            """
    }

    private func service(_ n: Int) -> String {
        let methods = (0..<5).map { method in
            """
                func fetch\(method)(_ id: Int) async throws -> [String: Int] {
                    let url = base.appending(path: "part\(method)").appending(queryItems: [URLQueryItem(name: "id", value: "\\(id)")])
                    let (data, response) = try await session.data(from: url)
                    guard let http = response as? HTTPURLResponse, (200..<300).contains(http.statusCode) else {
                        throw Feature\(n)Error.badAnswer
                    }
                    \(n % 7 == 0 ? "print(\"fetched\", data.count)" : "logger.debug(\"fetched \\(data.count)\")")
                    return try decoder.decode([String: Int].self, from: data)
                }
            """
        }
        return """
            import Foundation
            import Service

            protocol Feature\(n)Service: Sendable { func fetch0(_ id: Int) async throws -> [String: Int] }
            enum Feature\(n)Error: Error { case badAnswer, offline }

            actor LiveFeature\(n)Service: Feature\(n)Service {
                private let base: URL
                private let session = URLSession.shared
                private let decoder = JSONDecoder()
                init(base: URL) { self.base = base }

            \(methods.joined(separator: "\n\n"))
            }

            struct Feature\(n)Assembly: ServiceAssembly {
                func assemble(env: ServiceEnv) {
                    env.register((any Feature\(n)Service).self) { LiveFeature\(n)Service(base: try env.resolve(Base.self).url) }
                }
            }

            """
    }

    private func model(_ n: Int) -> String {
        let fields = (0..<20).map {
            "    var field\($0): \($0 % 3 == 0 ? "String?" : "Int") = \($0 % 3 == 0 ? "nil" : "\($0)")"
        }
        let cases = (0..<20).map { "        case \($0): return field\($0 % 3 == 0 ? $0 + 1 : $0)" }
        return """
            import Foundation

            struct Item\(n): Identifiable, Equatable, Codable, Sendable {
                let id: Int
            \(fields.joined(separator: "\n"))

                var total: Int { [field1, field2, field4, field5, field7].reduce(0, +) }

                subscript(index: Int) -> Int {
                    switch index {
            \(cases.joined(separator: "\n"))
                    default: return 0
                    }
                }

                static let samples = (0..<10).map { Item\(n)(id: $0, field1: $0 * 2, field2: $0 + \(n)) }
            }

            """
    }
}
