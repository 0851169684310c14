/// A slot as a list of what happened to it. Every rule is a question to the whole history; nothing is remembered between two
/// events, so this shares no state with the machine that it checks.
///
/// Instances are told apart by the creation that they come from, registrations and creations by number.
struct SlotHistory {
    /// What happens to a slot.
    enum Event: Hashable {
        case ask(for: Int)
        case finish(Int, succeeds: Bool)
        case abandon(Int)
        case replace(with: Int?)
        case reset
        case renew(version: Int)
        case expire(version: Int)
    }

    /// How the slot responds.
    enum Response: Hashable {
        case cached(Int), join(Int), create(Int), startOver
        case published(replacing: Int?), handedToWaiters, discarded
        case dropped(Int?)
        case nothing
    }

    private struct Step {
        let event: Event
        let response: Response

        var isPublication: Bool { if case .published = response { true } else { false } }

        /// Whether no instance is cached after this step.
        var drops: Bool {
            switch event {
            case .replace, .reset: true
            case .expire: response != .dropped(nil)
            case .ask, .finish, .abandon, .renew: false
            }
        }
    }

    private var steps: [Step] = []

    var events: [Event] { steps.map(\.event) }

    // MARK: What the history says

    /// The registration that counts: the latest one.
    var registration: Int? {
        for step in steps.reversed() { if case .replace(let registration) = step.event { return registration } }
        return 0
    }

    /// The creations that callers were told to begin, in order.
    var started: [Int] {
        steps.compactMap { if case .create(let creation) = $0.response { creation } else { nil } }
    }

    /// Whether a creation's result is still wanted: nothing has ended it, or taken it out, since it began.
    func isWanted(_ creation: Int) -> Bool { isWanted(creation, before: steps.endIndex) }

    private func isWanted(_ creation: Int, before end: Int) -> Bool {
        guard let start = steps[..<end].firstIndex(where: { $0.response == .create(creation) }) else { return false }
        return !steps[start..<end].contains { step in
            switch step.event {
            case .finish(creation, _), .abandon(creation), .replace, .reset: true
            case .finish, .abandon, .ask, .renew, .expire: false
            }
        }
    }

    /// The creation whose result is wanted. ``violations()`` shows that there is never a second one.
    var wanted: Int? { started.last(where: isWanted) }

    /// The number of instances cached so far.
    var version: Int { steps.count(where: \.isPublication) }

    /// The latest instance that was published, unless it was dropped since.
    var cached: Int? {
        guard let publication = steps.lastIndex(where: \.isPublication),
            !steps[publication...].contains(where: \.drops),
            case .finish(let creation, _) = steps[publication].event
        else { return nil }
        return creation
    }

    /// Whether somebody said of the present instance that it should be created again, and nobody has tried in vain since.
    var isRenewalDue: Bool {
        guard cached != nil, let publication = steps.lastIndex(where: \.isPublication),
            let renewal = steps.lastIndex(where: { $0.event == .renew(version: version) }), renewal > publication
        else { return false }
        return !steps.indices[(renewal + 1)...].contains { index in
            switch steps[index].event {
            case .finish(let creation, succeeds: false), .abandon(let creation): isWanted(creation, before: index)
            case .finish, .ask, .replace, .reset, .renew, .expire: false
            }
        }
    }

    // MARK: What should happen next

    /// The events that can happen now: those of every creation that runs, and of the present version and the one before.
    func possibleEvents(registrations: Int, creations: Int) -> [Event] {
        let ended = Set(steps.compactMap { if case .finish(let creation, _) = $0.event { creation } else { nil } })
        var events: [Event] = [.replace(with: nil), .reset]
        events += (0..<registrations).map { .replace(with: $0) }
        events += (0..<registrations).map { .ask(for: $0) }.filter { response(to: $0) != .create(creations) }
        for creation in started where !ended.contains(creation) {
            events += [.finish(creation, succeeds: true), .finish(creation, succeeds: false), .abandon(creation)]
        }
        for version in [version, version - 1] where version >= 0 {
            events += [.renew(version: version), .expire(version: version)]
        }
        return events
    }

    /// What the rules demand of the slot if this event comes next.
    func response(to event: Event) -> Response {
        switch event {
        case .ask(let registration):
            if registration != self.registration { return .startOver }
            switch (cached, wanted) {
            case (let instance?, _?): return .cached(instance)
            case (let instance?, nil): return isRenewalDue ? .create(started.count) : .cached(instance)
            case (nil, let creation?): return .join(creation)
            case (nil, nil): return .create(started.count)
            }
        case .finish(_, succeeds: false): return .discarded
        case .finish(let creation, succeeds: true):
            return isWanted(creation) ? .published(replacing: cached) : .handedToWaiters
        case .replace, .reset: return .dropped(cached)
        case .expire(let version): return .dropped(version == self.version ? cached : nil)
        case .abandon, .renew: return .nothing
        }
    }

    mutating func append(_ event: Event, _ response: Response) {
        steps.append(Step(event: event, response: response))
    }

    mutating func removeLast() {
        steps.removeLast()
    }

    // MARK: What must hold whatever happened

    /// The guarantees in other words than the rules above.
    ///
    /// - Returns: Those that the history violates.
    func violations() -> [String] {
        var violations: [String] = []
        if started.filter(isWanted).count > 1 { violations.append("two creations are current") }
        var registration: Int? = 0
        var askedFor: [Int: Int] = [:]
        var published: Set<Int> = []
        var withoutInstance: Set<Int> = []
        for step in steps {
            switch (step.event, step.response) {
            case (.ask(let wanted), .create(let creation)):
                if wanted != registration { violations.append("\(creation) is for a registration that does not count") }
                askedFor[creation] = wanted
            case (.finish(let creation, _), .published(let replaced)):
                if askedFor[creation] != registration {
                    violations.append("\(creation) is for a replaced registration")
                }
                if !published.insert(creation).inserted { violations.append("\(creation) was published twice") }
                if replaced == creation { violations.append("\(creation) replaces itself") }
            case (.finish(let creation, succeeds: false), _):
                withoutInstance.insert(creation)
            case (.ask, .cached(let instance)):
                if askedFor[instance] != registration {
                    violations.append("\(instance) was cached for another registration")
                }
                if withoutInstance.contains(instance) { violations.append("the failure \(instance) was cached") }
                if !published.contains(instance) {
                    violations.append("\(instance) was returned before it was published")
                }
            case (.replace(let new), _):
                registration = new
            default: break
            }
        }
        return violations
    }
}
