// What @Injectable refuses. `// error COLUMN: TEXT` behind a line is what the compiler says about it, and nothing else is.
import Service
import ServiceMacros

protocol Store: Sendable {}

@Injectable
final class Uploader: Sendable {
    init(
        retries: Int,  // error 9: @Injectable cannot resolve 'retries' of Uploader: it is a plain Int. Mark it @Passed or @Named("…"), or give it a default value.
        body: @Sendable () -> Void,  // error 9: @Injectable cannot resolve 'body' of Uploader: it is a closure. Mark it @Passed or @Named("…"), or give it a default value.
        store: (any Store)?,  // error 9: @Injectable cannot resolve 'store' of Uploader: it is an optional. Mark it @Passed or @Named("…"), or give it a default value.
        stores: [any Store],  // error 9: @Injectable cannot resolve 'stores' of Uploader: it is a collection. Mark it @Passed or @Named("…"), or give it a default value.
        table: [String: any Store],  // error 9: @Injectable cannot resolve 'table' of Uploader: it is a collection. Mark it @Passed or @Named("…"), or give it a default value.
        pair: (any Store, any Store),  // error 9: @Injectable cannot resolve 'pair' of Uploader: it is a tuple. Mark it @Passed or @Named("…"), or give it a default value.
        change: inout Disk,  // error 9: @Injectable cannot resolve 'change' of Uploader: it is inout. Give it another type.
        worker: isolated Worker,  // error 9: @Injectable cannot resolve 'worker' of Uploader: it is isolated. Give it another type.
        other: some Store,  // error 9: @Injectable cannot resolve 'other' of Uploader: it is opaque. Give it another type.
        more: Disk...  // error 9: @Injectable cannot resolve 'more' of Uploader: it is variadic. Give it another type.
    ) {}
}

struct Disk: Store {}
actor Worker {}

@Injectable
struct Unlabelled: Sendable {
    init(
        _ retries: Int = 3,  // error 9: @Injectable leaves out 'retries' of Unlabelled, which has a default value, and 'store', which has no label either, would be passed for it. Give one of them a label.
        _ depth: Int = 1,  // error 9: @Injectable leaves out 'depth' of Unlabelled, which has a default value, and 'store', which has no label either, would be passed for it. Give one of them a label.
        _ store: any Store
    ) {}
}

@Injectable
struct Labelled: Sendable {
    init(_ retries: Int = 3, store: any Store, _ depth: Int = 1) {}
}

@Injectable
class Open {  // error 7: @Injectable creates exactly Open: a subclass would inherit it. Make the class final.
    init() {}
}

@Injectable  // error 1: @Injectable found no initialiser in Empty. Write the one that the container is to call.
struct Empty: Sendable {}

@Injectable  // error 1: @Injectable found 2 initialisers in Several. Mark the one to use @Inject.
struct Several: Sendable {
    init() {}
    init(_ disk: Disk) {}
}

@Injectable
struct Twice: Sendable {
    @Inject init() {}
    @Inject init(_ disk: Disk) {}  // error 13: Twice has more than one initialiser marked @Inject. Mark only the one to use.
}

@Injectable
struct Failable: Sendable {
    init?(_ disk: Disk) {}  // error 9: @Injectable needs an instance, and this initialiser may return nil. Let it throw instead.
}

@Injectable  // error 1: @Injectable can be attached only to a class, a struct or an actor: it calls their initialiser.
enum Choice { case one }

@Injectable
struct Later: Sendable {
    init(@Passed year: Int) async {}  // error 10: @Passed arguments work only with synchronous initialisers outside the main actor. Register Later with a factory.
}

@Injectable
@MainActor final class Screen {
    init(@Passed year: Int) {}  // error 10: @Passed arguments work only with synchronous initialisers outside the main actor. Register Screen with a factory.
}

@Injectable
struct Generic: Sendable {
    init<S: Store>(_ store: S) {}  // error 10: @Injectable cannot determine what 'S' is: the container calls the initialiser without a type. Make Generic generic instead, or mark another initialiser @Inject.
}

@Injectable
struct Packed<each Value: Sendable>: Sendable {
    init(_ values: repeat each Value) {}  // error 10: @Injectable cannot resolve 'values' of Packed: it is a parameter pack. Give it another type.
}

@Injectable
struct Unique: ~Copyable {  // error 16: @Injectable needs an instance that the container can hand out: Unique is not copyable.
    init() {}
}

@Injectable  // error 1: @Injectable cannot determine which initialisers inside #if are active. Move the #if around Conditional, or into its initialiser.
struct Conditional: Sendable {
    #if DEBUG
    init() {}
    #else
    init(_ disk: Disk) {}
    #endif
}

enum Outer {
    @Injectable
    private struct Hidden: Sendable {  // error 5: @Injectable writes an extension of Outer.Hidden beside the outer type, where it cannot be private. Make it fileprivate.
        init(_ disk: Disk) {}
    }
}
