package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Effort;
import java.util.Random;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Delta messages that are read into one object of the application are set from their records directly. The result
 * equals that of reading tokens, whatever the messages are and whichever calls come between.
 */
class ReadIntoByColumnsTest {
    static class IntoTick extends AbstractMarshallable {
        @Key
        String symbol;

        double price;
        long size;
        int flags;
        boolean open;
        String venue;
    }

    /** Another version of the class, whose price can have another type. */
    static final class IntoLoose extends AbstractMarshallable {
        @Key
        String symbol;

        Object price;
        long size;
        long flags;
        boolean open;
        String venue;
    }

    static final class IntoOther extends AbstractMarshallable {
        @Key
        String symbol;

        long count;
    }

    /** A class that no message names, read by request. */
    static final class IntoTwin extends IntoTick {}

    private static final class Questions {
        final Wire wire;
        final IntoTick tick = new IntoTick();
        final IntoTwin twin = new IntoTwin();
        final IntoOther other = new IntoOther();

        Questions(Wire wire) {
            this.wire = wire;
        }

        Object ask(int question) {
            return switch (question) {
                case 0 -> wire.read(IntoTick.class);
                case 1 -> wire.readByKey(IntoTick.class);
                case 2 -> wire.next() ? wire.event() : "none";
                case 3 -> wire.read(other);
                case 4 -> wire.read(twin);
                case 5 -> {
                    Wire.Event event = wire.read();
                    yield event == null ? "none" : event.name() + "=" + event.value();
                }
                default -> {
                    Object read = wire.read(tick);
                    assertTrue(read == null || read == tick);
                    yield read;
                }
            };
        }

        String answer(int question) {
            try {
                return ask(question) + ", " + wire.event();
            } catch (WireException | IllegalStateException e) {
                return e.getClass() + ": " + e.getMessage() + ", " + wire.event();
            }
        }
    }

    private static byte[] stream(Random random, boolean isNamed, int blockBytes) {
        WireOptions options = WireOptions.DEFAULTS
                .with(MarshallableOptions.TYPE_NAMES, isNamed ? TypeNamePolicy.ALWAYS : TypeNamePolicy.NEEDED)
                .with(DeltaFormat.BLOCK_BYTES, blockBytes);
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        IntoTick tick = new IntoTick();
        IntoOther other = new IntoOther();
        try (Wire writer = Wire.of(new DeltaFormat(), bytes, options)) {
            String event = random.nextInt(4) == 0 ? null : "tick";
            for (int i = 0; i < 120; i++) {
                tick.symbol = "S" + random.nextInt(3);
                int turn = random.nextInt(40);
                if (turn == 0) {
                    other.symbol = tick.symbol;
                    other.count = i;
                    write(writer, random.nextBoolean() ? "other" : event, other);
                } else if (turn == 1) {
                    write(writer, event, loose(tick, random));
                } else if (turn == 2) {
                    writer.delete("tick", tick);
                } else {
                    tick.price += random.nextInt(3) * 0.25;
                    tick.size = random.nextInt(5) == 0 ? random.nextLong() : tick.size + 1;
                    tick.flags ^= random.nextInt(4) == 0 ? 1 << i : 0;
                    tick.open ^= random.nextInt(6) == 0;
                    tick.venue = random.nextInt(5) == 0 ? (random.nextInt(4) == 0 ? null : "V" + i % 5) : tick.venue;
                    write(writer, event, tick);
                }
            }
        }
        return bytes.toByteArray();
    }

    private static IntoLoose loose(IntoTick like, Random random) {
        IntoLoose loose = new IntoLoose();
        loose.symbol = like.symbol;
        loose.price = switch (random.nextInt(4)) {
            case 0 -> "none";
            case 1 -> 7L;
            case 2 -> null;
            default -> 7.5;
        };
        loose.flags = random.nextInt(4) == 0 ? Long.MAX_VALUE : 3;
        return loose;
    }

    private static void write(Wire writer, String event, Object value) {
        if (event == null) {
            writer.write(value);
        } else {
            writer.write(event, value);
        }
    }

    private static void compare(byte[] bytes, Random random, String what) {
        Questions byColumns = new Questions(Wire.of("delta", Bytes.wrapForRead(bytes)));
        Questions byTokens = new Questions(Wires.byTokens(bytes));
        for (int i = 0; i < 140; i++) {
            // Mostly reads into an object, so that the call equals the one before.
            int question = random.nextInt(4) == 0 ? random.nextInt(6) : 6;
            assertEquals(
                    byTokens.answer(question), byColumns.answer(question), what + ", question " + i + ": " + question);
        }
    }

    @Test
    void anObjectOfOnesOwnHoldsWhatTokensGive() {
        for (int seed = 0; seed < Effort.times(700); seed++) {
            Random random = new Random(seed);
            byte[] bytes = stream(random, random.nextBoolean(), random.nextBoolean() ? 1 << 16 : 300);
            compare(bytes, random, "seed " + seed);
        }
    }

    @Test
    void damageIsReportedAsByTokens() {
        for (int seed = 0; seed < Effort.times(700); seed++) {
            Random random = new Random(seed);
            byte[] bytes = stream(random, random.nextBoolean(), random.nextBoolean() ? 1 << 16 : 300);
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            compare(bytes, random, "seed " + seed);
        }
    }

    @Test
    void whatComesLaterIsReadIntoTheSameObject() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire writer = Wire.of("delta", bytes);
        Wire reader = Wire.of("delta", bytes);
        IntoTick tick = new IntoTick();
        IntoTick into = new IntoTick();
        tick.symbol = "S";
        for (int i = 0; i < 50; i++) {
            tick.size = i;
            writer.write("tick", tick);
            writer.flush();
            into.size = -1;
            into.venue = "another";
            assertSame(into, reader.read(into));
            assertEquals(tick, into);
            assertEquals("tick", reader.event());
            assertEquals(null, reader.read(into));
            assertEquals("", reader.event());
        }
    }
}
