package io.deltawire.marshallable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every type over every wire. What a wire cannot hold is a line here, and the test fails when the line is no longer
 * true.
 */
class ObjectContractTest {
    /** What each format does not bring back, and why. */
    private static final Map<String, Set<String>> GAPS = Map.of(
            // The key null and the key "null" have one text.
            "json", Set.of("NullKeyMap"),
            // Names of columns are text.
            "csv", Set.of("ScalarKeyMaps", "ObjectKeyMaps", "NullKeyMap", "NonStringObjectKeys"));

    @Test
    void everyTypeRoundTripsAsTokens() {
        Samples.all().forEach((name, sample) -> {
            TokenWire wire = new TokenWire();
            write(wire.out(), sample);
            WireIn in = wire.in();
            in.nextMessage();
            Object read = Codecs.exact(Object.class).read(in, null, Session.ofDefaults("token"));
            assertSame(name, sample, read);
        });
    }

    private static void write(WireOut out, Object sample) {
        out.beginMessage();
        Codecs.exact(Object.class).write(out, sample, Session.ofDefaults("token"));
        out.endMessage();
    }

    private static void assertSame(String what, Object expected, Object actual) {
        if (!Values.areEqual(expected, actual)) {
            assertEquals(Texts.toYaml(expected), Texts.toYaml(actual), what);
            fail(what + " differs, although both are " + Texts.toYaml(expected));
        }
        assertEquals(Values.hash(expected), Values.hash(actual), what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "json", "binary", "csv", "delta"})
    void everyTypeRoundTripsOverTheWire(String formatName) {
        WireFormat format = WireFormats.byName(formatName);
        Set<String> gaps = GAPS.getOrDefault(formatName, Set.of());
        Set<String> failed = new TreeSet<>();
        List<String> problems = new ArrayList<>();
        Samples.all().forEach((name, sample) -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            try {
                roundTrip(format, sample, bytes);
            } catch (WireException | AssertionError e) {
                failed.add(name);
                if (!gaps.contains(name)) {
                    problems.add(name + ": " + e.getMessage() + "\n"
                            + new String(bytes.toByteArray(), StandardCharsets.UTF_8));
                }
            }
        });
        assertEquals(List.of(), problems);
        assertEquals(gaps, failed, "gaps of " + formatName);
    }

    private static void roundTrip(WireFormat format, Object sample, Bytes<?> bytes) {
        Wire wire = Wire.of(format, bytes, WireOptions.DEFAULTS);
        wire.write(sample).write(sample);
        wire.flush();
        Wire reader = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()), WireOptions.DEFAULTS);
        assertSame("as its class", sample, reader.read(sample.getClass()));
        Object reused = reader.read(sample.getClass());
        assertSame("second message", sample, reused);
        Wire again = Wire.of(format, Bytes.wrapForRead(bytes.toByteArray()), WireOptions.DEFAULTS);
        assertSame("into an object", sample, again.read(reused));
    }
}
