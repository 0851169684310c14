extension ServiceGraph {
    /// The graph as a Mermaid flowchart, which GitHub and DocC render.
    ///
    /// Transient and graph services are rounded, custom, weak and timed scopes are hexagons, missing services are red, optional
    /// ones that are not registered grey, unchecked ones dashed; a captive dependency is drawn as a thick arrow, a deferred one
    /// as a dotted one. Services of the same name, as contributions to a type are, share one box with their number.
    public var mermaid: String {
        var lines = ["flowchart TD"]
        let ids = identifiers
        for (node, count) in boxes {
            let (open, close) =
                switch node.scope {
                case .singleton: ("[", "]")
                case .transient, .graph: ("(", ")")
                case .custom, .weak, .timed: ("{{", "}}")
                }
            let style = node.isChecked ? "" : ":::unchecked"
            let text = Self.escapeMermaid(Self.text(node, count))
            lines.append("    \(ids[node.service] ?? "")\(open)\"\(text)\"\(close)\(style)")
        }
        for service in missing {
            lines.append("    \(ids[service] ?? "")[\"\(Self.escapeMermaid(service))\"]:::missing")
        }
        for service in absent {
            lines.append("    \(ids[service] ?? "")[\"\(Self.escapeMermaid(service))\"]:::absent")
        }
        for edge in arrows {
            let arrow =
                edge.isCaptive
                ? "==>|captive|" : (edge.isDeferred ? "-.->" : "-->") + (edge.isOptional ? "|optional|" : "")
            lines.append("    \(ids[edge.from] ?? "") \(arrow) \(ids[edge.to] ?? "")")
        }
        if !missing.isEmpty { lines.append("    classDef missing stroke:#c00,color:#c00") }
        if !absent.isEmpty { lines.append("    classDef absent stroke:#999,color:#999") }
        if nodes.contains(where: { !$0.isChecked }) { lines.append("    classDef unchecked stroke-dasharray: 4 3") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the DOT language of Graphviz.
    public var dot: String {
        var lines = ["digraph services {", "    node [shape=box];"]
        for (node, count) in boxes {
            let style = node.isChecked ? "" : ", style=dashed"
            let name = Self.quote(node.service)
            lines.append("    \(name) [label=\(Self.quote("\(Self.text(node, count))\n\(node.scope)"))\(style)];")
        }
        for service in missing {
            lines.append("    \(Self.quote(service)) [color=red, fontcolor=red];")
        }
        for service in absent {
            lines.append("    \(Self.quote(service)) [color=gray, fontcolor=gray];")
        }
        for edge in arrows {
            var attributes = edge.isCaptive ? ["color=red", "label=captive"] : edge.isDeferred ? ["style=dotted"] : []
            if edge.isOptional, !edge.isCaptive { attributes.append("label=optional") }
            let style = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append("    \(Self.quote(edge.from)) -> \(Self.quote(edge.to))\(style);")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The graph as JSON: `{"nodes": […], "edges": […]}`, as `JSONEncoder` writes it, on one line.
    public var json: String {
        let nodes = nodes.map { node in
            """
            {"service":\(Self.json(node.service)),"scope":\(Self.json("\(node.scope)")),\
            "location":\(Self.json(node.location)),"isChecked":\(node.isChecked)}
            """
        }
        let edges = edges.map { edge in
            """
            {"from":\(Self.json(edge.from)),"to":\(Self.json(edge.to)),"isCaptive":\(edge.isCaptive),\
            "isDeferred":\(edge.isDeferred),"isOptional":\(edge.isOptional)}
            """
        }
        return #"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
    }

    private var identifiers: [String: String] {
        let services = boxes.map(\.node.service) + missing + absent
        return Dictionary(zip(services, services.indices.map { "n\($0)" })) { first, _ in first }
    }

    /// What is drawn of the nodes: one for each name, and how many it stands for. It is checked if all of them are.
    private var boxes: [(node: Node, count: Int)] {
        var boxes: [(node: Node, count: Int)] = []
        var indices: [String: Int] = [:]
        for node in nodes {
            if let index = indices[node.service] {
                boxes[index].count += 1
                boxes[index].node.isChecked = boxes[index].node.isChecked && node.isChecked
            } else {
                indices[node.service] = boxes.count
                boxes.append((node, 1))
            }
        }
        return boxes
    }

    /// The edges, each once.
    private var arrows: [Edge] {
        var drawn: Set<Edge> = []
        return edges.filter { drawn.insert($0).inserted }
    }

    private static func text(_ node: Node, _ count: Int) -> String {
        count == 1 ? node.service : "\(node.service) × \(count)"
    }

    private static func escapeMermaid(_ text: String) -> String {
        var escaped = ""
        // By scalars, as an accent on a quotation mark does not hide that.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "#quot;"
            case "<": escaped += "#lt;"
            case ">": escaped += "#gt;"
            case "#": escaped += "#35;"
            case "&": escaped += "#amp;"
            case _ where Character(scalar).isNewline: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func json(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
