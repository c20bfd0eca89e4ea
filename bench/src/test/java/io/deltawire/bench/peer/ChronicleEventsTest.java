package io.deltawire.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.json.JsonFormat;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.wire.WireOptions;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.pool.ClassAliasPool;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import net.openhft.chronicle.wire.TextWire;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Exchanges events with Chronicle Wire in both directions: its method writers call our components, and our method writers call its
 * components. Each group of calls has a name; a test lists the groups that the other library cannot transport.
 */
class ChronicleEventsTest {
    /** A balance. The class is public because Chronicle Wire needs more flags otherwise. */
    public static class Balance extends SelfDescribingMarshallable {
        public String name;
        public double amount;
        public long time;

        static Balance of(String name, double amount, long time) {
            Balance balance = new Balance();
            balance.name = name;
            balance.amount = amount;
            balance.time = time;
            return balance;
        }
    }

    /** The second call of a chain. */
    public interface Account {
        void onBalance(Balance balance);
    }

    /** The side of an order. */
    public enum Side {
        BUY,
        SELL
    }

    /** The methods that are called through the wires. */
    public interface Listener {
        void say(String text);

        void number(long value);

        void price(double value);

        void balance(Balance balance);

        void balances(List<Balance> balances);

        void two(String name, long value);

        void mixed(String name, Balance balance, double price);

        void small(int a, short b, byte c, char d, float e, boolean f);

        void side(Side side);

        void names(List<String> names);

        void rates(Map<String, Double> rates);

        void day(LocalDate day);

        void at(ZonedDateTime time);

        void any(Object value);

        void none();

        Account to(String account);
    }

    private static final class Recorder implements Listener {
        final List<String> calls = new ArrayList<>();

        private static String text(Object value) {
            return value instanceof Balance balance
                    ? "Balance " + balance.name + " " + balance.amount + " " + balance.time
                    : String.valueOf(value);
        }

        private void note(String event, Object... arguments) {
            StringBuilder line = new StringBuilder(event);
            for (Object argument : arguments) {
                line.append(' ').append(text(argument));
            }
            calls.add(line.toString());
        }

        @Override
        public void say(String text) {
            note("say", text);
        }

        @Override
        public void number(long value) {
            note("number", value);
        }

        @Override
        public void price(double value) {
            note("price", value);
        }

        @Override
        public void balance(Balance balance) {
            note("balance", balance);
        }

        @Override
        public void balances(List<Balance> balances) {
            note("balances", ((List<?>) balances).toArray());
        }

        @Override
        public void two(String name, long value) {
            note("two", name, value);
        }

        @Override
        public void mixed(String name, Balance balance, double price) {
            note("mixed", name, balance, price);
        }

        @Override
        public void small(int a, short b, byte c, char d, float e, boolean f) {
            note("small", a, b, c, d, e, f);
        }

        @Override
        public void side(Side side) {
            note("side", side);
        }

        @Override
        public void names(List<String> names) {
            note("names", names);
        }

        @Override
        public void rates(Map<String, Double> rates) {
            note("rates", rates);
        }

        @Override
        public void day(LocalDate day) {
            note("day", day);
        }

        @Override
        public void at(ZonedDateTime time) {
            note("at", time);
        }

        @Override
        public void any(Object value) {
            note("any", value.getClass().getSimpleName(), value);
        }

        @Override
        public void none() {
            note("none");
        }

        @Override
        public Account to(String account) {
            return balance -> note("to", account, balance);
        }
    }

    /** Groups of calls, by name. */
    private static final Map<String, Consumer<Listener>> CALLS = new LinkedHashMap<>();

    static {
        CALLS.put("text", out -> {
            out.say("hello: #1");
            out.say("no");
            out.say("123");
            out.say("");
            out.say(null);
            out.say("a\nb \"q\" \\ \u00e9 \u20ac");
        });
        CALLS.put("emoji", out -> out.say("\ud83d\ude00"));
        CALLS.put("numbers", out -> {
            out.number(1234567890123L);
            out.number(Long.MIN_VALUE);
            out.price(1.1172);
            out.price(1.5e-9);
            out.price(1e22);
            out.small(-1, (short) 2, (byte) 3, 'x', 1.5f, true);
        });
        CALLS.put("not finite", out -> {
            out.price(Double.NaN);
            out.price(Double.POSITIVE_INFINITY);
        });
        CALLS.put("objects", out -> {
            out.balance(Balance.of("a: {}, #", 80.5, 5));
            out.balance(Balance.of(null, 1, 5));
        });
        CALLS.put("no object", out -> out.balance(null));
        CALLS.put("-0.0", out -> out.balance(Balance.of("a", -0.0, 5)));
        CALLS.put("several", out -> {
            out.two("b, c: d", 128);
            out.mixed("m", Balance.of("x", 1.5, 1), 2.5);
            out.none();
        });
        CALLS.put("enum", out -> out.side(Side.SELL));
        CALLS.put("lists", out -> {
            out.names(List.of("a", "b"));
            out.names(List.of());
            out.rates(Map.of("a", 1.5));
        });
        CALLS.put("objects in a list", out -> out.balances(List.of(Balance.of("x", 1.5, 1), Balance.of("z", 2, 2))));
        CALLS.put("any", out -> out.any(Balance.of("x", 1.5, 1)));
        CALLS.put("dates", out -> {
            out.day(LocalDate.of(2016, 7, 22));
            out.at(ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]"));
        });
        CALLS.put("chain", out -> {
            out.to("vanuatu").onBalance(Balance.of("c", 20.25, 6));
            out.to("a b: c").onBalance(Balance.of("d", 1, 7));
        });
    }

    /** Returns a wire of Chronicle. Its text wires read and write documents. */
    private static Wire theirs(String name, Bytes<?> bytes) {
        return name.equals("TEXT")
                ? new TextWire(bytes).useTextDocuments()
                : WireType.valueOf(name).apply(bytes);
    }

    private static io.deltawire.marshallable.Wire ours(String format, Bytes<?> bytes) {
        // Chronicle does not know the types of items in a list, so the messages name them.
        WireOptions options = WireOptions.DEFAULTS.with(
                MarshallableOptions.TYPE_NAMES,
                format.equals("yaml") || format.equals("binary") ? TypeNamePolicy.ALWAYS : TypeNamePolicy.NEEDED);
        options = options.with(JsonFormat.TYPES, JsonFormat.Types.CHRONICLE);
        return io.deltawire.marshallable.Wire.of(format, bytes, options);
    }

    /** Sends each group three times in one stream, and returns the groups whose calls did not arrive unchanged. */
    private static List<String> lost(BiConsumer<Consumer<Listener>, Recorder> through) {
        List<String> lost = new ArrayList<>();
        CALLS.forEach((name, call) -> {
            Recorder direct = new Recorder();
            Consumer<Listener> thrice = call.andThen(call).andThen(call);
            thrice.accept(direct);
            Recorder read = new Recorder();
            boolean failed = false;
            try {
                through.accept(thrice, read);
            } catch (RuntimeException e) {
                failed = true;
            }
            if (failed || !direct.calls.equals(read.calls)) {
                lost.add(name);
            }
        });
        return lost;
    }

    @BeforeAll
    static void nameTheClass() {
        ClassAliasPool.CLASS_ALIASES.addAlias(Balance.class);
    }

    /**
     * The lost calls are lost in what Chronicle writes. Its JSON has no types of objects, and encodes characters beyond the BMP as two
     * surrogates of three bytes each, which is not UTF-8. Its binary format writes -0.0 as 0. Its JSON Lines have enums in lower case, and
     * chains that are not JSON.
     */
    @ParameterizedTest
    @CsvSource({
        "BINARY, binary, -0.0",
        "BINARY_LIGHT, binary, -0.0",
        "TEXT, yaml,",
        "YAML_ONLY, yaml,",
        "JSON, json, emoji/any",
        "JSON_ONLY, json, emoji",
        "JSONL, json, emoji/enum/any/chain"
    })
    void eventsOfChronicleCallOurComponents(String theirs, String ours, String except) {
        List<String> lost = lost((calls, recorder) -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            calls.accept(theirs(theirs, bytes).methodWriter(Listener.class));
            MethodReader reader = ours(ours, bytes).methodReader(recorder);
            while (reader.readOne()) {
                // the recorder collects the calls
            }
        });
        assertEquals(except == null ? List.of() : List.of(except.split("/")), lost);
    }

    /**
     * The lost calls are those that Chronicle's readers reject: in text, characters beyond the BMP as UTF-8; in YAML, {@code .nan},
     * {@code .inf} and {@code null}; in JSON, the types of objects in a list or in a parameter of type {@code Object}. Its only JSON reader
     * of messages in lines is JSONL.
     */
    @ParameterizedTest
    @CsvSource({
        "BINARY, binary,",
        "TEXT, yaml, emoji/not finite/no object",
        "YAML_ONLY, yaml, emoji/not finite/no object",
        "JSONL, json, emoji/objects in a list/any"
    })
    void ourEventsCallComponentsOfChronicle(String theirs, String ours, String except) {
        List<String> lost = lost((calls, recorder) -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            calls.accept(ours(ours, bytes).methodWriter(Listener.class));
            var reader = theirs(theirs, bytes).methodReader(recorder);
            while (reader.readOne()) {
                // the recorder collects the calls
            }
        });
        assertEquals(except == null ? List.of() : List.of(except.split("/")), lost);
    }
}
