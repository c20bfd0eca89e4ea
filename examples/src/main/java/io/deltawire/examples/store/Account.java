package io.deltawire.examples.store;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;

/** A value of the store, which contains its key. */
class Account extends AbstractMarshallable {
    @Key
    String id;

    String owner;
    long balance;

    Account(String id, String owner, long balance) {
        this.id = id;
        this.owner = owner;
        this.balance = balance;
    }
}
