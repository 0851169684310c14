import HTTPTypes
import Hummingbird
import Inventory
import NestoryServices
import Service
import ServiceHealth

/// `/api/chaos/{service}`: puts faults into a service's calls, where the program was started with `--chaos`.
struct ChaosRoutes<Context: RequestContext>: Sendable {
    @Service private var chaos: Chaos

    init() {}

    func add(to routes: some RouterMethods<Context>) {
        routes.put("/api/chaos/:service", use: inject)
        routes.refuseOthers("/api/chaos/:service", allowed: [.put])
    }

    @Sendable private func inject(_ request: Request, _ context: Context) async throws -> Response {
        let service = ServiceID(rawValue: context.parameters.get("service") ?? "")
        guard ServiceID.nestory.contains(service) else { throw APIError.notFound }
        let value: JSONValue
        let bytes = try await request.bytes(of: "application/json")
        do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch { throw APIError.badJSON(error.message) }
        let faults = try Self.faults(in: value)
        guard chaos.inject(faults, into: service) else { throw APIError.notFound }
        return .json(["service": .string(service.rawValue), "faults": .array(faults.map { JSONValue($0) })])
    }

    /// - Throws: ``APIError`` where it is anything else than a list of faults.
    private static func faults(in value: JSONValue) throws(APIError) -> [ChaosFault] {
        guard case .object(let members) = value, members.count == 1, members[0].name == "faults",
            case .array(let faults) = members[0].value, faults.count <= 20
        else {
            throw .invalidFaults(#"Expected {"faults": […]} with at most 20 faults."#)
        }
        var read: [ChaosFault] = []
        for fault in faults {
            guard case .object(let members) = fault, members.count == 1, case .number(let digits) = members[0].value,
                let number = Double(digits)
            else {
                throw .invalidFaults(#"Expected each fault to be {"error": 0.5} or {"latency": 2.0}."#)
            }
            switch members[0].name {
            case "error" where (0...1).contains(number): read.append(.error(number))
            case "latency" where (0...60).contains(number): read.append(.latency(number))
            case "error": throw .invalidFaults("Expected “error” to be a share from 0 to 1.")
            case "latency": throw .invalidFaults("Expected “latency” to be a number of seconds from 0 to 60.")
            default: throw .invalidFaults("Expected “error” or “latency”.")
            }
        }
        return read
    }
}

extension APIError {
    static func invalidFaults(_ reason: String) -> APIError {
        APIError(status: .unprocessableContent, code: "invalid_faults", message: reason)
    }
}

extension JSONValue {
    fileprivate init(_ fault: ChaosFault) {
        switch fault {
        case .error(let rate): self = ["error": .number(String(rate))]
        case .latency(let seconds): self = ["latency": .number(String(seconds))]
        }
    }
}
