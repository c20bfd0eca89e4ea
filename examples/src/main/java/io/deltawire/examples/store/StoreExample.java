package io.deltawire.examples.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Changes a store, and opens it again. */
public final class StoreExample {
    private StoreExample() {}

    /** Takes the folder of the store, or none for a temporary one. */
    public static void main(String[] arguments) throws IOException {
        Path folder = arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("store");
        try (AccountStore store = new AccountStore(folder)) {
            store.put(new Account("a-1", "Ada", 100));
            store.put(new Account("a-2", "Grace", 200));
            store.put(new Account("a-3", "Linus", 300));
        }
        try (AccountStore store = new AccountStore(folder)) {
            Account account = store.get("a-2");
            account.balance += 50;
            store.put(account);
            store.remove("a-3");
        }
        try (AccountStore store = new AccountStore(folder)) {
            System.out.print(store);
        }
    }
}
