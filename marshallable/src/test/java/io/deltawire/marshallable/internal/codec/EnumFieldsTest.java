package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Alias;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Enum constants in fields that are decoded directly from the array: names of any length, former names, and names
 * without a constant.
 */
@SuppressWarnings({"UnicodeInCode", "UnusedVariable"}) // constants may have any name; fields are read by codecs
class EnumFieldsTest {
    enum OldPhase {
        UP,
        OPENING_,
        AUCTION_OF_A_WHOLE_DAY,
        AUCTION_OF_A_WHOLE_WEEK,
        ÜBERGABE,
        GONE
    }

    enum NewPhase {
        AUCTION_OF_A_WHOLE_WEEK {
            @Override
            public String toString() {
                return "weekly";
            }
        },
        @Alias({"OPENING_", "UP_"})
        OPEN,
        ÜBERGABE,
        @Alias("AUCTION_OF_A_WHOLE_DAY")
        DAILY,
        UP
    }

    static class OldState extends AbstractMarshallable {
        int number;
        OldPhase phase;
        OldPhase next;
    }

    static class NewState extends AbstractMarshallable {
        int number;
        NewPhase phase;
        NewPhase next;
    }

    record RecState(int number, NewPhase phase, NewPhase next) {}

    private static final OldPhase[] PHASES = OldPhase.values();

    private static final NewPhase[] EXPECTED = {
        NewPhase.UP, NewPhase.OPEN, NewPhase.DAILY, NewPhase.AUCTION_OF_A_WHOLE_WEEK, NewPhase.ÜBERGABE
    };

    @ParameterizedTest
    @EachFormat(without = Feature.RECORDS)
    void matchTheirNames(String format) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        Wire out = wire(format, bytes);
        for (int i = 0; i < 50; i++) {
            out.write(state(i % 5, i * 3 % 5));
        }
        Wire in = wire(format, renamed(bytes, "NewState"));
        NewState reused = new NewState();
        for (int i = 0; i < 50; i++) {
            NewState state = in.read(reused);
            assertEquals(EXPECTED[i % 5], state.phase);
            assertEquals(EXPECTED[i * 3 % 5], state.next);
        }
        Wire records = wire(format, renamed(bytes, "RecState"));
        for (int i = 0; i < 50; i++) {
            assertEquals(new RecState(i % 5, EXPECTED[i % 5], EXPECTED[i * 3 % 5]), records.read(RecState.class));
        }
    }

    @ParameterizedTest
    @EachFormat(without = Feature.RECORDS)
    void areRefusedWhereThereAreNone(String format) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        Wire out = wire(format, bytes);
        for (int i = 0; i < 5; i++) {
            out.write(state(i, i));
        }
        out.write(state(1, 5));
        Wire in = wire(format, renamed(bytes, "NewState"));
        for (int i = 0; i < 5; i++) {
            in.read(NewState.class);
        }
        WireDataException e = assertThrows(WireDataException.class, () -> in.read(NewState.class));
        assertTrue(e.location().path().endsWith("next"), e.getMessage());
        assertTrue(
                e.getMessage().contains("expected a NewPhase, one of [AUCTION_OF_A_WHOLE_WEEK, OPEN"), e.getMessage());
        assertTrue(e.getMessage().contains("\"GONE\""), e.getMessage());
    }

    private static OldState state(int phase, int next) {
        OldState state = new OldState();
        state.number = phase;
        state.phase = PHASES[phase];
        state.next = PHASES[next];
        return state;
    }

    /** The same messages of a class with another name, of the same length. */
    private static Bytes<?> renamed(Bytes<byte[]> bytes, String name) {
        String text = new String(bytes.toByteArray(), StandardCharsets.ISO_8859_1).replace("OldState", name);
        return Bytes.wrapForRead(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Wire wire(String format, Bytes<?> bytes) {
        return Wire.of(format, bytes, WireOptions.DEFAULTS);
    }

    enum Letter {
        A,
        C
    }

    static class Lettered extends AbstractMarshallable {
        Letter letter;
    }

    /** Every name of one letter is one replacement away from any other, so only its case can be wrong. */
    @Test
    void aNameOfOneLetterIsNotGuessed() {
        for (String text : List.of("1", "B", "a")) {
            String message = assertThrows(
                            WireDataException.class, () -> Marshallable.fromString(Lettered.class, "letter: " + text))
                    .getMessage();
            assertEquals(text.equals("a"), message.contains("did you mean \"A\"?"), message);
        }
    }
}
