package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codegen.ReflectiveIo;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Objects that are read into again keep nothing of the message before, and share nothing with other objects. */
class ReadIntoTest {
    static class SharedInner extends AbstractMarshallable {
        int a;
    }

    static class SharesDefaults extends AbstractMarshallable {
        static final List<String> TAGS = new ArrayList<>(List.of("x"));
        static final double[] WEIGHTS = {1, 2};
        static final SharedInner INNER = new SharedInner();

        List<String> tags = TAGS;
        double[] weights = WEIGHTS;
        final SharedInner inner = INNER;
        List<String> own = new ArrayList<>();
    }

    /** Returns an object whose every field has a value other than its default. */
    private static SharesDefaults full() {
        return Marshallable.fromString(SharesDefaults.class, "{tags: [p], weights: [7, 8], inner: {a: 9}, own: [q]}");
    }

    private static void assertDefaults() {
        assertEquals(List.of("x"), SharesDefaults.TAGS);
        assertArrayEquals(new double[] {1, 2}, SharesDefaults.WEIGHTS);
        assertEquals(0, SharesDefaults.INNER.a);
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void sharedDefaultsAreNotFilled(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(full()).write(full());
        SharesDefaults into = new SharesDefaults();
        List<String> own = into.own;
        wire.read(into);
        assertEquals(full(), into);
        assertDefaults();
        assertSame(own, into.own);
        List<String> tags = into.tags;
        wire.read(into);
        assertSame(tags, into.tags); // which by now is its own
    }

    @Test
    void sharedDefaultsOfAbsentFieldsAreNotFilledLater() {
        Bytes<?> text = Bytes.from("--- {}\n--- {tags: [p], weights: [7, 8], inner: {a: 9}, own: [q]}\n--- {}\n");
        Wire wire = Wire.of("yaml", text);
        SharesDefaults read = wire.read(SharesDefaults.class);
        assertSame(SharesDefaults.TAGS, read.tags);
        wire.read(read);
        assertEquals(full(), read);
        assertDefaults();
        wire.read(read);
        assertSame(SharesDefaults.INNER, read.inner);
    }

    @Test
    void reflectiveCodecDoesNotFillThemEither() {
        FieldIo io = new ReflectiveIo(CodecSet.BUILT_IN.ofObject(SharesDefaults.class));
        byte[] text = full().toString().getBytes(StandardCharsets.UTF_8);
        try (WireIn in = WireFormats.byName("yaml").newReader(text, WireOptions.DEFAULTS)) {
            in.nextMessage();
            in.beginObject();
            assertEquals(full(), io.readFields(in, new SharesDefaults(), CodecContext.ofDefaults("yaml")));
        }
        assertDefaults();
    }

    static class KeepsTheLast extends AbstractMarshallable implements UnknownFields {
        int a;
        private final transient Map<String, Object> unknown = new LinkedHashMap<>();

        @Override
        public Map<String, Object> unknownFields() {
            return unknown;
        }
    }

    static class SendsMore extends AbstractMarshallable {
        int a;
        int b;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void unknownFieldsOfTheMessageBeforeDoNotStay(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        wire.write(new SendsMore()).write(new KeepsTheLast());
        KeepsTheLast read = wire.read(KeepsTheLast.class);
        assertEquals(Map.of("b", 0L), read.unknown);
        wire.read(read);
        assertEquals(Map.of(), read.unknown);
    }

    @Test
    void unknownFieldsGoWithCopies() {
        KeepsTheLast read = Marshallable.fromString(KeepsTheLast.class, "{a: 1, b: [2]}");
        KeepsTheLast copy = read.deepCopy();
        assertEquals(read.toString(), copy.toString());
        ((List<?>) copy.unknown.get("b")).remove(0);
        assertEquals(Map.of("b", List.of(2L)), read.unknown);
        KeepsTheLast other = Marshallable.fromString(KeepsTheLast.class, "{c: 3}");
        read.copyTo(other);
        assertEquals(Map.of("b", List.of(2L)), other.unknown);
        other.reset();
        assertEquals(Map.of(), other.unknown);
    }

    static class RefusesDefaults {
        int a;
        int b;

        @SuppressWarnings("unused") // by the codec
        private RefusesDefaults() {
            throw new IllegalStateException("not so");
        }

        RefusesDefaults(int a) {
            this.a = a;
        }
    }

    @Test
    void defaultsThatCannotBeHadAreAnErrorOfTheMessage() {
        Wire wire = Wire.of("yaml", Bytes.from("--- {a: 1, b: 2}\n--- {a: 1}\n"));
        RefusesDefaults into = wire.read(new RefusesDefaults(5));
        assertEquals(2, into.b);
        String message =
                assertThrows(WireDataException.class, () -> wire.read(into)).getMessage();
        assertTrue(message.contains("not so"), message);
    }

    /** To the compiler that is a value to be filled, of some type of both. */
    @Test
    void aClassThatIsChosenIsTheClassToRead() {
        Wire wire = Wire.of("binary", Bytes.allocateElasticOnHeap());
        wire.write("inner", new SharedInner());
        wire.write("shares", new SharesDefaults());
        List<Object> read = new ArrayList<>();
        while (wire.next()) {
            Object one = wire.read(wire.event().equals("inner") ? SharedInner.class : SharesDefaults.class);
            read.add(one);
        }
        assertEquals(List.of(new SharedInner(), new SharesDefaults()), read);
    }
}
