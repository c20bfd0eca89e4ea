package io.deltawire.examples.msgpack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Blob;
import io.deltawire.wire.testing.WireFormatContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of formats, and each form of the specification. */
class MessagePackTest extends WireFormatContract {
    @Override
    protected WireFormat format() {
        return new MessagePackFormat();
    }

    private static Object decode(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        try (WireIn in = new MessagePackFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            assertTrue(in.nextMessage());
            return Trees.readMessage(in);
        }
    }

    /** The first form is the shortest, which is written. */
    private void assertForms(Object value, String... forms) {
        assertEquals(forms[0].replace(" ", ""), HexFormat.of().formatHex(encode(Collections.singleton(value))));
        for (String form : forms) {
            assertEquals(value, decode(form), form);
        }
    }

    @Test
    void scalarsHaveTheFormsOfTheSpecification() {
        assertForms(null, "c0");
        assertForms(false, "c2");
        assertForms(true, "c3");
        assertForms(new Blob(), "c4 00", "c5 0000", "c6 00000000");
        assertForms(new Blob((byte) 0, (byte) -1), "c4 02 00ff", "c5 0002 00ff", "c6 00000002 00ff");
        assertForms(0L, "00", "cc00", "cd0000", "ce00000000", "cf0000000000000000", "d000", "d30000000000000000");
        assertForms(127L, "7f", "cc7f", "cd007f", "d1007f");
        assertForms(128L, "cc80", "cd0080", "ce00000080", "d10080", "d200000080");
        assertForms(255L, "ccff", "d100ff");
        assertForms(256L, "cd0100", "d10100");
        assertForms(65535L, "cdffff", "d20000ffff");
        assertForms(65536L, "ce00010000", "d200010000");
        assertForms(4294967295L, "ceffffffff", "cf00000000ffffffff", "d300000000ffffffff");
        assertForms(4294967296L, "cf0000000100000000", "d30000000100000000");
        assertForms(Long.MAX_VALUE, "cf7fffffffffffffff", "d37fffffffffffffff");
        assertForms(-1L, "ff", "d0ff", "d1ffff", "d2ffffffff", "d3ffffffffffffffff");
        assertForms(-32L, "e0", "d0e0");
        assertForms(-33L, "d0df", "d1ffdf");
        assertForms(-128L, "d080", "d1ff80");
        assertForms(-129L, "d1ff7f", "d2ffffff7f");
        assertForms(-32768L, "d18000", "d2ffff8000");
        assertForms(-65536L, "d2ffff0000", "d3ffffffffffff0000");
        assertForms(-4294967296L, "d3ffffffff00000000");
        assertForms(Long.MIN_VALUE, "d38000000000000000");
        assertForms(0.5, "cb3fe0000000000000", "ca3f000000");
        assertForms(-0.5, "cbbfe0000000000000", "cabf000000");
        assertEquals(new BigDecimal("18446744073709551615"), decode("cfffffffffffffffff"));
        assertForms("", "a0", "d900", "da0000", "db00000000");
        assertForms("a", "a1 61", "d901 61", "da0001 61", "db00000001 61");
        assertForms("1".repeat(31), "bf" + "31".repeat(31), "d91f" + "31".repeat(31));
        assertForms("1".repeat(32), "d920" + "31".repeat(32), "da0020" + "31".repeat(32));
        assertForms("1".repeat(256), "da0100" + "31".repeat(256));
        assertForms("\u6c49\u5b57", "a6 e6b189 e5ad97");
        assertForms("\ud83c\udf7a", "a4 f09f8dba");
    }

    @Test
    void arraysAndMapsHaveTheFormsOfTheSpecification() {
        assertForms(List.of(), "90", "dc0000", "dd00000000");
        assertForms(List.of(1L), "9101", "dc000101", "dd0000000101");
        assertForms(Collections.nCopies(16, 1L), "dc0010" + "01".repeat(16), "dd00000010" + "01".repeat(16));
        assertForms(Collections.nCopies(65536, 1L), "dd00010000" + "01".repeat(65536));
        assertForms(Trees.map(), "80", "de0000", "df00000000");
        assertForms(Trees.map("a", 1L), "81a16101", "de0001a16101", "df00000001a16101");
        assertForms(Trees.map("a", Trees.map(), "b", List.of()), "82 a161 80 a162 90");
        assertForms(Trees.map(1L, List.of(Trees.map())), "81 01 91 80");
    }

    @Test
    void instantsAreTimestamps() {
        assertForms(Instant.ofEpochSecond(0), "d6ff00000000");
        assertForms(Instant.ofEpochSecond(0, 1), "d7ff0000000400000000");
        assertForms(Instant.ofEpochSecond(1514862245), "d6ff5a4af6a5");
        assertForms(Instant.ofEpochSecond(1514862245, 678901234), "d7ffa1dcd7c85a4af6a5");
        assertForms(Instant.ofEpochSecond((1L << 34) - 1, 999999999), "d7ffee6b27ffffffffff");
        assertForms(Instant.ofEpochSecond(1L << 34), "c70cff000000000000000400000000");
        assertForms(Instant.ofEpochSecond(-1, 999999999), "c70cff3b9ac9ffffffffffffffffff");
    }

    /** An object of the application. */
    static final class Fill extends AbstractMarshallable {
        String symbol;
        double price;
        List<Long> sizes = new ArrayList<>();
        Instant time;
    }

    @Test
    void objectsAndEventsNeedNothingMore() {
        Fill fill = new Fill();
        fill.symbol = "EURUSD";
        fill.price = 1.1172;
        fill.sizes.addAll(List.of(1L, 200L));
        fill.time = Instant.ofEpochSecond(1514862245, 678901234);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Wire wire = Wire.of("msgpack", bytes)) {
            wire.write(fill);
            wire.write("fill", fill);
        }
        Wire wire = Wire.of("msgpack", new ByteArrayInputStream(bytes.toByteArray()));
        assertTrue(wire.next());
        assertEquals(fill, wire.read(Fill.class));
        assertTrue(wire.next());
        assertEquals("fill", wire.event());
        assertEquals(fill, wire.read(Fill.class));
        assertFalse(wire.next());
        wire.close();
    }

    @Test
    void extensionsOfOthersAreBytes() {
        assertEquals(new Blob((byte) 9), decode("d4 64 09"));
        assertEquals(new Blob(new byte[16]), decode("d8 64" + "00".repeat(16)));
        assertEquals(new Blob((byte) 1, (byte) 2, (byte) 3), decode("c7 03 64 010203"));
    }

    @Test
    void bytesOfNoObjectAreAnError() {
        for (String hex :
                List.of("c1", "91c1", "a1ff", "c70502ff", "d5ff0000", "d7ffffffffff00000000", "d6 02 61626364")) {
            assertThrows(MalformedWireException.class, () -> decode(hex), hex);
        }
    }
}
