package io.deltawire.marshallable.testing.pins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.pins.Samples.Account;
import io.deltawire.marshallable.testing.pins.Samples.Arrays;
import io.deltawire.marshallable.testing.pins.Samples.Book;
import io.deltawire.marshallable.testing.pins.Samples.ByHand;
import io.deltawire.marshallable.testing.pins.Samples.Changing;
import io.deltawire.marshallable.testing.pins.Samples.Holdings;
import io.deltawire.marshallable.testing.pins.Samples.PinnedQuote;
import io.deltawire.marshallable.testing.pins.Samples.Position;
import io.deltawire.marshallable.testing.pins.Samples.Side;
import io.deltawire.marshallable.testing.pins.Samples.Spot;
import io.deltawire.marshallable.testing.pins.Samples.Tick;
import io.deltawire.marshallable.testing.pins.Samples.Trade;
import io.deltawire.marshallable.testing.pins.Samples.Wide;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireOptions;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Objects of many classes given to {@link Wire#write}: as messages and as events, with deletions, key frames and
 * flushes.
 */
final class ObjectWorkload implements Workload {
    private static final TypeRegistry TYPES = Samples.newTypes();

    /** A class of objects. A table holds only flat ones. A record can be deleted if it has a key. */
    private record Kind(String event, boolean isFlat, boolean hasKey, IntFunction<Changing> made) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("quote", true, true, PinnedQuote::new),
            new Kind("tick", true, false, key -> new Tick()),
            new Kind("trade", true, true, ObjectWorkload::trade),
            new Kind("account", true, true, Account::new),
            new Kind("wide", true, true, Wide::new),
            new Kind("book", false, true, Book::new),
            new Kind("holdings", false, true, Holdings::new),
            new Kind("position", false, true, Position::new),
            new Kind("arrays", false, true, Arrays::new),
            new Kind("byHand", false, false, key -> new ByHand()));

    private static Trade trade(int key) {
        Instant at = Instant.parse("2026-01-02T03:04:05Z");
        return new Trade(key, "A" + key, new BigDecimal("10.25"), 100, at, new Spot(1, key), Side.BUY);
    }

    private enum Action {
        WRITE,
        DELETE,
        KEY_FRAME,
        FLUSH
    }

    private enum Reading {
        NEW,
        INTO,
        LIVE,
        RECYCLED
    }

    /** What happens in the stream of one seed, step by step. */
    private static final class Script {
        private final Dice dice;
        private final boolean isDelta;
        private final boolean hasKeyFrames;
        private final boolean areEvents;
        private final Reading reading;
        private final List<Kind> kinds = new ArrayList<>();
        private final List<List<Changing>> objects = new ArrayList<>();
        private Action action;
        private Kind kind;
        private Changing object;

        Script(WireFormat format, WireOptions options, long seed) {
            dice = new Dice(seed);
            boolean isTable = format.features().contains(Feature.TABLE);
            isDelta = format.features().contains(Feature.RECORDS);
            hasKeyFrames = options.get(DeltaFormat.KEY_FRAMES) != DeltaFormat.KeyFrames.NEVER;
            boolean isUnframed = options.get(BinaryYamlFormat.FRAMING) == BinaryYamlFormat.Framing.NONE;
            areEvents = dice.oneIn(2) && !isUnframed;
            reading = dice.oneOf(List.of(Reading.values()));
            List<Kind> possible =
                    KINDS.stream().filter(each -> each.isFlat || !isTable).toList();
            // Either one class with many messages, or several classes in any order.
            for (int i = isTable || dice.oneIn(2) ? 1 : 2 + dice.below(5); i > 0; i--) {
                Kind next = dice.oneOf(possible);
                if (!kinds.contains(next)) {
                    kinds.add(next);
                }
            }
            for (Kind each : kinds) {
                List<Changing> ofKind = new ArrayList<>();
                for (int key = each.hasKey ? 1 << dice.below(each.isFlat ? 8 : 4) : 1; key > 0; key--) {
                    ofKind.add(each.made.apply(key));
                }
                objects.add(ofKind);
            }
        }

        void advance() {
            int choice = dice.below(300);
            action = choice == 0 && isDelta && hasKeyFrames
                    ? Action.KEY_FRAME
                    : choice < 3 ? Action.FLUSH : choice < 6 && isDelta ? Action.DELETE : Action.WRITE;
            int number = dice.below(kinds.size());
            kind = kinds.get(number);
            List<Changing> ofKind = objects.get(number);
            int key = dice.oneIn(3) ? dice.below(ofKind.size()) : dice.below(1 + ofKind.size() / 4);
            object = ofKind.get(key);
            if (action == Action.DELETE && !kind.hasKey) {
                action = Action.WRITE;
            }
            if (action == Action.WRITE && !dice.oneIn(12)) {
                object = object.change(dice);
                ofKind.set(key, object);
            }
        }
    }

    private static WireOptions withTypes(WireOptions options) {
        return options.with(MarshallableOptions.TYPES, TYPES);
    }

    @Override
    public WireOptions options(WireOptions options, long seed) {
        return withTypes(options);
    }

    @Override
    public void write(Target target, long seed, int messages) {
        Script script = new Script(target.format(), target.options(), seed);
        try (Wire wire = target.openWire()) {
            for (int i = 0; i < messages; ) {
                script.advance();
                switch (script.action) {
                    case KEY_FRAME -> wire.keyFrame();
                    case FLUSH -> wire.flush();
                    case WRITE -> {
                        if (script.areEvents) {
                            wire.write(script.kind.event, script.object);
                        } else {
                            wire.write(script.object);
                        }
                        i++;
                    }
                    case DELETE -> {
                        if (script.areEvents) {
                            wire.delete(script.kind.event, script.object);
                        } else {
                            wire.delete(script.object);
                        }
                        i++;
                    }
                }
            }
        }
    }

    @Override
    public void check(WireFormat format, WireOptions options, byte[] bytes, long seed, int messages) {
        Script script = new Script(format, options, seed);
        try (Wire wire = Wire.of(format, Bytes.wrapForRead(bytes), options)) {
            Changing[] into =
                    script.kinds.stream().map(kind -> kind.made.apply(0)).toArray(Changing[]::new);
            for (int i = 0; i < messages; ) {
                script.advance();
                if (script.action == Action.KEY_FRAME || script.action == Action.FLUSH) {
                    continue;
                }
                String what = "seed " + seed + ", message " + i + " " + script.reading;
                assertTrue(wire.next(), what);
                assertEquals(script.areEvents ? script.kind.event : "", wire.event(), what);
                assertEquals(script.action == Action.DELETE, wire.isDeletion(), what);
                if (script.action == Action.WRITE) {
                    assertEquals(script.object, read(wire, script, into), what);
                } else {
                    assertEquals(script.object, wire.read(script.object.getClass()), what);
                }
                i++;
            }
            assertFalse(wire.next(), "seed " + seed);
        }
    }

    private static Object read(Wire wire, Script script, Changing[] into) {
        Class<?> type = script.object.getClass();
        return switch (script.reading) {
            case NEW -> wire.read(type);
            case LIVE -> wire.readByKey(type);
            case RECYCLED -> wire.readReused(type);
            case INTO -> {
                int number = script.kinds.indexOf(script.kind);
                into[number] = wire.read(into[number]);
                yield into[number];
            }
        };
    }
}
