package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Messages written and read by prefixes equal those written and read by tokens: the same bytes, objects, events and
 * errors.
 */
class MessagePrefixesTest {
    static {
        TypeRegistry.shared().register(Few.class, FewMore.class, None.class);
    }

    static final WireOptions OPTIONS =
            WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxMessageBytes(1 << 20));

    private static final String[] EVENTS = {
        null,
        "update",
        "updated",
        "u",
        "42",
        "id",
        "\u00e9t\u00e9",
        "\u4e2d",
        "a: b",
        "null",
        "an event with a name of more than 31 characters"
    };

    static class Few extends AbstractMarshallable {
        int id;
        String text;
    }

    static class FewMore extends Few {
        double more;
        Few inner;
    }

    static class None extends AbstractMarshallable {}

    private final SplittableRandom random = new SplittableRandom(7);

    private AbstractMarshallable object() {
        int kind = random.nextInt(5);
        if (kind == 0) {
            return new None();
        }
        if (kind < 3) {
            return few();
        }
        FewMore object = new FewMore();
        object.id = random.nextInt(-3, 3);
        object.more = random.nextInt(10) / 4.0;
        object.inner = random.nextInt(3) == 0 ? null : few();
        return object;
    }

    private Few few() {
        Few few = new Few();
        few.id = random.nextInt();
        few.text = random.nextInt(4) == 0 ? null : "text " + random.nextInt(9);
        return few;
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void writesTheBytesOfTheTokens(String name) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Bytes<?> expected = Bytes.allocateElasticOnHeap();
        WireFormat format = WireFormats.byName(name);
        Wire wire = Wire.of(format, bytes, OPTIONS);
        WireOut tokens = format.newWriter(expected, OPTIONS);
        CodecContext session = new CodecContext(format, OPTIONS);
        for (int i = 0; i < 2000; i++) {
            String event = EVENTS[random.nextInt(EVENTS.length)];
            AbstractMarshallable object = object();
            if (event == null) {
                wire.write(object);
            } else {
                wire.write(event, object);
            }
            tokens.beginMessage();
            if (event != null) {
                tokens.beginObject();
                tokens.field(event);
            }
            tokens.type(session.nameOf(object.getClass()));
            CodecSet.BUILT_IN.exact(object.getClass()).write(tokens, object, session);
            if (event != null) {
                tokens.endObject();
            }
            tokens.endMessage();
        }
        wire.flush();
        tokens.flush();
        assertEquals(-1, Arrays.mismatch(expected.toByteArray(), bytes.toByteArray()));
    }

    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void readsWhatTheTokensSay(String name) {
        WireFormat format = WireFormats.byName(name);
        byte[] input = mixed(format);
        List<String> expected = read(format, input, false);
        assertTrue(expected.size() > 1000);
        assertEquals(expected, read(format, input, true));
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void damageIsReportedAsByTokens(String name) {
        WireFormat format = WireFormats.byName(name);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, OPTIONS);
        for (int i = 0; i < 4; i++) {
            wire.write("update", few());
        }
        wire.flush();
        byte[] good = bytes.toByteArray();
        for (int length = good.length / 2; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertEquals(read(format, cut, false), read(format, cut, true), () -> "cut to " + cut.length);
        }
        for (int bit = good.length * 4; bit < good.length * 8; bit++) {
            byte[] bad = good.clone();
            bad[bit >> 3] ^= (byte) (1 << (bit & 7));
            int flipped = bit;
            assertEquals(read(format, bad, false), read(format, bad, true), () -> "bit " + flipped);
        }
    }

    /** There are more event names and classes than any prefix table holds. */
    @ParameterizedTest
    @EachFormat(without = Feature.TABLE)
    void morePrefixesThanTheTableHolds(String name) {
        WireFormat format = WireFormats.byName(name);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, OPTIONS);
        List<String> expected = new ArrayList<>();
        String[] events = new String[150];
        Arrays.setAll(events, i -> "event number " + i);
        for (int i = 0; i < 9_000; i++) {
            String event = events[random.nextInt(random.nextBoolean() ? 150 : 8)];
            AbstractMarshallable object = object();
            wire.write(event, object);
            expected.add(event + " " + object);
        }
        wire.flush();
        byte[] written = bytes.toByteArray();
        for (boolean isAsked : new boolean[] {true, false}) {
            Wire in = Wire.of(format, Bytes.wrapForRead(written), OPTIONS);
            for (String each : expected) {
                Object read;
                if (isAsked) {
                    assertTrue(in.next());
                    String type = each.substring(each.indexOf('!') + 1, each.indexOf(' ', each.indexOf('!')));
                    read = in.read(type.equals("None") ? None.class : type.equals("Few") ? Few.class : FewMore.class);
                } else {
                    read = in.read(AbstractMarshallable.class);
                }
                assertEquals(each, in.event() + " " + read);
            }
        }
    }

    /**
     * Runs of equal messages with others between them: two events in one, scalars, objects without a type, and an empty
     * one.
     */
    private byte[] mixed(WireFormat format) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of(format, bytes, OPTIONS);
        for (int run = 0; run < 300; run++) {
            String event = EVENTS[random.nextInt(EVENTS.length)];
            for (int i = random.nextInt(12); i >= 0; i--) {
                if (event == null) {
                    wire.write(few());
                } else {
                    wire.write(event, few());
                }
            }
            WireOut out = wire.out();
            out.beginMessage();
            switch (random.nextInt(4)) {
                case 0 -> out.int64(run);
                case 1 -> {
                    out.beginObject();
                    out.field("update");
                    Wire.writeObject(out, few());
                    out.field("after");
                    Wire.writeObject(out, few());
                    out.endObject();
                }
                case 2 -> {
                    out.beginObject();
                    out.field("id");
                    out.int64(run);
                    out.field("unknown");
                    out.text("x");
                    out.endObject();
                }
                default -> {
                    out.beginObject();
                    out.field("update");
                    out.type("Few");
                    out.beginObject();
                    out.endObject();
                    out.endObject();
                }
            }
            out.endMessage();
        }
        wire.flush();
        return bytes.toByteArray();
    }

    /** Reads everything into one object, or by events. */
    private static List<String> read(WireFormat format, byte[] input, boolean byHeads) {
        List<String> all = new ArrayList<>();
        for (boolean byEvents : new boolean[] {false, true}) {
            WireIn in = format.newReader(new ByteArrayInputStream(input), OPTIONS);
            try (Wire wire = Wires.reading(format, byHeads ? in : Inputs.only(WireIn.class, in), OPTIONS)) {
                Few few = new Few();
                for (int i = 0; i < 10_000; i++) {
                    if (byEvents && i % 3 == 0 && !wire.next()) {
                        break;
                    }
                    try {
                        few = wire.read(few);
                    } catch (WireException e) {
                        all.add(e.toString());
                        few = new Few();
                        if (!Wires.nextWhole(wire)) {
                            break;
                        }
                    }
                    if (few == null) {
                        break;
                    }
                    all.add(wire.event() + " " + few);
                }
            } catch (WireException e) {
                all.add(e.toString());
            }
        }
        return all;
    }
}
