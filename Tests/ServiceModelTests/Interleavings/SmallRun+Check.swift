import Service

extension SmallRun {
    /// What the container promised and did not keep in this run.
    func mistakes() -> [String] {
        done.flatMap(mistakes) + mistakesInMakings() + mistakesTogether() + mistakesAfterwards()
    }

    private var changes: [Done] {
        done.filter { done in
            if case .resolve = done.step { false } else { true }
        }
    }

    /// The changes that drop the instance of a slot.
    private func changes(of slot: Int) -> [Done] {
        changes.filter { $0.step == .reset || $0.step == .register(slot) }
    }

    /// What is wrong with one step's outcome.
    private func mistakes(in done: Done) -> [String] {
        guard case .resolve(let slot) = done.step else { return [] }
        guard let made = done.made else { return mistakes(inErrorOf: done, slot) }
        if program.circle(from: slot) != nil { return ["\(done) resolved although it leads into a circle"] }
        let making = makings[made]
        var mistakes: [String] = []
        if making.slot != slot || making.failed { mistakes.append("\(done) got what \(making) made") }
        for change in changes(of: slot) where change.span.end < done.span.start {
            if making.span.start < change.span.start {
                mistakes.append("\(done) got an instance that \(change) had dropped")
            }
        }
        return mistakes
    }

    private func mistakes(inErrorOf done: Done, _ slot: Int) -> [String] {
        switch done.error {
        case .circularDependency(_, let chain):
            let expected = program.circle(from: slot)?.map { "Made<\(slots[$0])>" }
            return chain == expected ? [] : ["\(done) tells \(chain), not \(expected ?? [])"]
        case .factoryFailed(let service, is PlannedFailure):
            // Not kept: it must have happened while this step ran.
            let failures = makings.filter {
                $0.failed && $0.slot == program.failing && end(of: $0) > done.span.start
                    && $0.span.start < done.span.end
            }
            let isOurs = service == "Made<\(slots[program.failing ?? 0])>"
            return failures.isEmpty || !isOurs ? ["\(done) got a failure that was not of its time"] : []
        case let error:
            return ["\(done) failed with \(String(describing: error))"]
        }
    }

    /// No factory ran more often than something had dropped what it made.
    private func mistakesInMakings() -> [String] {
        program.needs.indices.filter { program.circle(from: $0) == nil }.compactMap { slot in
            let failures = makings.filter { $0.slot == slot && $0.failed }.count
            let count = makings.filter { $0.slot == slot }.count
            let allowed = 1 + failures + changes(of: slot).count
            return count > allowed ? "slot \(slot) was made \(count) times, \(allowed) at most" : nil
        }
    }

    /// The latest time at which a making had certainly not begun.
    ///
    /// A creation begins some time before its factory is seen.
    private func begin(of making: Making) -> Int {
        done.filter { $0.span.start <= making.span.start && making.span.start <= $0.span.end }
            .map(\.span.start).min() ?? making.span.start
    }

    /// The earliest time at which a making was certainly over: its creation ends some time after its factory.
    private func end(of making: Making) -> Int {
        done.filter { $0.span.start <= making.span.end && making.span.end <= $0.span.end }
            .map(\.span.end).max() ?? making.span.end
    }

    /// Two that asked without a change in between got the same instance.
    private func mistakesTogether() -> [String] {
        let resolved = done.filter { $0.made != nil }
        var mistakes: [String] = []
        for (index, first) in resolved.enumerated() {
            for second in resolved[(index + 1)...] where first.step == second.step && first.made != second.made {
                guard case .resolve(let slot) = first.step, let one = first.made, let other = second.made else {
                    continue
                }
                let from = min(begin(of: makings[one]), begin(of: makings[other]))
                let to = max(first.span.end, second.span.end)
                if changes(of: slot).allSatisfy({ $0.span.end < from || $0.span.start > to }) {
                    mistakes.append("\(first) and \(second) got two instances")
                }
            }
        }
        return mistakes
    }

    /// When all is quiet everything is there, once, made by the newest registration.
    private func mistakesAfterwards() -> [String] {
        program.needs.indices.compactMap { slot in
            let first = resolveAfterwards(slot)
            let second = resolveAfterwards(slot)
            switch (first, second, program.circle(from: slot)) {
            case (.success(let one), .success(let other), nil):
                let newest = changes.filter { $0.step == .register(slot) }.count
                if one != other { return "slot \(slot) is not kept afterwards" }
                return makings[one].registration == newest ? nil : "slot \(slot) is of an old registration afterwards"
            case (.failure(.factoryFailed(_, is PlannedFailure)), .success, nil):
                return nil  // Nobody had made it before.
            case (.failure(.circularDependency(_, let chain)), .failure, let circle?):
                return chain == circle.map { "Made<\(slots[$0])>" } ? nil : "slot \(slot) tells \(chain) afterwards"
            default:
                return "slot \(slot) afterwards: \(first), then \(second)"
            }
        }
    }
}
