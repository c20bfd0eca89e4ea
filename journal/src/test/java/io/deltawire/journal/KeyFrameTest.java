package io.deltawire.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.journal.JournalTest.Quote;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.MethodWriterBuilder;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that begin with the newest state of all keys, also of those that earlier appenders have written. */
class KeyFrameTest {
    /** An object that computes its key. */
    static final class Position implements KeyedMarshallable, Marshallable {
        String account;
        long quantity;

        Position() {}

        Position(String account, long quantity) {
            this.account = account;
            this.quantity = quantity;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.write8bit(account);
        }
    }

    interface Events {
        void quote(Quote quote);

        void position(Position position);

        void level(@Key String book, @Key int number, double price);

        Level to(String account);
    }

    interface Level {
        void balance(long amount);
    }

    @TempDir
    Path folder;

    /** The newest state by key, as a reader of the events keeps it. */
    private static final class State implements Events {
        final Map<String, Object> values;
        private final boolean isDeletion;

        State() {
            this(new TreeMap<>(), false);
        }

        State(Map<String, Object> values, boolean isDeletion) {
            this.values = values;
            this.isDeletion = isDeletion;
        }

        private void put(String key, Object value) {
            if (isDeletion) {
                values.remove(key);
            } else {
                values.put(key, value);
            }
        }

        @Override
        public void quote(Quote quote) {
            put("quote " + quote.symbol, quote.bid + " " + quote.note);
        }

        @Override
        public void position(Position position) {
            put("position " + position.account, position.quantity);
        }

        @Override
        public void level(String book, int number, double price) {
            put("level " + book + number, price);
        }

        @Override
        public Level to(String account) {
            return amount -> put("balance " + account, amount);
        }
    }

    private static State stateOf(JournalTailer tailer) {
        State state = new State();
        State deleting = new State(state.values, true);
        MethodReader reader =
                tailer.methodReader(builder -> builder.deletionsTo(deleting).build(state));
        while (reader.readOne()) {}
        return state;
    }

    /**
     * Makes a random call and remembers its effect.
     *
     * @param deletions writes deletions; null for none
     */
    private static void call(Random random, Events events, Events deletions, State model) {
        String name = "k" + random.nextInt(12);
        int value = random.nextInt(100);
        int method = random.nextInt(6);
        for (Events each : List.of(events, model)) {
            switch (method) {
                case 0 -> each.position(new Position(name, value));
                case 1 -> each.level(name, value % 2, value / 2.0);
                case 2 -> each.to(name).balance(value);
                default -> each.quote(new Quote(name, value / 4.0, value, value % 3 == 0 ? null : "n"));
            }
        }
        if (deletions != null && random.nextInt(8) == 0) {
            deletions.quote(new Quote(name, 0, 0, null));
            new State(model.values, true).quote(new Quote(name, 0, 0, null));
        }
    }

    @Test
    void theLastFileAloneHasEveryKeyAfterKillsAndRestarts() throws IOException {
        for (int seed = 1; seed <= 12; seed++) {
            Random random = new Random(seed);
            boolean hasHistory = seed % 2 == 0;
            Path path = folder.resolve("j" + seed);
            WireOptions options = WireOptions.DEFAULTS
                    .with(JournalOptions.FILE_BYTES, 400L + random.nextInt(4000))
                    .with(
                            JournalOptions.FLUSH,
                            random.nextBoolean() ? JournalOptions.Flush.MESSAGE : JournalOptions.Flush.BATCH);
            State model = new State();
            for (int run = 0; run < 6; run++) {
                byte[] left;
                Path newest;
                try (Journal journal = Journal.open(path, options)) {
                    MethodWriterBuilder<Events> builder = journal.appender().methodWriterBuilder(Events.class);
                    Events deletions = null;
                    if (hasHistory) {
                        builder.history(new MessageHistory());
                    } else {
                        deletions = journal.appender()
                                .methodWriterBuilder(Events.class)
                                .deletions()
                                .build();
                    }
                    Events events = builder.build();
                    for (int i = 0, n = random.nextInt(80); i < n; i++) {
                        call(random, events, deletions, model);
                    }
                    call(random, events, null, model);
                    journal.appender().flush();
                    List<Path> files = journal.files();
                    newest = files.get(files.size() - 1);
                    left = Files.readAllBytes(newest);
                    assertTrue(newest.toString().contains("-keyframe"), newest.toString());
                    Path alone = Files.createDirectories(folder.resolve("alone" + seed + "-" + run));
                    Files.write(alone.resolve(newest.getFileName()), left);
                    for (Path each : List.of(alone, path)) {
                        try (Journal reading = Journal.open(each, options)) {
                            JournalTailer tailer = reading.tailer().toNewestRecords();
                            assertEquals(model.values, stateOf(tailer).values, "seed " + seed + " run " + run);
                        }
                    }
                    assertEquals(countKeyFrame(newest), distinctKeys(newest), "no key is there twice");
                }
                if (random.nextBoolean()) {
                    Files.write(newest, left); // as after a kill: without the mark of the end
                }
            }
        }
    }

    /** Returns the number of messages that a reader of the file alone gets before the first one of the stream itself. */
    private static int countKeyFrame(Path file) throws IOException {
        return count(file, DeltaFormat.KeyFrameMessages.NEW) - count(file, DeltaFormat.KeyFrameMessages.NONE);
    }

    private static int count(Path file, DeltaFormat.KeyFrameMessages which) throws IOException {
        WireOptions options = DeltaFormat.forLive(WireOptions.DEFAULTS).with(DeltaFormat.KEY_FRAME_MESSAGES, which);
        int count = 0;
        try (InputStream stream = Files.newInputStream(file)) {
            Wire wire = Wire.of("delta", stream, options);
            while (wire.in().nextMessage()) {
                count++;
            }
        }
        return count;
    }

    private static int distinctKeys(Path file) throws IOException {
        Map<String, Object> keys = new HashMap<>();
        int[] left = {countKeyFrame(file)};
        WireOptions options = DeltaFormat.forLive(WireOptions.DEFAULTS);
        try (InputStream stream = Files.newInputStream(file)) {
            State state = new State();
            MethodReader reader = Wire.of("delta", stream, options).methodReader(state);
            while (left[0]-- > 0 && reader.readOne()) {}
            keys.putAll(state.values);
        }
        return keys.size();
    }

    @Test
    void objectsWithoutEventsAndWithThemAreAdopted() {
        WireOptions options = WireOptions.DEFAULTS.with(JournalOptions.FILE_BYTES, 1000L);
        for (int run = 0; run < 5; run++) {
            try (Journal journal = Journal.open(folder, options)) {
                for (int i = 0; i < 40; i++) {
                    journal.appender().write("quote", new Quote("a" + i % 10, run, i, null));
                    journal.appender().write(new Quote("b" + i % 10, run, i, null));
                    journal.appender().write("other", new Quote("c" + i % 10 + run, run, i, null));
                }
                journal.appender().delete("other", new Quote("c1" + run, 0, 0, null));
                Map<String, Double> newest = new TreeMap<>();
                JournalTailer tailer = journal.tailer().toNewestRecords();
                int count = 0;
                while (tailer.next()) {
                    count++;
                    String event = tailer.event();
                    boolean isDeletion = tailer.isDeletion();
                    Quote quote = tailer.read(Quote.class);
                    if (isDeletion) {
                        newest.remove(event + quote.symbol);
                    } else {
                        newest.put(event + quote.symbol, quote.bid);
                    }
                }
                assertEquals(20 + 9 * (run + 1), newest.size(), newest::toString);
                assertEquals(run, newest.get("quotea3"));
                assertEquals(run, newest.get("b3"));
                assertTrue(count < 300, "read " + count);
                assertFalse(newest.containsKey("otherc1" + run));
            }
        }
    }

    @Test
    void stateOfAnEventThatIsNoLongerWrittenIsFoundAllTheSame() {
        WireOptions options = WireOptions.DEFAULTS.with(JournalOptions.FILE_BYTES, 500L);
        try (Journal journal = Journal.open(folder, options)) {
            journal.appender().write("former", new Quote("a", 1, 0, null));
            journal.appender().write("quote", new Quote("b", 1, 0, null));
        }
        for (int run = 0; run < 3; run++) {
            try (Journal journal = Journal.open(folder, options)) {
                for (int i = 0; i < 60; i++) {
                    journal.appender().write("quote", new Quote("c" + i % 5, i, i, null));
                }
                Map<String, Quote> newest = new HashMap<>();
                JournalTailer tailer = journal.tailer().toNewestRecords();
                while (tailer.next()) {
                    Quote quote = tailer.read(Quote.class);
                    newest.put(quote.symbol, quote);
                }
                assertEquals(7, newest.size());
            }
        }
    }
}
