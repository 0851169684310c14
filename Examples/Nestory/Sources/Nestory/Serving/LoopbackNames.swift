/// The names under which a server on this machine only is reached.
enum LoopbackNames {
    /// Returns the names to answer under for an address to listen at; nil, for any, where other machines are
    /// let in.
    static func names(for host: String) -> Set<String>? {
        let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        return isLoopback ? ["localhost", "127.0.0.1", "[::1]", host] : nil
    }
}
