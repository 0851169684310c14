#if Health
public import Foundation
import Logging

/// The results of the health checks of one kind, with the health of the services.
public struct HealthReport: Sendable, Equatable {
    /// The result of one check, or the health of one service.
    public struct Entry: Sendable, Equatable {
        /// What an entry is about.
        public enum Subject: String, Sendable, Codable {
            /// A registered check.
            case check
            /// A service that a manager tracks.
            case service
        }

        /// The name of the check or the service.
        public let name: String
        /// What the entry is about.
        public let subject: Subject
        /// How well it works. A check that is not critical warns at most.
        public let status: HealthCheckResult.Status
        /// Details for the people who operate the program.
        public let detail: String?
        /// What the service's fallback can do, if one answers and its kind is known.
        public let fallbackKind: FallbackKind?
        /// When this was checked.
        public let time: Date
    }

    /// The kind of the checks.
    public let kind: HealthChecks.Kind
    /// The results, by subject and then by name.
    public let entries: [Entry]

    /// The worst status of all.
    public var status: HealthCheckResult.Status { entries.map(\.status).max() ?? .pass }

    /// The HTTP status to answer with: 200 for a pass and for a warning, 503 for a failure.
    public var httpStatus: Int { status == .fail ? 503 : 200 }

    /// The media type of ``json()``.
    public static let contentType = "application/health+json"

    /// Writes the report as `application/health+json`.
    ///
    /// - Returns: UTF-8, with the keys in alphabetical order.
    public func json() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let document = Document(
            status: status,
            checks: Dictionary(
                grouping: entries, by: { $0.subject == .service ? "service:\($0.name)" : $0.name }
            ).mapValues { $0.map(Document.Check.init) })
        do {
            return try encoder.encode(document)
        } catch {
            Logger.service.error("health report not written", metadata: ["error": "\(error)"])
            return Data(#"{"status":"fail"}"#.utf8)
        }
    }

    /// The shape of the document.
    private struct Document: Encodable {
        struct Check: Encodable {
            let componentId: String
            let componentType: String
            let status: HealthCheckResult.Status
            let output: String?
            let fallback: FallbackKind?
            let time: Date

            init(_ entry: Entry) {
                componentId = entry.name
                componentType = entry.subject == .service ? "service" : "component"
                status = entry.status
                output = entry.status == .pass ? nil : entry.detail
                fallback = entry.fallbackKind
                time = entry.time
            }
        }

        let status: HealthCheckResult.Status
        let checks: [String: [Check]]
    }
}
#endif
