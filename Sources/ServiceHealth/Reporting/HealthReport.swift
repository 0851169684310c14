#if Health
public import Foundation
import Logging

/// What the health checks of one kind found, with the health of the services.
public struct HealthReport: Sendable, Equatable {
    /// What one check found, or how one service does.
    public struct Entry: Sendable, Equatable {
        /// Says what was looked at.
        public enum Subject: String, Sendable, Codable {
            /// A registered check.
            case check
            /// A service that a manager tracks.
            case service
        }

        /// The name of the check or the service.
        public let name: String
        /// What was looked at.
        public let subject: Subject
        /// How well it works. A check that is not critical warns at most.
        public let status: HealthCheckResult.Status
        /// What there is to say about it.
        public let detail: String?
        /// What the service's fallback can do, while one answers and its kind is known.
        public let fallbackKind: FallbackKind?
        /// When it was found out.
        public let time: Date
    }

    /// What was asked.
    public let kind: HealthChecks.Kind
    /// What was found, by name.
    public let entries: [Entry]

    /// The worst status of all.
    public var status: HealthCheckResult.Status { entries.map(\.status).max() ?? .pass }

    /// What to answer over HTTP: 200 for a pass and for a warning, 503 for a failure.
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
