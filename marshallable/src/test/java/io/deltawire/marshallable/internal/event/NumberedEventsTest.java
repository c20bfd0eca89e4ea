package io.deltawire.marshallable.internal.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.deltawire.marshallable.MethodReader;
import io.deltawire.marshallable.Wire;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MethodId;
import org.junit.jupiter.api.Test;

/** Events that Chronicle Wire's method writers write by number, for methods that are marked so. */
class NumberedEventsTest {
    interface Numbered {
        @MethodId(77)
        void say(String text);

        @MethodId(78)
        void two(String name, long value);

        @MethodId(79)
        Ending to(String name);

        void plain(String text);
    }

    interface Ending {
        @MethodId(80)
        void end(long value);
    }

    private static final class Heard implements Numbered {
        final List<String> calls = new ArrayList<>();

        @Override
        public void say(String text) {
            calls.add("say " + text);
        }

        @Override
        public void two(String name, long value) {
            calls.add("two " + name + " " + value);
        }

        @Override
        public Ending to(String name) {
            return value -> calls.add("to " + name + " end " + value);
        }

        @Override
        public void plain(String text) {
            calls.add("plain " + text);
        }
    }

    private static List<String> calls(Bytes<?> bytes) {
        Heard heard = new Heard();
        MethodReader reader = Wire.of("binary", bytes)
                .methodReaderBuilder()
                .refuseUnknownEvents()
                .build(heard);
        while (reader.readOne()) {
            // noted
        }
        return heard.calls;
    }

    @Test
    void eventsByNumberCallTheMethodsThatHaveIt() {
        String theirs = "05000000 ba4d e26869" + "0c000000 ba4e 8205000000e178a52c01" + "08000000 ba4f e161 ba50 a105";
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        bytes.write(HexFormat.of().parseHex(theirs.replace(" ", "")));
        assertEquals(List.of("say hi", "two x 300", "to a end 5"), calls(bytes));
    }

    @Test
    void oursAreWrittenByName() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Numbered out = Wire.of("binary", bytes).methodWriter(Numbered.class);
        out.say("hi");
        out.to("a").end(5);
        out.plain("p");
        assertEquals("b903736179e26869", HexFormat.of().formatHex(bytes.toByteArray(), 4, 12));
        assertEquals(List.of("say hi", "to a end 5", "plain p"), calls(bytes));
    }
}
