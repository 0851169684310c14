import ArgumentParser
import Foundation
import NestoryServer

/// Where the server listens, and who may use it.
struct ServerOptions: ParsableArguments {
    @Option(name: .long, help: "The address to listen at. Others than 127.0.0.1 let other machines in.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "The port to listen at; 0 for any that is free.")
    var port = 8080

    @Option(
        name: .long,
        help: ArgumentHelp("A file with the password that people and programs must know.", valueName: "file"))
    var passwordFile: String?

    @Flag(name: .long, help: "Let in everybody who reaches the server, also from other machines.")
    var noPassword = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A name under which the server answers, such as that of a proxy. May be given several times.",
            valueName: "name"))
    var allowHost: [String] = []

    /// The names to answer under; nil for any.
    var names: Set<String>? {
        let allowed = allowHost.map { $0.lowercased() }
        guard let loopback = LoopbackNames.names(for: host) else { return allowed.isEmpty ? nil : Set(allowed) }
        return loopback.union(allowed)
    }

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("Give --port a number from 0 to 65535.")
        }
        guard !host.isEmpty else { throw ValidationError("Give --host an address, such as 127.0.0.1.") }
        for name in allowHost where !Self.isName(name) {
            throw ValidationError(
                "Give --allow-host a name alone, such as nestory.example, without http:// and port, not “\(name)”.")
        }
        guard passwordFile == nil || !noPassword else {
            throw ValidationError("Give --password-file or --no-password, not both.")
        }
        guard LoopbackNames.names(for: host) != nil || passwordFile != nil || noPassword else {
            throw ValidationError(
                "--host \(host) lets other machines in. Give --password-file FILE, or --no-password to let in everybody."
            )
        }
    }

    /// Whether a browser can send it as the name of a server: a name, or an address, that of IPv6 in brackets.
    private static func isName(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z0-9._\-]+|\[[0-9A-Fa-f:.]+\]/) != nil
    }

    /// Reads the password.
    ///
    /// - Returns: nil where none is asked for.
    /// - Throws: ``CommandFailure`` where the file has none.
    func password() throws(CommandFailure) -> Password? {
        guard let passwordFile else { return nil }
        guard let text = try? String(contentsOf: URL(filePath: passwordFile), encoding: .utf8) else {
            throw .failed("\(passwordFile) cannot be read. Write the password into it, as text.")
        }
        guard let password = Password(text) else {
            throw .failed("\(passwordFile) is empty. Write the password into its first line.")
        }
        return password
    }
}
