package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.StreamModel.Keys;
import io.deltawire.wire.testing.StreamModel.Message;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A message encoded against a base decodes with an equal base, whatever else was encoded before and by whom. */
class DeltaBaseTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();
    private static final int STREAMS = Integer.getInteger("bases", 150);

    private record Read(MessageKind kind, Object value) {}

    private static Read read(WireIn in) {
        return new Read(in.messageKind(), Trees.readMessage(in));
    }

    private static byte[] quote(long bid) {
        return Streams.write(List.of(quoteTree(bid)), WireOptions.DEFAULTS);
    }

    private static Object quoteTree(long bid) {
        return Trees.map(
                "symbol", "EURUSD", "venue", "a venue of some length", "bid", bid, "ask", bid + 2, "size", 10L);
    }

    private static byte[] encode(DeltaBase base, Object tree) {
        return base.encode(out -> Trees.writeMessage(out, tree));
    }

    @Test
    void messageIsWhatDiffersFromTheBase() {
        DeltaBase writing = DeltaBase.of(quote(100), WireOptions.DEFAULTS);
        DeltaBase reading = DeltaBase.of(quote(100), WireOptions.DEFAULTS);
        assertEquals(writing.crc32c(), reading.crc32c());
        assertNotEquals(
                writing.crc32c(), DeltaBase.of(quote(101), WireOptions.DEFAULTS).crc32c());
        for (long bid : new long[] {105, 90, 100, 105}) {
            byte[] body = encode(writing, quoteTree(bid));
            assertTrue(body.length <= 6, body.length + " bytes");
            assertEquals(quoteTree(bid), reading.decode(body, Trees::readMessage));
        }
    }

    @Test
    void randomMessagesDecodeToWhatTheyWere() {
        long encoded = 0;
        for (int seed = 0; seed < STREAMS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StreamModel model = new StreamModel(seed);
            if (model.keys() == Keys.RECORD_KEY) {
                continue; // such keys say nothing in a base
            }
            WireOptions options = WireOptions.DEFAULTS
                    .with(WireOptions.KEY_FIELDS, model.keys() == Keys.FIELDS ? List.of("id") : List.of())
                    .with(
                            DeltaFormat.COMPRESSION,
                            random.nextInt(4) == 0 ? DeltaFormat.Compression.DEFLATE : DeltaFormat.Compression.NONE)
                    .with(
                            DeltaFormat.FLUSH,
                            random.nextBoolean() ? DeltaFormat.Flush.BLOCK : DeltaFormat.Flush.MESSAGE);
            int count = random.nextInt(4) == 0 ? random.nextInt(20) : 1;
            ByteArrayOutputStream dump = new ByteArrayOutputStream();
            try (WireOut out = FORMAT.newWriter(dump, options)) {
                for (int i = 0; i < count; i++) {
                    model.next().write(out);
                }
            }
            DeltaBase writing = DeltaBase.of(dump.toByteArray(), options);
            DeltaBase reading = DeltaBase.of(dump.toByteArray(), WireOptions.DEFAULTS);
            List<Message> messages = new ArrayList<>();
            List<byte[]> bodies = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Message message = model.next();
                try {
                    bodies.add(writing.encode(message::write));
                    messages.add(message);
                    encoded++;
                } catch (WireDataException e) {
                    // the message lacks a key field that none of the base has
                } catch (IllegalStateException e) {
                    assertTrue(count > 1, "seed " + seed); // the messages had fields in orders that do not come again
                }
            }
            for (int i = 0; i < 40 && !messages.isEmpty(); i++) {
                int at = random.nextInt(messages.size());
                Message message = messages.get(at);
                Read read = reading.decode(bodies.get(at), DeltaBaseTest::read);
                assertEquals(message.kind(), read.kind(), "seed " + seed);
                if (message.kind() != MessageKind.DELETE) { // else it is the record of the base
                    assertTrue(StreamModel.same(message.value(), read.value()), "seed " + seed);
                }
            }
        }
        assertTrue(encoded > 10L * STREAMS / 3, encoded + " messages");
    }

    @Test
    void threadsShareBases() throws Exception {
        List<DeltaBase> bases = new ArrayList<>();
        for (long i = 0; i < 20; i++) {
            bases.add(DeltaBase.of(quote(i), WireOptions.DEFAULTS));
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                SplittableRandom random = new SplittableRandom(thread);
                tasks.add(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        DeltaBase base = bases.get(random.nextInt(bases.size()));
                        Object tree = quoteTree(random.nextInt(1000));
                        assertEquals(tree, base.decode(encode(base, tree), Trees::readMessage));
                    }
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(tasks)) {
                assertTrue(done.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void keysOtherThanFieldsSayNothing() {
        DeltaBase base = DeltaBase.of(quote(100), WireOptions.DEFAULTS);
        byte[] body = base.encode(out -> {
            out.beginMessage();
            out.recordKey(new byte[] {1, 2}, 0, 2);
            Trees.write(out, quoteTree(101));
            out.endMessage();
        });
        assertEquals(quoteTree(101), base.decode(body, Trees::readMessage));
        assertTrue(body.length <= 6, body.length + " bytes");
    }

    @Test
    void keyFieldsFindTheRecord() {
        WireOptions options = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
        DeltaBase base = DeltaBase.of(Streams.write(Streams.messages(0, 5), options), options);
        for (Object message : Streams.messages(10, 5)) {
            byte[] body = encode(base, message);
            assertTrue(body.length < 14, body.length + " bytes");
            assertEquals(message, base.decode(body, Trees::readMessage));
        }
        DeltaBase other = DeltaBase.of(Streams.write(Streams.messages(0, 5), options), WireOptions.DEFAULTS);
        assertThrows(IllegalStateException.class, () -> encode(other, quoteTree(1)));
    }

    @Test
    void actionsThatDoNotWriteOneMessageAreRefusedAndDoNoHarm() {
        DeltaBase base = DeltaBase.of(quote(100), WireOptions.DEFAULTS);
        assertThrows(IllegalStateException.class, () -> base.encode(out -> {}));
        assertThrows(IllegalStateException.class, () -> base.encode(WireOut::beginMessage));
        assertThrows(
                IllegalStateException.class,
                () -> base.encode(out -> {
                    Trees.writeMessage(out, 1L);
                    Trees.writeMessage(out, 2L);
                }));
        assertThrows(
                IllegalStateException.class,
                () -> base.encode(out -> {
                    Trees.writeMessage(out, 1L);
                    out.flush();
                }));
        assertThrows(
                IllegalStateException.class,
                () -> base.encode(out -> {
                    out.close();
                    Trees.writeMessage(out, 1L);
                }));
        assertThrows(
                UnsupportedOperationException.class,
                () -> base.encode(out -> {
                    out.beginMessage();
                    throw new UnsupportedOperationException();
                }));
        WireOut[] leaked = new WireOut[1];
        base.encode(out -> {
            leaked[0] = out;
            Trees.writeMessage(out, 1L);
        });
        assertThrows(IllegalStateException.class, () -> Trees.writeMessage(leaked[0], 1L));
        byte[] body = encode(base, quoteTree(101));
        assertThrows(
                UnsupportedOperationException.class,
                () -> base.decode(body, in -> {
                    throw new UnsupportedOperationException();
                }));
        assertEquals(quoteTree(101), base.decode(body, Trees::readMessage));
    }

    @Test
    void damagedBodiesAndDumpsAreRefused() {
        byte[] dump = quote(100);
        DeltaBase base = DeltaBase.of(dump, WireOptions.DEFAULTS);
        byte[] body = encode(base, quoteTree(101));
        for (int length = 0; length < body.length; length++) {
            byte[] cut = Arrays.copyOf(body, length);
            assertThrows(MalformedWireException.class, () -> base.decode(cut, Trees::readMessage));
        }
        byte[] longer = Arrays.copyOf(body, body.length + 1);
        assertThrows(MalformedWireException.class, () -> base.decode(longer, Trees::readMessage));
        assertEquals(quoteTree(101), base.decode(longer, 0, body.length, Trees::readMessage));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] any = new byte[1 + random.nextInt(20)];
            random.nextBytes(any);
            try {
                base.decode(any, Trees::readMessage);
            } catch (WireException e) {
                // the only exception that is allowed
            }
        }
        assertThrows(
                TruncatedWireException.class,
                () -> DeltaBase.of(Arrays.copyOf(dump, dump.length - 20), WireOptions.DEFAULTS));
        dump[30] ^= 1;
        assertThrows(MalformedWireException.class, () -> DeltaBase.of(dump, WireOptions.DEFAULTS));
    }

    @Test
    void emptyDumpIsABase() {
        DeltaBase base = DeltaBase.of(new byte[0], WireOptions.DEFAULTS);
        byte[] body = encode(base, quoteTree(1));
        assertEquals(quoteTree(1), base.decode(body, Trees::readMessage));
    }

    /** With {@code -Dbases.measure=true} it prints what a base takes. */
    @Test
    void baseTakesLittleMemory() {
        int count = Boolean.getBoolean("bases.measure") ? 100_000 : 2_000;
        DeltaBase[] bases = new DeltaBase[count];
        long before = 0;
        for (int i = -200; i < count; i++) {
            before = i == 0 ? used() : before;
            DeltaBase base = DeltaBase.of(quote(i + 1000), WireOptions.DEFAULTS);
            bases[Math.max(0, i)] = base;
        }
        long each = (used() - before) / count;
        assertEquals(quoteTree(1), bases[count - 1].decode(encode(bases[count - 1], quoteTree(1)), Trees::readMessage));
        assertTrue(each < 1_000, each + " bytes");
        if (Boolean.getBoolean("bases.measure")) {
            System.out.println(each + " bytes a base of " + bases[1]);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
