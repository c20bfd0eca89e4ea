package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.EachFormat;
import io.deltawire.wire.testing.EachFormat.Encoding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** If a stream accepts a part of a message and fails, the messages that are written afterwards are read or refused. */
class FailingOutputTest {
    static {
        Types.registerNested(FailingOutputTest.class);
    }

    private static final WireOptions FLUSHED = WireOptions.DEFAULTS.with(DeltaFormat.FLUSH, DeltaFormat.Flush.MESSAGE);

    static class SensorReading extends AbstractMarshallable {
        int id;
        String sensor;

        SensorReading() {}

        SensorReading(int id) {
            this.id = id;
            this.sensor = "sensor " + id;
        }
    }

    /** Accepts the given number of bytes and then throws. */
    private static final class Torn extends OutputStream {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int taken = -1;
        boolean flushFails;

        @Override
        public void flush() throws IOException {
            if (flushFails) {
                flushFails = false;
                throw new IOException("no space left");
            }
        }

        @Override
        public void write(int b) {
            throw new AssertionError("bytes are handed over in bulk");
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            int count = taken < 0 ? length : Math.min(taken, length);
            bytes.write(from, offset, count);
            if (taken >= 0) {
                taken = -1;
                throw new IOException("no space left");
            }
        }
    }

    /** What a program may do after a write has failed, before it writes the next message. */
    private enum Then {
        NOTHING,
        FLUSH,
        FLUSH_TWICE,
        CANCEL,
        CANCEL_THEN_FLUSH,
        FAIL_TO_FLUSH,
        FAIL_TO_ENCODE;

        void run(Wire wire, Torn target) {
            switch (this) {
                case NOTHING -> {}
                case FLUSH -> wire.flush();
                case FLUSH_TWICE -> {
                    wire.flush();
                    wire.flush();
                }
                case CANCEL -> wire.out().cancelMessage();
                case CANCEL_THEN_FLUSH -> {
                    wire.out().cancelMessage();
                    wire.flush();
                }
                case FAIL_TO_FLUSH -> {
                    target.flushFails = true;
                    assertThrows(UncheckedIOException.class, wire::flush);
                    wire.flush();
                }
                case FAIL_TO_ENCODE -> {
                    assertThrows(RuntimeException.class, () -> wire.write("reading", new BadReading()));
                    wire.flush();
                }
            }
        }
    }

    static class BadReading implements WriteMarshallable {
        @Override
        public void writeMarshallable(WireOut out) {
            throw new UnsupportedOperationException("the object's own fault");
        }
    }

    /** Messages that are acknowledged are read, whatever part of another message the target has taken. */
    @ParameterizedTest
    @EachFormat
    void acknowledgedMessagesAreReadAfterAFailedWrite(String format) {
        for (Then then : Then.values()) {
            for (int first : new int[] {0, 4}) {
                for (int failures = 1; failures <= 3; failures++) {
                    for (int taken = 0; taken < 100; taken += 1 + 2 * failures) {
                        String what = format + ", " + then + ", " + first + ", " + failures + ", " + taken + " bytes";
                        assertAcknowledgedAreRead(format, then, first, failures, taken, what);
                    }
                }
            }
        }
    }

    private static void assertAcknowledgedAreRead(
            String format, Then then, int first, int failures, int taken, String what) {
        Torn target = new Torn();
        List<Integer> acknowledged = new ArrayList<>();
        Wire wire = Wire.of(format, target, FLUSHED);
        for (int id = 0; id < 9; id++) {
            boolean fails = id >= first && id < first + failures;
            target.taken = fails ? taken : -1;
            try {
                wire.write("reading", new SensorReading(id));
                acknowledged.add(id);
            } catch (UncheckedIOException e) {
                assertTrue(fails, what);
                then.run(wire, target);
            } catch (IllegalStateException e) {
                assertTrue(e.getMessage().contains("a write has failed"), e.getMessage());
            }
        }
        target.taken = -1;
        wire.close();
        List<Integer> read = read(format, target.bytes.toByteArray());
        read.removeIf(id -> id >= first && id < first + failures); // the target may have taken all of one
        assertEquals(acknowledged, read, what);
    }

    private static List<Integer> read(String format, byte[] bytes) {
        List<Integer> read = new ArrayList<>();
        Wire reader = Wire.of(format, new ByteArrayInputStream(bytes));
        for (boolean more = true; more; ) {
            try {
                more = reader.next();
                // A part of a row of CSV, or of an object of JSON, may look like a message.
                if (more
                        && reader.read(Object.class) instanceof SensorReading next
                        && next.equals(new SensorReading(next.id))) {
                    read.add(next.id);
                }
            } catch (WireException e) {
                // the torn message
            }
        }
        return read;
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.TEXT)
    void textGoesOnInALineOfItsOwn(String format) {
        for (int taken = 0; taken < 60; taken++) {
            Torn target = new Torn();
            Wire wire = Wire.of(format, target, WireOptions.DEFAULTS);
            wire.write("reading", new SensorReading(1)).flush();
            target.taken = taken;
            assertThrows(
                    UncheckedIOException.class,
                    () -> wire.write("reading", new SensorReading(2)).flush());
            wire.write("reading", new SensorReading(3)).write("reading", new SensorReading(4));
            wire.close();
            List<SensorReading> read = new ArrayList<>();
            List<WireException> errors = new ArrayList<>();
            Wire reader = Wire.of(format, ByteBuffer.wrap(target.bytes.toByteArray()));
            for (boolean more = true; more; ) {
                try {
                    more = reader.next();
                    if (more && reader.read(Object.class) instanceof SensorReading next) {
                        read.add(next);
                    }
                } catch (WireException e) {
                    errors.add(e);
                }
            }
            String what = format + ", " + taken + " bytes: " + read + ", " + errors;
            List<SensorReading> last = List.of(new SensorReading(3), new SensorReading(4));
            assertEquals(new SensorReading(1), read.get(0), what);
            assertTrue(read.size() >= 3, what);
            assertEquals(last, read.subList(read.size() - 2, read.size()), what);
        }
    }

    @ParameterizedTest
    @EachFormat(encoding = Encoding.BINARY)
    void messagesAfterAPartOfOneAreReadOrRefused(String format) {
        for (int taken = 0; taken < 60; taken++) {
            Torn target = new Torn();
            Wire wire = Wire.of(format, target, WireOptions.DEFAULTS);
            List<Integer> acknowledged = new ArrayList<>(List.of(1));
            wire.write("reading", new SensorReading(1)).flush();
            target.taken = taken;
            assertThrows(
                    UncheckedIOException.class,
                    () -> wire.write("reading", new SensorReading(2)).flush());
            for (int id = 3; id < 6; id++) {
                try {
                    wire.write("reading", new SensorReading(id)).flush();
                    acknowledged.add(id);
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().contains("a write has failed"), e.getMessage());
                }
            }
            List<Integer> read = new ArrayList<>();
            Wire reader = Wire.of(format, new ByteArrayInputStream(target.bytes.toByteArray()));
            for (boolean more = true; more; ) {
                try {
                    more = reader.next();
                    if (more) {
                        read.add(reader.read(SensorReading.class).id);
                    }
                } catch (WireException e) {
                    // the torn message
                }
            }
            read.remove((Integer) 2);
            assertEquals(acknowledged, read, format + ", " + taken + " bytes");
        }
    }
}
