import Benchmark
import Handwritten
import Service

/// The container by itself, for distributions and for instruction counts where the system gives them: the ratios that the
/// project promises are `Ratios`' to measure, which runs both sides in turn.
private final class Leaf: Sendable {}
private final class Kept: Sendable {}

private struct Injected: Sendable {
    @Service var kept: Kept
}

let benchmarks: @Sendable () -> Void = {
    // Allocations read 0 here, as the harness counts them through an interposer that needs more than this package
    // fetches; `Ratios` counts them.
    unsafe Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .instructions, .throughput], scalingFactor: .kilo, maxDuration: .seconds(2))

    let environment = ServiceEnv(name: "benchmark")
    environment.register(Kept.self) { Kept() }
    environment.register(Leaf.self, scope: .transient) { Leaf() }
    let table = ServiceTable()
    table.set(Kept.self, Kept())
    table.setFactory(Leaf.self) { Leaf() }

    Benchmark("kept, container") { benchmark in
        try ServiceEnv.$current.withValue(environment) {
            for _ in benchmark.scaledIterations { blackHole(try ServiceEnv.current.resolve(Kept.self)) }
        }
    }
    Benchmark("kept, hand-written") { benchmark in
        try ServiceTable.$current.withValue(table) {
            for _ in benchmark.scaledIterations { blackHole(try ServiceTable.current.get(Kept.self)) }
        }
    }
    Benchmark("transient, container") { benchmark in
        try ServiceEnv.$current.withValue(environment) {
            for _ in benchmark.scaledIterations { blackHole(try ServiceEnv.current.resolve(Leaf.self)) }
        }
    }
    Benchmark("transient, hand-written") { benchmark in
        try ServiceTable.$current.withValue(table) {
            for _ in benchmark.scaledIterations { blackHole(try ServiceTable.current.make(Leaf.self)) }
        }
    }
    Benchmark("injected, container") { benchmark in
        ServiceEnv.$current.withValue(environment) {
            let injected = Injected()
            for _ in benchmark.scaledIterations { blackHole(injected.kept) }
        }
    }
    Benchmark("derive and register, container") { benchmark in
        for _ in benchmark.scaledIterations {
            let derived = environment.derived(name: "derived")
            derived.register(Leaf.self) { Leaf() }
            blackHole(derived)
        }
    }
}
