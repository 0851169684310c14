extension DeclaredNeeds {
    /// The services that an initialiser takes, all of them required.
    @usableFromInline
    init(of needs: [ServiceNeed]) {
        self.init(services: needs.map(\.identity))
    }
}
