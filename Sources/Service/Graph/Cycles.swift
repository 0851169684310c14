/// Finds the cycles among services that need each other.
struct Cycles {
    private let needs: [ServiceIdentity: [ServiceIdentity]]

    init(_ needs: [ServiceIdentity: [ServiceIdentity]]) {
        self.needs = needs
    }

    /// Returns one cycle for each group of services that all need each other, starting at the first by name and ending at
    /// it again.
    ///
    /// - Complexity: O(n + m) for finding the groups (Tarjan's algorithm), and as much again for each cycle.
    func all(sortedBy name: (ServiceIdentity) -> String) -> [[ServiceIdentity]] {
        stronglyConnected(from: needs.keys.sorted { name($0) < name($1) })
            .compactMap { group in
                guard let first = group.min(by: { name($0) < name($1) }) else { return nil }
                return shortestCycle(through: first, within: Set(group))
            }
            .sorted { name($0[0]) < name($1[0]) }
    }

    /// A number for each service, the same for those that need each other, directly or through others.
    var groups: [ServiceIdentity: Int] {
        let groups = stronglyConnected(from: Array(needs.keys)).enumerated().flatMap { number, group in
            group.map { ($0, number) }
        }
        return Dictionary(groups) { first, _ in first }
    }

    /// Breadth first from a service back to itself; nil for a service alone that does not need itself.
    private func shortestCycle(
        through start: ServiceIdentity, within group: Set<ServiceIdentity>
    ) -> [ServiceIdentity]? {
        var previous: [ServiceIdentity: ServiceIdentity] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let service = queue[next]
            next += 1
            for needed in needs[service] ?? [] where group.contains(needed) {
                if needed == start {
                    var steps: [ServiceIdentity] = []
                    var step = service
                    while step != start {
                        steps.append(step)
                        step = previous[step] ?? start
                    }
                    steps.reverse()
                    return [start] + steps + [start]
                }
                if previous[needed] == nil {
                    previous[needed] = service
                    queue.append(needed)
                }
            }
        }
        return nil
    }

    /// Tarjan's algorithm with a stack of its own, as a chain of services may be longer than the thread's stack is deep.
    private func stronglyConnected(from services: [ServiceIdentity]) -> [[ServiceIdentity]] {
        var index: [ServiceIdentity: Int] = [:]
        var low: [ServiceIdentity: Int] = [:]
        var open: [ServiceIdentity] = []
        var isOpen: Set<ServiceIdentity> = []
        var groups: [[ServiceIdentity]] = []

        func begin(_ service: ServiceIdentity) -> (service: ServiceIdentity, next: Int) {
            index[service] = index.count
            low[service] = index[service]
            open.append(service)
            isOpen.insert(service)
            return (service, 0)
        }
        func lower(_ service: ServiceIdentity, to value: Int?) {
            guard let value, let current = low[service], value < current else { return }
            low[service] = value
        }

        for root in services where index[root] == nil {
            var stack = [begin(root)]
            while let (service, next) = stack.last {
                let needed = needs[service] ?? []
                if next < needed.count {
                    stack[stack.count - 1].next += 1
                    if index[needed[next]] == nil {
                        stack.append(begin(needed[next]))
                    } else if isOpen.contains(needed[next]) {
                        lower(service, to: index[needed[next]])
                    }
                    continue
                }
                stack.removeLast()
                if let outer = stack.last { lower(outer.service, to: low[service]) }
                guard low[service] == index[service] else { continue }
                var group: [ServiceIdentity] = []
                while let member = open.popLast() {
                    isOpen.remove(member)
                    group.append(member)
                    if member == service { break }
                }
                groups.append(group)
            }
        }
        return groups
    }
}
