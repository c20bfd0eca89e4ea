package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reader accepts messages up to the limit and none that is longer, whatever frame they are in. */
class MessageLimitTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /**
     * Plain messages differ in length only by their texts: each takes one byte for the operation, one for the kind, and
     * one or two for the length.
     */
    private static Object message(int bytes) {
        return "x".repeat(bytes - (bytes > 130 ? 4 : 3));
    }

    private static WireOptions within(int bytes) {
        return WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "1000, BLOCK, NONE",
        "1000, MESSAGE, NONE",
        "1000, BLOCK, DEFLATE",
        "50, BLOCK, NONE",
        "50, MESSAGE, NONE"
    })
    void aMessageOfTheLimitIsReadAndALongerOneIsNot(
            int limit, DeltaFormat.Flush flush, DeltaFormat.Compression compression) {
        WireOptions writing =
                WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, flush).with(DeltaFormat.COMPRESSION, compression);
        List<Object> fitting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            fitting.add(message(limit - i));
        }
        for (Object each : fitting) {
            byte[] bytes = Streams.write(List.of(each), writing);
            try (WireIn in = FORMAT.newReader(bytes, within(limit))) {
                assertEquals(List.of(each), Trees.readAll(in));
            }
        }
        byte[] bytes = Streams.write(List.of(message(limit / 2), message(limit + 1)), writing);
        try (WireIn in = FORMAT.newReader(bytes, within(limit))) {
            assertTrue(in.nextMessage());
            MalformedWireException error = assertThrows(MalformedWireException.class, in::nextMessage);
            assertTrue(
                    error.getMessage()
                            .contains("expected a message of at most " + limit + " bytes but was " + (limit + 1)),
                    error.getMessage());
        }
    }

    @Test
    void frameOfSeveralMessagesMayExceedTheMessageLimit() {
        List<Object> messages = new ArrayList<>();
        for (long i = 0; i < 12; i++) {
            messages.add(Trees.map("id", i, "text", "text " + i + " of a record that is new"));
        }
        byte[] bytes = Streams.write(messages, WireOptions.DEFAULTS);
        try (WireIn in = FORMAT.newReader(bytes, within(bytes.length / 2))) {
            assertEquals(messages, Trees.readAll(in));
        }
    }

    @Test
    void tooLongUpdateIsRefused() {
        Object small = Trees.map("id", 1L, "text", "x");
        List<Object> messages = List.of(small, Trees.map("id", 1L, "text", "y".repeat(1_500)), small);
        byte[] bytes = Streams.write(messages, WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")));
        try (WireIn in = FORMAT.newReader(bytes, within(1_000))) {
            assertTrue(in.nextMessage());
            MalformedWireException error = assertThrows(MalformedWireException.class, in::nextMessage);
            assertTrue(error.getMessage().contains("expected a message of at most 1000 bytes"), error.getMessage());
        }
    }
}
