package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireOptions;
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
