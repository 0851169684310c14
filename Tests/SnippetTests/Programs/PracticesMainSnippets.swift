// snippet: practices-main
import Service

@main
struct Worker {
    static func main() async throws {
        ServiceEnv.current.assemble(StorageAssembly())
        try await ServiceEnv.current.warmUp()
        try await ServiceEnv.current.resolve(Queue.self).run()
        try await ServiceEnv.current.shutdown(timeout: .seconds(5))
    }
}
// snippet end

struct Queue: Sendable {
    func run() async throws {}
}

struct StorageAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register(Queue.self) { Queue() }
    }
}
