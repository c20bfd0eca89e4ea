package io.deltawire.examples.fanout;

/** Which prices a client gets. */
enum Subscription {
    /** Each price, encoded once for all clients. A client that falls far behind is disconnected. */
    EACH_PRICE('e'),
    /** The newest price of each symbol, as fast as the client takes them. */
    NEWEST_PRICES('n');

    /** The byte by which a client asks for it. */
    final int code;

    Subscription(int code) {
        this.code = code;
    }
}
