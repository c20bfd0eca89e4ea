package io.deltawire.marshallable.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.EachFormat;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A message that follows another one of its class is read without a check of the reader's position, if the position is
 * certain.
 */
class FollowingMessagesTest {
    private static final int MANY = 6;

    static class Following extends AbstractMarshallable {
        int id;
    }

    static class FollowingOfANameThatIsTooLongForAHead extends AbstractMarshallable {
        int id;
    }

    /**
     * Allows names of up to 60 bytes. A type name may have a third as many characters for binary messages to have
     * prefixes.
     */
    private static final WireOptions SHORT_NAMES = WireOptions.DEFAULTS.with(
            WireOptions.LIMITS, new WireLimits(100, 1 << 20, 1 << 20, 1000, 60, 1000, 1 << 20, 50, 10));

    private final Bytes<?> bytes = Bytes.allocateElasticOnHeap();

    private static Following following(int id) {
        Following object = new Following();
        object.id = id;
        return object;
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void classWithoutAPrefixIsReadBetweenMessagesWithOne(String format) {
        Wire wire = Wire.of(format, bytes, SHORT_NAMES);
        for (int i = 0; i < 40; i++) {
            if (i % MANY == 0) {
                FollowingOfANameThatIsTooLongForAHead object = new FollowingOfANameThatIsTooLongForAHead();
                object.id = i;
                wire.write("42", object);
                assertEquals(object, wire.read(FollowingOfANameThatIsTooLongForAHead.class));
            } else {
                wire.write("a", following(i));
                assertEquals(following(i), wire.read(Following.class));
            }
            assertEquals(i % MANY == 0 ? "42" : "a", wire.event());
        }
    }

    @ParameterizedTest
    @EachFormat(without = {Feature.TABLE, Feature.RECORDS})
    void afterACallThatFailedAllEventsOfAMessageAreRead(String format) {
        Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
        for (int i = 0; i < MANY; i++) {
            wire.write("a", following(i));
            assertEquals(following(i), wire.read(Following.class));
        }
        assertThrows(RuntimeException.class, () -> wire.read((Class<?>) null));
        wire.out().beginMessage();
        wire.out().beginObject();
        for (String event : new String[] {"a", "b", "c"}) {
            wire.out().field(event);
            Wire.writeObject(wire.out(), following(event.charAt(0)));
        }
        wire.out().endObject();
        wire.out().endMessage();
        for (String event : new String[] {"a", "b", "c"}) {
            assertEquals(following(event.charAt(0)), wire.read(Following.class));
            assertEquals(event, wire.event());
        }
    }

    @Test
    void aCommaBeforeTheBraceIsRefusedInJson() {
        Wire wire = Wire.of("json", bytes);
        for (int i = 0; i < MANY; i++) {
            wire.write("a", following(i));
        }
        byte[] good = bytes.toByteArray();
        String text = new String(good, StandardCharsets.UTF_8);
        String bad = text.replace("5}", "5,}");
        Wire reader = Wire.of("json", Bytes.from(bad));
        for (int i = 0; i < MANY - 1; i++) {
            assertEquals(following(i), reader.read(Following.class));
        }
        assertThrows(MalformedWireException.class, () -> reader.read(Following.class));
    }
}
