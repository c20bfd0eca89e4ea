package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Compares random streams of several types over many short epochs, with everything that can happen to a record, with a
 * map of the last message of each key. A key frame contains nothing out of date, and everything unless a limit is
 * exceeded.
 */
class IdleRecordsTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** How often in a thousand messages something else happens. */
    private record Mix(int deletes, int cancelled, int tooLong, int tooWide, int failures, int keyFrames) {
        static final Mix QUIET = new Mix(0, 0, 0, 0, 0, 5);
        static final Mix ALL = new Mix(30, 20, 5, 10, 3, 5);
    }

    /** Fails on request, after it has taken a part. */
    private static final class Target extends OutputStream {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean fails;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (fails) {
                fails = false;
                bytes.write(from, offset, length / 2);
                throw new IOException("no space left");
            }
            bytes.write(from, offset, length);
        }
    }

    /** A stream, and the last message of each key. */
    private static final class Stream {
        private final SplittableRandom random;
        private final int keys;
        private final Target target = new Target();
        private final WireOut out;
        private final boolean byFields;
        /** The last message by type and key; null if it is unknown. */
        private final Map<String, Object> last = new HashMap<>();

        Stream(long seed, int keys, WireOptions options) {
            this.random = new SplittableRandom(seed);
            this.keys = keys;
            this.byFields = !options.get(WireOptions.KEY_FIELDS).isEmpty();
            this.out = FORMAT.newWriter(target, options);
        }

        private static String place(int type, long key) {
            return type + "/" + key;
        }

        private Object message(int type, long key, Map<Object, Object> fields) {
            Map<Object, Object> all = new LinkedHashMap<>();
            all.put("id", key);
            all.put("kind", (long) type);
            all.putAll(fields);
            return switch (type) {
                case 0 -> all;
                case 1 -> new Trees.Typed("Quote", all);
                default -> Trees.map(new Name("trade"), new Trees.Typed("Trade", all));
            };
        }

        private Map<Object, Object> fields() {
            Map<Object, Object> fields = new LinkedHashMap<>();
            fields.put("n", (long) random.nextInt(1 << 20));
            if (random.nextInt(4) == 0) {
                fields.put("text" + random.nextInt(3), "t".repeat(random.nextInt(20)) + random.nextInt(100));
            }
            if (random.nextInt(4) == 0) {
                fields.put("list", List.of((long) random.nextInt(9), Trees.map("x", random.nextDouble())));
            }
            return fields;
        }

        private void begin(MessageKind kind, long key) {
            out.beginMessage(kind);
            if (!byFields) {
                out.recordKey(new byte[] {(byte) key, (byte) (key >> 8), 7}, 0, 3);
            }
        }

        /** Returns one of the keys currently in use. These change slowly, so that most keys are idle. */
        private long key(int step) {
            return random.nextInt(10) == 0 ? random.nextInt(keys) : (step / 400 * 3L + random.nextInt(4)) % keys;
        }

        private void run(int steps, Mix mix, boolean isBounded) {
            for (int step = 0; step < steps; step++) {
                int type = random.nextInt(byFields ? 2 : 3); // the key fields are the same in all types
                long key = key(step);
                int choice = random.nextInt(1000);
                if ((choice -= mix.deletes) < 0) {
                    write(MessageKind.DELETE, type, key, fields());
                } else if ((choice -= mix.cancelled) < 0) {
                    begin(MessageKind.DATA, key);
                    Trees.write(out, message(type, key, fields()));
                    out.cancelMessage();
                } else if ((choice -= mix.tooLong) < 0) {
                    writeTooLong(type, key);
                } else if ((choice -= mix.tooWide) < 0) {
                    Map<Object, Object> wide = fields();
                    for (int i = 0; i < 4200; i++) {
                        wide.put("f" + i, (long) i & 7);
                    }
                    write(MessageKind.DATA, type, key, wide);
                    last.put(place(type, key), null); // a message without a record
                } else if ((choice -= mix.failures) < 0) {
                    fail(type, key);
                } else if ((choice -= mix.keyFrames) < 0) {
                    join(isBounded);
                } else {
                    write(MessageKind.DATA, type, key, fields());
                }
            }
            join(isBounded);
            out.close();
        }

        private void write(MessageKind kind, int type, long key, Map<Object, Object> fields) {
            Object message = message(type, key, fields);
            begin(kind, key);
            Trees.write(out, message);
            out.endMessage();
            if (kind == MessageKind.DELETE) {
                last.remove(place(type, key));
            } else {
                last.put(place(type, key), message);
            }
        }

        private void writeTooLong(int type, long key) {
            Map<Object, Object> fields = fields();
            StringBuilder text = new StringBuilder();
            while (text.length() < 70_000) {
                text.append(random.nextInt());
            }
            fields.put("long", text.toString());
            try {
                write(MessageKind.DATA, type, key, fields);
            } catch (WireDataException e) {
                last.put(place(type, key), null); // its record is unknown after the failure
                out.cancelMessage();
            }
        }

        /** The message that the target did not take. The writer continues from it, whether a reader has it or not. */
        private void fail(int type, long key) {
            target.fails = true;
            Object message = message(type, key, fields());
            try {
                begin(MessageKind.DATA, key);
                Trees.write(out, message);
                out.endMessage();
                out.flush();
            } catch (UncheckedIOException e) {
                target.fails = false;
            }
            last.put(place(type, key), message);
        }

        private void join(boolean isBounded) {
            out.flush();
            int from = target.bytes.size();
            out.keyFrame();
            byte[] all = target.bytes.toByteArray();
            Map<String, Object> joined = new HashMap<>();
            WireIn in = FORMAT.newReader(
                    Arrays.copyOfRange(all, from, all.length),
                    WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.UNCHECKED));
            while (in.nextMessage()) {
                Object message = Trees.readMessage(in);
                Map<?, ?> fields = (Map<?, ?>) (message instanceof Trees.Typed typed ? typed.value() : message);
                if (fields.containsKey(new Name("trade"))) {
                    fields = (Map<?, ?>) ((Trees.Typed) fields.get(new Name("trade"))).value();
                }
                String place = fields.get("kind") + "/" + fields.get("id");
                assertEquals(null, joined.put(place, message), place + " is said twice");
            }
            joined.forEach((place, message) -> {
                assertTrue(last.containsKey(place), place + " is gone");
                assertEquals(last.get(place), message, place);
            });
            if (!isBounded) {
                last.forEach((place, message) -> {
                    assertTrue(message == null || joined.containsKey(place), place + " is missing");
                });
            }
        }
    }

    private static final WireOptions BY_FIELDS = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    /** Options that limit an epoch to a number of bytes. */
    private static WireOptions epochsOf(int bytes, WireOptions options) {
        WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(1000, bytes).withMaxMessageBytes(60_000);
        return options.with(WireOptions.LIMITS, limits).with(DeltaFormat.BLOCK_BYTES, 500);
    }

    @Test
    void keyFramesHaveAllRecordsOfManyEpochs() {
        for (WireOptions options : List.of(WireOptions.DEFAULTS, BY_FIELDS)) {
            for (DeltaFormat.KeyFrames when :
                    List.of(DeltaFormat.KeyFrames.ON_REQUEST, DeltaFormat.KeyFrames.EACH_EPOCH)) {
                WireOptions chosen = options.with(DeltaFormat.KEY_FRAMES, when).with(DeltaFormat.BLOCK_BYTES, 500);
                new Stream(1, 100, chosen).run(20_000, Mix.QUIET, false);
            }
        }
    }

    @Test
    void keyFramesAreNeverOutOfDate() {
        for (long seed = 0; seed < 4; seed++) {
            for (WireOptions options : List.of(WireOptions.DEFAULTS, BY_FIELDS)) {
                for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
                    WireOptions chosen = options.with(DeltaFormat.WHEN_FULL, overflow);
                    new Stream(seed, 100, epochsOf(200_000, chosen)).run(6_000, Mix.ALL, true);
                }
            }
        }
    }

    @Test
    void limitsDropTheLongestIdleRecords() {
        WireLimits limits = WireLimits.DEFAULTS.withMaxKeys(50, 1 << 20);
        WireOptions options = BY_FIELDS.with(WireOptions.LIMITS, limits).with(DeltaFormat.BLOCK_BYTES, 500);
        for (DeltaFormat.WhenFull overflow : DeltaFormat.WhenFull.values()) {
            new Stream(5, 40, options.with(DeltaFormat.WHEN_FULL, overflow)).run(10_000, Mix.QUIET, true);
        }
    }
}
