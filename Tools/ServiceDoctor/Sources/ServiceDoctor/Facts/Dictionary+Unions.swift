extension Dictionary {
    /// Adds the elements of other sets to those of the same keys, in place: merging copies what is there, file after file.
    mutating func formUnions<Element>(_ others: [Key: Set<Element>]) where Value == Set<Element> {
        for (key, elements) in others { self[key, default: []].formUnion(elements) }
    }
}
