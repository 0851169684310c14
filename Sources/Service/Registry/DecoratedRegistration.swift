/// A registration, and the decorators of its service at the same moment.
///
/// A resolution looks this up once and goes on with it, so that every step agrees on whether the instance belongs to the
/// main actor. Adding a decorator makes it another one, as registering again does.
struct DecoratedRegistration: Sendable {
    let registration: Registration
    let decoration: Decoration?
}

extension DecoratedRegistration: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.registration == right.registration && left.decoration === right.decoration
    }
}
