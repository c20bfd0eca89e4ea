package io.deltawire.examples.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.deltawire.examples.testing.Example;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreExampleTest {
    @TempDir
    Path folder;

    @Test
    void printsWhatItsReadmeSays() throws Throwable {
        Example.assertPrintsAsReadme(StoreExample.class, () -> StoreExample.main(new String[] {folder.toString()}));
    }

    @Test
    void isTheSameAsAMapHoweverOftenItIsReopened() {
        Map<String, Account> expected = new HashMap<>();
        Random random = new Random(1);
        for (int start = 0; start < 10; start++) {
            try (AccountStore store = new AccountStore(folder)) {
                assertEquals(expected.size(), store.size());
                expected.forEach((id, account) -> assertEquals(account, store.get(id)));
                for (int i = 0; i < 50; i++) {
                    String id = "a-" + random.nextInt(20);
                    if (random.nextInt(3) == 0) {
                        assertEquals(expected.remove(id) != null, store.remove(id));
                    } else {
                        Account account = new Account(id, "owner " + random.nextInt(3), random.nextInt(100));
                        expected.put(id, account.deepCopy());
                        store.put(account);
                    }
                }
            }
        }
    }

    @Test
    void hasNoAccountThatWasNeverThere() {
        try (AccountStore store = new AccountStore(folder)) {
            assertNull(store.get("a-1"));
            assertFalse(store.remove("a-1"));
        }
    }
}
