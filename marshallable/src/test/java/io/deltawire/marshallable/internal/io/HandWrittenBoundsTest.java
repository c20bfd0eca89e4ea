package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Handwritten code that reads or writes beyond its object gets an error, and does not touch what surrounds the object.
 */
class HandWrittenBoundsTest {
    /** An action in addition to the correct ones, or null. */
    private static Consumer<WireOut> deed;

    private static Consumer<WireIn> readingDeed;

    static class Bounded extends AbstractMarshallable implements WriteMarshallable, ReadMarshallable {
        int a;
        Bounded inner;

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("a");
            out.int64(a);
            if (inner != null) {
                out.field("inner");
                out.beginObject();
                out.field("a");
                out.int64(inner.a);
                out.endObject();
            }
            if (deed != null) {
                deed.accept(out);
            }
        }

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                if (in.fieldName().equals("a")) {
                    a = (int) in.int64();
                } else {
                    in.skipValue();
                }
                if (readingDeed != null) {
                    readingDeed.accept(in);
                }
            }
        }
    }

    static class Bounding extends AbstractMarshallable {
        @Key
        String name = "n";

        int before;
        Bounded object = new Bounded();
        List<Bounded> list = new ArrayList<>();
        Map<String, Bounded> map = new LinkedHashMap<>();
        int after = 7;
    }

    private static final Map<String, Consumer<WireOut>> DEEDS = new LinkedHashMap<>();

    static {
        DEEDS.put("ends its object", WireOut::endObject);
        DEEDS.put("ends two", out -> {
            out.endObject();
            out.endObject();
        });
        DEEDS.put("ends and goes on beside it", out -> {
            out.endObject();
            out.field("other");
            out.beginObject();
        });
        DEEDS.put("ends a list", WireOut::endList);
        DEEDS.put("begins an object", out -> {
            out.field("b");
            out.beginObject();
        });
        DEEDS.put("begins a list", out -> {
            out.field("b");
            out.beginList();
            out.int64(1);
        });
        DEEDS.put("a name without a value", out -> out.field("b"));
        DEEDS.put("ends the message", WireOut::endMessage);
        DEEDS.put("cancels the message", WireOut::cancelMessage);
        DEEDS.put("begins another message", WireOut::beginMessage);
        DEEDS.put("cancels and begins", out -> {
            out.cancelMessage();
            out.beginMessage();
            out.beginObject();
        });
        DEEDS.put("ends an object inside twice", out -> {
            out.field("b");
            out.beginObject();
            out.endObject();
            out.endObject();
        });
    }

    private static void forEachDeed(String format, BiConsumer<String, Wire> test) {
        try {
            DEEDS.forEach((name, each) -> {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                deed = null;
                test.accept(name, wire);
            });
        } finally {
            deed = null;
        }
    }

    private static void assertRefused(String name, Executable write) {
        deed = DEEDS.get(name);
        RuntimeException e = assertThrows(RuntimeException.class, write, name);
        // A table may report first that it has no column for the value.
        assertTrue(e instanceof IllegalStateException || e instanceof WireDataException, e::toString);
        assertNotNull(e.getMessage(), name);
        deed = null;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatIsWrittenAroundItStays(String format) {
        forEachDeed(format, (name, wire) -> {
            Wire undisturbed = Wire.of(format, Bytes.allocateElasticOnHeap());
            List<Bounding> written = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Bounding object = new Bounding();
                object.before = i;
                object.object.a = i / 2;
                object.object.inner = i % 9 == 5 ? new Bounded() : null;
                if (i % 3 == 1) {
                    object.list.add(new Bounded());
                    object.map.put("k", new Bounded());
                }
                if (i % 4 != 0) {
                    assertRefused(name, () -> wire.write("event", object));
                    assertRefused(name, () -> wire.write(object));
                    assertRefused(name, () -> wire.write("alone", object.object));
                    if (i % 4 == 2) {
                        assertRefused(name, () -> wire.write(object.object));
                    }
                }
                wire.write("event", object);
                undisturbed.write("event", object);
                written.add(object.deepCopy());
            }
            for (Bounding each : written) {
                assertEquals(each.before, undisturbed.read(Bounding.class).before, name);
                assertEquals(each.before, wire.read(Bounding.class).before, name);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = "csv")
    void aTableToo(String format) {
        forEachDeed(format, (name, wire) -> {
            Bounded object = new Bounded();
            for (int i = 0; i < 5; i++) {
                object.a = i;
                assertRefused(name, () -> wire.write(object));
                wire.write(object);
            }
            for (int i = 0; i < 5; i++) {
                assertEquals(i, wire.read(Bounded.class).a, name);
            }
        });
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void textOfItIsRefusedToo(String format) {
        Bounding object = new Bounding();
        forEachDeed(
                format,
                (name, wire) -> assertRefused(name, () -> Marshallable.toString(object, TypeRegistry.shared())));
        assertEquals(7, Marshallable.fromString(object.getClass(), object.toString()).after);
    }

    static class TooLongBeside extends AbstractMarshallable {
        @Key
        String name = "n";

        Bounded object = new Bounded();
        String text = "x";
    }

    interface TakesTooLong {
        void event(TooLongBeside argument);
    }

    /**
     * An object that cannot be written is scanned again to find the path. The wire also refuses calls that its
     * handwritten code makes then.
     */
    @ParameterizedTest
    @EachFormat
    void handwrittenCodeDoesNotWriteDuringTheSearchForThePath(String format) {
        Map<String, Consumer<Wire>> deeds = new LinkedHashMap<>();
        deeds.put("write", wire -> wire.write(new TooLongBeside()));
        deeds.put("event", wire -> wire.write("event", new TooLongBeside()));
        deeds.put("method", wire -> wire.methodWriter(TakesTooLong.class).event(new TooLongBeside()));
        deeds.put("begin", wire -> wire.out().beginMessage());
        deeds.put("cancel", wire -> wire.out().cancelMessage());
        deeds.put("close the writer", wire -> wire.out().close());
        deeds.put("close", Wire::close);
        if (Formats.has(format, Feature.RECORDS)) {
            deeds.put("delete", wire -> wire.delete(new TooLongBeside()));
            deeds.put("key frame", Wire::keyFrame);
        }
        deeds.forEach((name, each) -> {
            for (boolean catches : new boolean[] {true, false}) {
                Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
                TooLongBeside object = new TooLongBeside();
                for (int i = 0; i < 3; i++) {
                    object.object.a = i;
                    wire.write(object);
                    int[] done = {0};
                    deed = out -> {
                        try {
                            each.accept(wire);
                            done[0]++;
                        } catch (IllegalStateException e) {
                            if (!catches) {
                                throw e;
                            }
                        }
                    };
                    object.text = "x".repeat(5 << 20);
                    try {
                        assertThrows(RuntimeException.class, () -> wire.write(object), name);
                        assertThrows(
                                RuntimeException.class,
                                () -> wire.methodWriter(TakesTooLong.class).event(object),
                                name);
                    } finally {
                        deed = null;
                    }
                    assertEquals(0, done[0], name);
                    object.text = "x";
                }
                for (int i = 0; i < 3; i++) {
                    assertEquals(i, wire.read(TooLongBeside.class).object.a, name);
                }
                assertNull(wire.read(TooLongBeside.class), name);
            }
        });
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void whatIsReadAroundItIsNotLost(String format) {
        Map<String, Consumer<WireIn>> deeds = new LinkedHashMap<>();
        deeds.put("ends its object", WireIn::endObject);
        deeds.put("ends two", in -> {
            in.endObject();
            in.endObject();
        });
        deeds.put("goes to another message", WireIn::nextMessage);
        deeds.put("begins what is there", in -> {
            if (in.hasNext() && in.fieldName().equals("inner")) {
                in.beginObject();
            }
        });
        deeds.forEach((name, each) -> {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            Bounding object = new Bounding();
            object.object.inner = new Bounded();
            for (int i = 0; i < 20; i++) {
                object.before = i;
                wire.write("event", object);
            }
            wire.write("last", object);
            wire.read(Bounding.class);
            readingDeed = each;
            try {
                RuntimeException e = assertThrows(RuntimeException.class, () -> wire.read(Bounding.class), name);
                assertTrue(e instanceof IllegalStateException || e instanceof WireDataException, e::toString);
            } finally {
                readingDeed = null;
            }
            Bounding last = null;
            while (wire.next()) {
                last = wire.read(Bounding.class);
            }
            assertEquals(7, last.after, name);
        });
    }

    @ParameterizedTest
    @EachFormat
    void whoKeepsToItsObjectIsNotDisturbed(String format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
        Bounded object = new Bounded();
        for (int i = 0; i < 20; i++) {
            object.a = i;
            wire.write(object);
        }
        byte[] written = bytes.toByteArray();
        for (int i = 0; i < 20; i++) {
            assertEquals(i, wire.read(Bounded.class).a);
        }
        Bytes<?> again = Bytes.allocateElasticOnHeap();
        Wire second = Wire.of(format, again);
        for (int i = 0; i < 20; i++) {
            object.a = i;
            second.write(object);
        }
        assertArrayEquals(written, again.toByteArray());
    }
}
