import Foundation
import Handwritten
import Service

/// Ends the program if a benchmark's own wiring is wrong.
func attempt(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        fatalError("A benchmark failed: \(error)")
    }
}

/// Runs a body on two threads at once, in the environments of the caller.
func concurrently(_ body: @escaping @Sendable () throws -> Void) {
    let table = ServiceTable.current
    let environment = ServiceEnv.current
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        ServiceTable.$current.withValue(table) {
            ServiceEnv.$current.withValue(environment) { attempt(body) }
        }
    }
}
