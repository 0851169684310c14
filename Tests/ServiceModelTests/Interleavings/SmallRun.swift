@_spi(Lock) import Service

/// One run of a small program, with what every thread saw and when.
final class SmallRun: Sendable {
    /// Something that took time; `time` only moves forward, so two spans tell which came first.
    struct Span: Sendable {
        let start: Int
        var end = Int.max
    }

    /// One run of a factory.
    struct Making: Sendable {
        let slot: Int
        /// Counts the registrations of the slot, from zero.
        let registration: Int
        var span: Span
        var failed = false
    }

    /// One step of a thread, and what came of it.
    struct Done: Sendable {
        let thread: Int
        let step: SmallProgram.Step
        var span: Span
        /// The making that the instance comes from.
        var made: Int?
        var error: ServiceError?
    }

    struct PlannedFailure: Error {}

    private struct State {
        var time = 0
        var makings: [Making] = []
        var done: [Done] = []

        mutating func tick() -> Int {
            time += 1
            return time
        }
    }

    /// An instance knows which run of a factory made it.
    struct Made<S: Slot>: Sendable {
        let making: Int
    }

    let program: SmallProgram
    private let env = ServiceEnv(name: "small")
    private let state = Lock(State())
    private let registrations = Lock<[Int: Int]>([:])
    private let gate = Lock<(@Sendable () -> Void)?>(nil)

    init(_ program: SmallProgram) {
        self.program = program
        for slot in program.needs.indices { register(slot) }
    }

    var makings: [Making] { state.withLock { $0.makings } }
    var done: [Done] { state.withLock { $0.done } }

    /// Asks for a service when all threads are done.
    func resolveAfterwards(_ slot: Int) -> Result<Int, ServiceError> {
        do throws(ServiceError) {
            return .success(try resolve(slot))
        } catch {
            return .failure(error)
        }
    }

    func end() { env.resetAll() }

    /// Has every thread call this before its next step, and at the begin and the end of factories.
    func pause(at gate: @escaping @Sendable () -> Void) { self.gate.withLock { $0 = gate } }

    /// Does the steps of one thread.
    func perform(_ thread: Int) {
        for (index, step) in program.threads[thread].enumerated() {
            if index > 0 { stop() }
            let number = state.withLock { state in
                state.done.append(Done(thread: thread, step: step, span: Span(start: state.tick())))
                return state.done.count - 1
            }
            var made: Int?
            var failure: ServiceError?
            switch step {
            case .reset: env.resetCaches()
            case .register(let slot): register(slot)
            case .resolve(let slot):
                do throws(ServiceError) {
                    made = try resolve(slot)
                } catch {
                    failure = error
                }
            }
            state.withLock { state in
                state.done[number].span.end = state.tick()
                state.done[number].made = made
                state.done[number].error = failure
            }
        }
    }

    private func stop() { gate.withLock { $0 }?() }

    private func register(_ slot: Int) {
        func register<S: Slot>(_: S.Type, _ registration: Int) {
            env.register(Made<S>.self) { [self] in Made(making: try make(slot, registration)) }
        }
        // Counted and done as one, so that the highest number is the newest, also if others register.
        registrations.withLock { registrations in
            registrations[slot, default: -1] += 1
            register(slots[slot], registrations[slot] ?? 0)
        }
    }

    private func resolve(_ slot: Int) throws(ServiceError) -> Int {
        func resolve<S: Slot>(_: S.Type) throws(ServiceError) -> Int { try env.resolve(Made<S>.self).making }
        return try resolve(slots[slot])
    }

    private func make(_ slot: Int, _ registration: Int) throws -> Int {
        let number = state.withLock { state in
            state.makings.append(Making(slot: slot, registration: registration, span: Span(start: state.tick())))
            return state.makings.count - 1
        }
        var failed = true
        defer {
            state.withLock { state in
                state.makings[number].span.end = state.tick()
                state.makings[number].failed = failed
            }
        }
        stop()
        for needed in program.needs[slot] { _ = try resolve(needed) }
        if !program.needs[slot].isEmpty { stop() }
        let isFirst = makings.prefix(number).allSatisfy { $0.slot != slot }
        if program.failing == slot, isFirst { throw PlannedFailure() }
        failed = false
        return number
    }
}
