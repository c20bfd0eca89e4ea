package io.deltawire.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.NumberDecoder;
import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.Trees.Typed;
import io.deltawire.wire.testing.WireFormatContract;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of all formats, and what only this one does. */
class BinaryYamlFormatTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new BinaryYamlFormat();
    }

    @Test
    void bufferGrowsForEveryLengthOfKeysTextsAndNames() {
        for (int length = 380; length < 620; length++) {
            String text = "x".repeat(length);
            byte[] key = new byte[length];
            for (Object message : List.of(
                    Trees.map("n", Trees.map(new Blob(key), 0.1)),
                    Trees.map("n", text, "d", 1.0e-300),
                    Trees.map(text, Long.MAX_VALUE),
                    List.of(text, text, 1L))) {
                assertEquals(List.of(message), read(encode(List.of(message))), "length " + length);
            }
        }
    }

    @Test
    void textThatContradictsItsTypeNameIsRefused() {
        String digits = "1".repeat(1001);
        for (Typed bad : List.of(
                new Typed("java.math.BigDecimal", "x"),
                new Typed("java.math.BigDecimal", ""),
                new Typed("java.math.BigDecimal", "1E+10001"),
                new Typed("java.math.BigDecimal", digits),
                new Typed("java.time.Instant", "x"),
                new Typed("java.time.OffsetDateTime", "2024-02-30T00:00:00Z"))) {
            for (Object message : List.of(bad, Trees.map("a", bad), List.of(1L, bad))) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (WireOut out = format().newWriter(bytes, WireOptions.DEFAULTS)) {
                    WireDataException e = assertThrows(WireDataException.class, () -> Trees.writeMessage(out, message));
                    assertTrue(e.getMessage().contains(" after "), e.getMessage());
                    out.cancelMessage();
                    Trees.writeMessage(out, "good");
                }
                assertEquals(List.of("good"), readAll(bytes.toByteArray()));
            }
        }
        Map<Object, Object> read = new LinkedHashMap<>();
        read.put(new Typed("java.math.BigDecimal", digits.substring(1)), new BigDecimal(digits.substring(1)));
        read.put(new Typed("java.math.BigDecimal", "1.50"), new BigDecimal("1.50"));
        read.put(new Typed("java.time.Instant", "2024-02-29T01:02:03Z"), Instant.parse("2024-02-29T01:02:03Z"));
        read.put(new Typed("java.math.BigDecimal", 5L), new Typed("java.math.BigDecimal", 5L));
        read.forEach((written, expected) -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = format().newWriter(bytes, WireOptions.DEFAULTS)) {
                Trees.writeMessage(out, written);
            }
            assertEquals(List.of(expected), readAll(bytes.toByteArray()));
        });
    }

    private static List<Object> readAll(byte[] bytes) {
        try (WireIn in = new BinaryYamlFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            return Trees.readAll(in);
        }
    }

    @Test
    void callsOutOfOrderAreRefused() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = format().newWriter(bytes, options())) {
            assertThrows(IllegalStateException.class, () -> out.int64(1));
            out.beginMessage();
            assertThrows(IllegalStateException.class, out::beginMessage);
            assertThrows(IllegalStateException.class, out::endMessage);
            assertThrows(IllegalStateException.class, () -> out.field("a"));
            out.beginObject();
            assertThrows(IllegalStateException.class, () -> out.int64(1));
            assertThrows(IllegalStateException.class, () -> out.type("T"));
            assertThrows(IllegalStateException.class, out::endList);
            out.field("a");
            assertThrows(IllegalStateException.class, () -> out.field("b"));
            assertThrows(IllegalStateException.class, out::endObject);
            out.type("T");
            assertThrows(IllegalStateException.class, () -> out.type("T"));
            out.beginList();
            out.type("T");
            assertThrows(IllegalStateException.class, out::endList);
            out.text("x");
            out.endList();
            out.endObject();
            assertThrows(IllegalStateException.class, () -> out.int64(1));
            out.endMessage();
        }
        Object list = new Typed("T", List.of(new Typed("T", "x")));
        assertEquals(List.of(Trees.map("a", list)), read(bytes.toByteArray()));
    }

    private List<Object> read(byte[] bytes) {
        try (WireIn in = format().newReader(bytes, options())) {
            return Trees.readAll(in);
        }
    }

    /**
     * Whole doubles share their codes with integers: 5.0 is {@code A1 05}, as 5 is. All other values are preserved.
     */
    @Override
    protected Object expected(Object message) {
        if (message instanceof Double d) {
            byte[] encoded = new byte[NumberEncoder.MAX];
            NumberEncoder.writeFloat64(encoded, 0, d);
            return NumberDecoder.isInteger(encoded[0] & 0xFF) ? (Object) d.longValue() : d;
        }
        if (message instanceof Typed typed) {
            return new Typed(typed.type(), expected(typed.value()));
        }
        if (message instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(expected(item)));
            return items;
        }
        if (message instanceof Map<?, ?> map && !(message instanceof Blob)) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, value) -> entries.put(expected(key), expected(value)));
            return entries;
        }
        return message;
    }

    @Override
    protected boolean keepsComments() {
        return true;
    }
}
