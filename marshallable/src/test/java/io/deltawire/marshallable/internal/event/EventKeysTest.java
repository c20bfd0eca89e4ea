package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.KeyedMarshallable;
import io.deltawire.marshallable.MessageHistory;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An event of the delta wire updates the record of its chain and key. */
class EventKeysTest {
    static {
        Types.registerNested(EventKeysTest.class);
    }

    private static final int KEYS = 100;
    private static final int EVENTS = 20_000;

    static class State extends AbstractMarshallable {
        double amount;
        long time = 1469190896789L;
        String currency = "EUR";
        int version;

        State copy() {
            return deepCopy();
        }
    }

    static final class KeyedState extends State {
        @Key
        String account;
    }

    interface Account {
        void onState(State state);

        void onClosed(long time);

        Account via(String route);
    }

    interface Accounts {
        Account to(String account);
    }

    interface Numbered {
        Account to(long account);
    }

    interface MarkedAccounts {
        Account to(@Key long account);
    }

    interface KeyedStates {
        void onState(KeyedState state);
    }

    interface Trades {
        void onTrade(@Key int instrument, long time, double price, @Key char side);

        void onList(@Key List<String> notOneValue);
    }

    private static State[] states(SplittableRandom random) {
        State[] states = new State[KEYS];
        for (int i = 0; i < KEYS; i++) {
            states[i] = new State();
            states[i].amount = random.nextInt(1_000_000) / 100.0;
            states[i].version = random.nextInt(100_000);
        }
        return states;
    }

    private static void step(State state, SplittableRandom random) {
        state.amount = Math.round(state.amount * 100 + random.nextInt(500) - 250) / 100.0;
        state.time += random.nextInt(1000);
        state.version++;
    }

    /** Writes updates of 100 random accounts and returns the average bytes of an update. */
    private static double size(Wire wire, Bytes<?> bytes, BiConsumer<Integer, State> writer) {
        SplittableRandom random = new SplittableRandom(1);
        State[] states = states(random);
        for (int i = 0; i < EVENTS; i++) {
            int key = random.nextInt(KEYS);
            step(states[key], random);
            writer.accept(key, states[key]);
        }
        wire.flush();
        return (double) bytes.readRemaining() / EVENTS;
    }

    private static Wire delta(Bytes<?> bytes) {
        return Wire.of("delta", bytes);
    }

    @Test
    void chainsAreDeltasAgainstTheLastOfTheSameChainAndName() {
        Bytes<?> keyed = Bytes.allocateElasticOnHeap();
        Wire keyedWire = delta(keyed);
        KeyedStates states = keyedWire.methodWriter(KeyedStates.class);
        KeyedState[] objects = new KeyedState[KEYS];
        double keyedSize = size(keyedWire, keyed, (key, state) -> {
            if (objects[key] == null) {
                objects[key] = new KeyedState();
                objects[key].account = "account-" + key;
            }
            state.copyTo(objects[key]);
            states.onState(objects[key]);
        });

        Bytes<?> chained = Bytes.allocateElasticOnHeap();
        Wire chainedWire = delta(chained);
        Accounts accounts = chainedWire.methodWriter(Accounts.class);
        double chainedSize = size(
                chainedWire,
                chained,
                (key, state) -> accounts.to("account-" + key).onState(state));
        assertTrue(keyedSize < 7.5, "keyed objects: " + keyedSize);
        assertEquals(keyedSize, chainedSize, 0.3, "a chain costs what an object with a key does");

        // Without the name in the key, each message would be compared with another account's.
        Bytes<?> unkeyed = Bytes.allocateElasticOnHeap();
        Wire unkeyedWire = delta(unkeyed);
        Numbered numbered = unkeyedWire.methodWriter(Numbered.class);
        double unkeyedSize =
                size(unkeyedWire, unkeyed, (key, state) -> numbered.to(key).onState(state));
        assertTrue(unkeyedSize > 1.4 * chainedSize, unkeyedSize + " and " + chainedSize);

        Bytes<?> marked = Bytes.allocateElasticOnHeap();
        Wire markedWire = delta(marked);
        MarkedAccounts numbers = markedWire.methodWriter(MarkedAccounts.class);
        double markedSize =
                size(markedWire, marked, (key, state) -> numbers.to(key).onState(state));
        assertEquals(chainedSize, markedSize, 0.3);
    }

    @ParameterizedTest
    @EnumSource
    void chainsOfManyKindsArriveAsTheyWereMade(EventAccess access) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = delta(bytes);
        Accounts accounts = Wires.writerBuilder(wire, access, Accounts.class).build();
        SplittableRandom random = new SplittableRandom(2);
        State[] states = states(random);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            int key = random.nextInt(KEYS);
            String account = key == 0 ? null : "account-" + key;
            step(states[key], random);
            switch (random.nextInt(4)) {
                case 0 -> {
                    accounts.to(account).onClosed(i);
                    expected.add(account + " closed " + i);
                }
                case 1 -> {
                    accounts.to(account).via("route").onState(states[key]);
                    expected.add(account + " via route " + states[key]);
                }
                case 2 -> {
                    accounts.to(account).via("other").onClosed(i);
                    expected.add(account + " via other closed " + i);
                }
                default -> {
                    accounts.to(account).onState(states[key]);
                    expected.add(account + " " + states[key]);
                }
            }
        }
        List<String> read = new ArrayList<>();
        MethodReader reader = wire.methodReader((Accounts) account -> new Recorder(account, read));
        while (reader.readOne()) {
            // the component notes it
        }
        assertEquals(expected, read);
    }

    private record Recorder(String prefix, List<String> calls) implements Account {
        @Override
        public void onState(State state) {
            calls.add(prefix + " " + state);
        }

        @Override
        public void onClosed(long time) {
            calls.add(prefix + " closed " + time);
        }

        @Override
        public Account via(String route) {
            return new Recorder(prefix + " via " + route, calls);
        }
    }

    @Test
    void generatedAndReflectiveWritersMakeTheSameBytes() {
        List<byte[]> made = new ArrayList<>();
        for (EventAccess access : EventAccess.values()) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = delta(bytes);
            Accounts accounts =
                    Wires.writerBuilder(wire, access, Accounts.class).build();
            Trades trades = Wires.writerBuilder(wire, access, Trades.class).build();
            size(wire, bytes, (key, state) -> {
                accounts.to("account-" + key % 7).onState(state);
                trades.onTrade(key, state.time, state.amount, key % 2 == 0 ? 'B' : 'S');
            });
            made.add(bytes.toByteArray());
        }
        assertEquals(2, made.size());
        assertArrayEquals(made.get(0), made.get(1));
    }

    static final class WrittenKey extends State implements KeyedMarshallable {
        int account;

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.writeInt(account);
        }
    }

    static final class Special extends State {}

    interface Singles {
        void onState(State state);

        void onKeyed(KeyedState state);

        void onWritten(WrittenKey state);
    }

    /** Objects by columns mixed with objects by tokens: in chains, of subclasses, null, and by another writer. */
    private static void writeSingles(Wire wire, EventAccess access) {
        Singles singles = Wires.writerBuilder(wire, access, Singles.class).build();
        Singles others = Wires.writerBuilder(wire, access, Singles.class).build();
        Accounts accounts = Wires.writerBuilder(wire, access, Accounts.class).build();
        SplittableRandom random = new SplittableRandom(3);
        KeyedState keyed = new KeyedState();
        WrittenKey written = new WrittenKey();
        State[] states = states(random);
        for (int i = 0; i < 20_000; i++) {
            int key = random.nextInt(KEYS);
            State state = states[key];
            step(state, random);
            Singles out = random.nextInt(10) == 0 ? others : singles;
            switch (random.nextInt(12)) {
                case 0 -> out.onState(random.nextBoolean() ? null : new Special());
                case 1, 2, 3, 4 -> out.onState(state);
                case 5 -> accounts.to("account-" + key).onState(state);
                case 6 -> wire.write("onState", state);
                case 7 -> {
                    state.currency = random.nextBoolean() ? null : "USD";
                    out.onState(state);
                }
                case 8, 9 -> {
                    state.copyTo(keyed);
                    keyed.account = random.nextInt(50) == 0 ? null : "account-" + key;
                    out.onKeyed(keyed);
                }
                default -> {
                    state.copyTo(written);
                    written.account = key;
                    out.onWritten(written);
                }
            }
        }
    }

    @Test
    void objectsByTheirColumnsMakeTheBytesOfTheirTokens() {
        List<byte[]> made = new ArrayList<>();
        for (EventAccess access : EventAccess.values()) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            writeSingles(delta(bytes), access);
            made.add(bytes.toByteArray());
        }
        assertEquals(2, made.size());
        assertArrayEquals(made.get(0), made.get(1));
    }

    @Test
    void objectsByTheirColumnsArriveAsTheyWere() {
        Bytes<?> delta = Bytes.allocateElasticOnHeap();
        Bytes<?> yaml = Bytes.allocateElasticOnHeap();
        Wire deltaWire = delta(delta);
        writeSingles(deltaWire, EventAccess.GENERATED);
        Wire yamlWire = Wire.of("yaml", yaml);
        writeSingles(yamlWire, EventAccess.REFLECTIVE);
        List<String> expected = new ArrayList<>();
        List<String> read = new ArrayList<>();
        for (Wire wire : List.of(yamlWire, deltaWire)) {
            List<String> calls = wire == yamlWire ? expected : read;
            MethodReader reader =
                    wire.methodReader(new SinglesRecorder(calls), (Accounts) account -> new Recorder(account, calls));
            while (reader.readOne()) {
                // the component notes it
            }
        }
        assertEquals(20_000, expected.size());
        assertEquals(expected, read);
    }

    private record SinglesRecorder(List<String> calls) implements Singles {
        @Override
        public void onState(State state) {
            calls.add("state " + state);
        }

        @Override
        public void onKeyed(KeyedState state) {
            calls.add("keyed " + state);
        }

        @Override
        public void onWritten(WrittenKey state) {
            calls.add("written " + state);
        }
    }

    @Test
    void markedArgumentsAreTheKey() {
        double[] sizes = new double[2];
        for (int marked = 0; marked < 2; marked++) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire wire = delta(bytes);
            BiConsumer<Integer, State> writer;
            if (marked == 1) {
                Trades trades = wire.methodWriter(Trades.class);
                writer = (key, state) -> trades.onTrade(key, state.time, state.amount, 'B');
            } else {
                Unmarked trades = wire.methodWriter(Unmarked.class);
                writer = (key, state) -> trades.onTrade(key, state.time, state.amount, 'B');
            }
            sizes[marked] = size(wire, bytes, writer);
        }
        assertTrue(sizes[1] < 0.85 * sizes[0], sizes[0] + " and marked " + sizes[1]);
    }

    interface Unmarked {
        void onTrade(int instrument, long time, double price, char side);
    }

    /** An object whose key is the bytes of its name, without their length. */
    static final class NamedPart extends AbstractMarshallable implements KeyedMarshallable {
        private final String name;

        NamedPart(String name) {
            this.name = name;
        }

        @Override
        public void writeKey(Bytes<?> bytes) {
            bytes.write(name.getBytes(StandardCharsets.UTF_8));
        }
    }

    interface PartPairs {
        void onLink(@Key NamedPart from, @Key NamedPart to, long count);

        PartFrom from(NamedPart part);
    }

    interface PartFrom {
        void to(NamedPart part);
    }

    @ParameterizedTest
    @EnumSource
    void partsOfAKeyDoNotRunTogether(EventAccess access) {
        NamedPart[][] ends = {
            {new NamedPart("a"), new NamedPart("bc")},
            {new NamedPart("ab"), new NamedPart("c")},
            {new NamedPart("abc"), new NamedPart("")},
            {new NamedPart("abc"), null},
            {null, new NamedPart("abc")}
        };
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        PartPairs links =
                Wires.writerBuilder(delta(bytes), access, PartPairs.class).build();
        for (int round = 0; round < 3; round++) {
            for (NamedPart[] each : ends) {
                long before = bytes.writePosition();
                links.onLink(each[0], each[1], 1);
                long linked = bytes.writePosition();
                if (each[0] != null) {
                    links.from(each[0]).to(each[1]);
                }
                // If nothing changed in the record, the message has a length, a mode with a cached mask, and a record
                // id.
                assertTrue(round < 2 || linked - before <= 3, "link from " + before);
                assertTrue(round < 2 || bytes.writePosition() - linked <= 3, "chain from " + linked);
            }
        }
    }

    @Test
    void keyThatIsNotOneValueIsRefusedAndNothingWritten() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Trades trades = delta(bytes).methodWriter(Trades.class);
        Exception e = assertThrows(WireDataException.class, () -> trades.onList(List.of("a")));
        assertTrue(e.getMessage().contains("a key must be one value but was a java.util."), e.getMessage());
        assertEquals(0, bytes.readRemaining());
    }

    @Test
    void keyFieldsAskedForAreTheKeyWhereNothingIsMarked() {
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("onState.currency"));
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("delta", bytes, options);
        Accounts accounts = wire.methodWriter(Accounts.class);
        double byCurrency =
                size(wire, bytes, (key, state) -> accounts.to("account-" + key).onState(state));
        assertTrue(byCurrency > 9, "one currency, and so one record: " + byCurrency);
    }

    @Test
    void eventsWithHistoryHaveRecordsOfTheirOwn() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = delta(bytes);
        Accounts accounts = wire.methodWriterBuilder(Accounts.class)
                .history(new MessageHistory())
                .build();
        List<String> expected = new ArrayList<>();
        double size = size(wire, bytes, (key, state) -> {
            accounts.to("account-" + key).onState(state);
            expected.add("account-" + key + " " + state);
        });
        List<String> read = new ArrayList<>();
        MethodReader reader = wire.methodReader((Accounts) account -> new Recorder(account, read));
        while (reader.readOne()) {
            // the component notes it
        }
        assertEquals(expected, read);
        assertTrue(size < 16, "with the time of writing: " + size);
    }

    @Test
    void callsOfAChainComeBackInTheirOrder() {
        Wire wire = Wire.of("delta", Bytes.allocateElasticOnHeap());
        Accounts accounts = wire.methodWriter(Accounts.class);
        accounts.to("joe").onClosed(1);
        accounts.to("joe").via("bank").onClosed(2); // an event that the type had before the preceding one
        accounts.to("joe").onClosed(3);
        accounts.to("joe").via("bank").onClosed(4);
        List<String> read = new ArrayList<>();
        while (wire.next()) {
            read.add(wire.event() + ' ' + wire.read(Object.class));
        }
        assertEquals(
                List.of(
                        "to joe",
                        "onClosed 1",
                        "to joe",
                        "via bank",
                        "onClosed 2",
                        "to joe",
                        "onClosed 3",
                        "to joe",
                        "via bank",
                        "onClosed 4"),
                read);
    }
}
