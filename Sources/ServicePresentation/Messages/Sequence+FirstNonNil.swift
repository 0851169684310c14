extension Sequence {
    /// Returns the first answer to a question that each element is asked at most once.
    ///
    /// `lazy.compactMap(_:).first` asks again for the element that has answered, and stops the process if it does not answer
    /// the second time.
    func firstNonNil<Answer>(_ ask: (Element) -> Answer?) -> Answer? {
        for element in self {
            if let answer = ask(element) { return answer }
        }
        return nil
    }
}
