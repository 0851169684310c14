extension ServiceGraph {
    /// The graph as a Mermaid flowchart, which GitHub and DocC render.
    ///
    /// Transient and graph services are rounded, custom, weak and timed scopes are hexagons, missing services are red, unchecked ones
    /// dashed; a captive dependency is drawn as a thick arrow, a deferred one as a dotted one.
    public var mermaid: String {
        var lines = ["flowchart TD"]
        let ids = identifiers
        for node in nodes {
            let (open, close) =
                switch node.scope {
                case .singleton: ("[", "]")
                case .transient, .graph: ("(", ")")
                case .custom, .weak, .timed: ("{{", "}}")
                }
            let style = node.isChecked ? "" : ":::unchecked"
            lines.append("    \(ids[node.service] ?? "")\(open)\"\(Self.escapeMermaid(node.service))\"\(close)\(style)")
        }
        for service in missing {
            lines.append("    \(ids[service] ?? "")[\"\(Self.escapeMermaid(service))\"]:::missing")
        }
        for edge in edges {
            let arrow = edge.isCaptive ? "==>|captive|" : edge.isDeferred ? "-.->" : "-->"
            lines.append("    \(ids[edge.from] ?? "") \(arrow) \(ids[edge.to] ?? "")")
        }
        if !missing.isEmpty { lines.append("    classDef missing stroke:#c00,color:#c00") }
        if nodes.contains(where: { !$0.isChecked }) { lines.append("    classDef unchecked stroke-dasharray: 4 3") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the DOT language of Graphviz.
    public var dot: String {
        var lines = ["digraph services {", "    node [shape=box];"]
        for node in nodes {
            let style = node.isChecked ? "" : ", style=dashed"
            let name = Self.quote(node.service)
            lines.append("    \(name) [label=\(Self.quote("\(node.service)\n\(node.scope)"))\(style)];")
        }
        for service in missing {
            lines.append("    \(Self.quote(service)) [color=red, fontcolor=red];")
        }
        for edge in edges {
            let style = edge.isCaptive ? " [color=red, label=captive]" : edge.isDeferred ? " [style=dotted]" : ""
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
            "isDeferred":\(edge.isDeferred)}
            """
        }
        return #"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#
    }

    private var identifiers: [String: String] {
        let services = nodes.map(\.service) + missing
        return Dictionary(zip(services, services.indices.map { "n\($0)" })) { first, _ in first }
    }

    private static func escapeMermaid(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\"": escaped += "#quot;"
            case "<": escaped += "#lt;"
            case ">": escaped += "#gt;"
            case "#": escaped += "#35;"
            case "&": escaped += "#amp;"
            case _ where character.isNewline: escaped += " "
            default: escaped.append(character)
            }
        }
        return escaped
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            switch character {
            case "\"", "\\": quoted += "\\\(character)"
            case "\n": quoted += "\\n"
            default: quoted.append(character)
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
