package io.deltawire.marshallable.internal.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.io.TextObjects;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.TokenWire;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes and reads a sample of every supported type over every wire. A type that a wire does not support is listed
 * here, and the test also fails if a listed type works.
 */
class ObjectContractTest {
    /** How an object is written and read. */
    enum Route {
        /** As a message that is read as its class, then into an object. */
        CLASS,
        /** As a message that is read as the class of its type name. */
        TYPE_NAME,
        /** As the value of an event. */
        EVENT,
        /** As a message to and from a stream. */
        STREAM,
        /** As a member of fields, lists, maps and arrays that are declared as Object. */
        MEMBER,
        /** As a message in which every object has its type name. */
        ALL_NAMES
    }

    /** The samples that a format does not restore, by format. */
    private static final Map<String, Set<String>> GAPS = Map.of(
            // A column name is text, so other keys are lost.
            "csv",
            Set.of(
                    "ScalarKeyMaps",
                    "ObjectKeyMaps",
                    "NullKeyMap",
                    "NonStringObjectKeys",
                    "SortedMaps",
                    "AnyKeyMaps",
                    "Inside",
                    "NullKeys",
                    "Classes",
                    "RecordsOfAllKinds"));

    /** Holds an object in members that do not declare its class. */
    static class Anywhere extends AbstractMarshallable {
        Object object;
        List<Object> list = new ArrayList<>();
        Map<String, Object> map = new LinkedHashMap<>();
        Object[] array;

        Anywhere(Object member) {
            object = member;
            list.add(member);
            map.put("k", member);
            array = new Object[] {member};
        }
    }

    @Test
    void everyTypeRoundTripsAsTokens() {
        Samples.all().forEach((name, sample) -> {
            TokenWire wire = new TokenWire();
            write(wire.out(), sample);
            WireIn in = wire.in();
            in.nextMessage();
            Object read = CodecSet.BUILT_IN.exact(Object.class).read(in, null, CodecContext.ofDefaults("token"));
            assertAlike(name, sample, read);
        });
    }

    private static void write(WireOut out, Object sample) {
        out.beginMessage();
        CodecSet.BUILT_IN.exact(Object.class).write(out, sample, CodecContext.ofDefaults("token"));
        out.endMessage();
    }

    private static void assertAlike(String what, Object expected, Object actual) {
        if (!WireEquality.areEqual(expected, actual)) {
            assertEquals(YamlTexts.of(expected), YamlTexts.of(actual), what);
            fail(what + " differs, although both are " + YamlTexts.of(expected));
        }
        assertEquals(WireEquality.hash(expected), WireEquality.hash(actual), what);
        assertSame(expected.getClass(), actual.getClass(), what);
    }

    static Stream<Arguments> formatsAndRoutes() {
        return Formats.all().stream()
                .flatMap(format -> Stream.of(Route.values()).map(route -> Arguments.of(format, route)));
    }

    @ParameterizedTest
    @MethodSource("formatsAndRoutes")
    void everyTypeRoundTripsOverTheWire(String formatName, Route route) {
        WireFormat format = WireFormats.byName(formatName);
        Set<String> gaps = GAPS.getOrDefault(formatName, Set.of());
        Set<String> failed = new TreeSet<>();
        List<String> problems = new ArrayList<>();
        Samples.all().forEach((name, sample) -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try {
                roundTrip(format, sample, bytes, route);
            } catch (WireException | AssertionError e) {
                failed.add(name);
                if (!gaps.contains(name)) {
                    String text = new String(bytes.toByteArray(), StandardCharsets.UTF_8);
                    problems.add(name + ": " + e.getMessage() + "\n" + (format.isBinary() ? "" : text));
                }
            }
        });
        assertEquals("", String.join("\n", problems));
        assertEquals(gaps, failed, "gaps of " + formatName);
    }

    private static void roundTrip(WireFormat format, Object sample, Bytes<?> bytes, Route route) {
        switch (route) {
            case CLASS -> asClass(format, sample, bytes);
            case TYPE_NAME -> {
                Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
                wire.write(sample).write(sample).flush();
                assertAlike("object", sample, wire.read(Object.class));
                assertAlike("unknown", sample, wire.read().value());
            }
            case EVENT -> {
                Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
                wire.write("event", sample)
                        .write("event", sample)
                        .write("event", sample)
                        .flush();
                assertEquals(true, wire.next());
                assertEquals("event", wire.event());
                assertAlike("as its class", sample, wire.read(sample.getClass()));
                Wire.Event event = wire.read();
                assertEquals("event", event.name());
                assertAlike("unknown", sample, event.value());
                assertAlike("as its class, without next()", sample, wire.read(sample.getClass()));
            }
            case STREAM -> {
                ByteArrayOutputStream stream = new ByteArrayOutputStream();
                try (Wire out = Wire.of(format, stream, WireOptions.DEFAULTS)) {
                    out.write(sample);
                }
                bytes.write(stream.toByteArray());
                try (Wire in = Wire.of(format, new ByteArrayInputStream(stream.toByteArray()), WireOptions.DEFAULTS)) {
                    assertAlike("from a stream", sample, in.read(sample.getClass()));
                }
            }
            case MEMBER -> {
                Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
                wire.write(new Anywhere(sample)).flush();
                assertAlike("member", new Anywhere(sample), wire.read(Anywhere.class));
            }
            case ALL_NAMES -> {
                WireOptions named = WireOptions.DEFAULTS.with(MarshallableOptions.TYPE_NAMES, TypeNamePolicy.ALWAYS);
                Wire wire = Wire.of(format, bytes, named);
                wire.write(sample).flush();
                assertAlike("with all names", sample, wire.read(sample.getClass()));
            }
        }
    }

    private static void asClass(WireFormat format, Object sample, Bytes<?> bytes) {
        Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
        wire.write(sample).write(sample);
        wire.flush();
        Wire reader = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()), WireOptions.DEFAULTS);
        assertAlike("as its class", sample, reader.read(sample.getClass()));
        Object reused = reader.read(sample.getClass());
        assertAlike("second message", sample, reused);
        Wire again = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()), WireOptions.DEFAULTS);
        assertAlike("into an object", sample, again.read(reused));
        Wire other = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()), WireOptions.DEFAULTS);
        Object used = DeepCopies.copy(sample);
        if (!(sample instanceof Record)) {
            TextObjects.reset(used);
        }
        assertAlike("into one that is as new", sample, other.read(used));
    }

    @Test
    void everyTypeIsTextAndBack() {
        Samples.all().forEach((name, sample) -> {
            String text = YamlTexts.of(sample);
            assertAlike(name + " by name", sample, Marshallable.fromString(text));
            assertAlike(name + " as its class", sample, Marshallable.fromString(sample.getClass(), text));
            if (sample instanceof AbstractMarshallable) {
                assertEquals(text, sample.toString(), name);
            }
        });
    }

    @Test
    void everyTypeIsCopiedDeeply() {
        Samples.all().forEach((name, sample) -> {
            Object copy = DeepCopies.copy(sample);
            assertNotSame(sample, copy);
            assertAlike(name, sample, copy);
            String before = YamlTexts.of(sample);
            if (!(sample instanceof Record)) {
                TextObjects.reset(copy);
                assertEquals(before, YamlTexts.of(sample), name + " has changed with its copy");
            }
        });
    }

    @Test
    void everyTypeIsCopiedIntoAnother() {
        Samples.all().forEach((name, sample) -> {
            if (!(sample instanceof Record)) {
                Object other = DeepCopies.copy(sample);
                TextObjects.reset(other);
                assertSame(other, TextObjects.copyFields(sample, other));
                assertAlike(name, sample, other);
                TextObjects.reset(other);
                Object fresh = CodecSet.BUILT_IN.ofObject(sample.getClass()).newInstance(null, null);
                assertAlike(name + " reset", fresh, other);
            }
        });
    }
}
