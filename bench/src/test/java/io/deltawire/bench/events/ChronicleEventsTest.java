package io.deltawire.bench.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.marshallable.MethodReader;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events of Chronicle Wire's method writers call our components, and ours theirs. */
class ChronicleEventsTest {
    /** A balance; public, since Chronicle Wire wants that without further flags. */
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

    /** The link of a chain. */
    public interface Account {
        void onBalance(Balance balance);
    }

    /** Events. */
    public interface Listener {
        void say(String text);

        void number(long value);

        void price(double value);

        void balance(Balance balance);

        void two(String name, long value);

        void none();

        Account to(String account);
    }

    private static final class Recorder implements Listener {
        final List<String> calls = new ArrayList<>();

        @Override
        public void say(String text) {
            calls.add("say " + text);
        }

        @Override
        public void number(long value) {
            calls.add("number " + value);
        }

        @Override
        public void price(double value) {
            calls.add("price " + value);
        }

        @Override
        public void balance(Balance balance) {
            calls.add("balance " + balance.name + " " + balance.amount + " " + balance.time);
        }

        @Override
        public void two(String name, long value) {
            calls.add("two " + name + " " + value);
        }

        @Override
        public void none() {
            calls.add("none");
        }

        @Override
        public Account to(String account) {
            return balance -> calls.add("to " + account + " " + balance.name + " " + balance.amount);
        }
    }

    private static void callAll(Listener listener) {
        listener.say("hello: #1");
        listener.number(1234567890123L);
        listener.price(1.1172);
        listener.balance(Balance.of("a", 80.5, 5));
        listener.two("b", 128);
        listener.none();
        listener.to("vanuatu").onBalance(Balance.of("c", 20.25, 6));
        listener.say("the end");
    }

    private static List<String> expected() {
        Recorder direct = new Recorder();
        callAll(direct);
        return direct.calls;
    }

    @ParameterizedTest
    @CsvSource({"BINARY, binary", "BINARY_LIGHT, binary", "YAML_ONLY, yaml", "JSON_ONLY, json"})
    void theirEventsCallOurComponents(WireType theirs, String ours) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = theirs.apply(bytes);
        callAll(wire.methodWriter(Listener.class));
        Recorder recorder = new Recorder();
        MethodReader reader = io.deltawire.marshallable.Wire.of(ours, bytes).methodReader(recorder);
        while (reader.readOne()) {
            // noted
        }
        assertEquals(expected(), recorder.calls);
    }

    @ParameterizedTest
    @CsvSource({"BINARY, binary", "YAML_ONLY, yaml"})
    void ourEventsCallTheirComponents(WireType theirs, String ours) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        callAll(io.deltawire.marshallable.Wire.of(ours, bytes).methodWriter(Listener.class));
        Recorder recorder = new Recorder();
        var reader = theirs.apply(bytes).methodReader(recorder);
        while (reader.readOne()) {
            // noted
        }
        assertEquals(expected(), recorder.calls);
    }
}
