package io.deltawire.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.testing.VectorTables;
import io.deltawire.wire.TruncatedWireException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.testing.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Cuts every test vector at every byte and flips every bit: the result is an error or exact data, never a wrong record.
 */
class VectorDamageTest {
    private static final Path VECTORS = Path.of(System.getProperty("projectDir"), "vectors", "delta");

    private static final Set<DeltaFormat.ReadMode> TRUSTING =
            Set.of(DeltaFormat.ReadMode.UNCHECKED, DeltaFormat.ReadMode.LIVE, DeltaFormat.ReadMode.RECOVER);

    /** The messages before the first error, and all errors. */
    private record Reading(List<Object> messages, List<WireException> errors) {}

    @TestFactory
    Stream<DynamicTest> everyCutIsAnErrorAfterExactMessages() throws IOException {
        return each((bytes, whole) -> {
            for (DeltaFormat.ReadMode trust : DeltaFormat.ReadMode.values()) {
                for (int length = 0; length < bytes.length; length++) {
                    Reading cut = read(Arrays.copyOf(bytes, length), trust);
                    int n = cut.messages.size();
                    String what = trust + ", first " + length + " bytes";
                    assertEquals(whole.subList(0, n), cut.messages, what);
                    if (cut.errors.isEmpty()) {
                        // A live stream may end between any two frames.
                        assertTrue(length == 0 || TRUSTING.contains(trust), what);
                    } else if (trust != DeltaFormat.ReadMode.RECOVER) {
                        assertInstanceOf(TruncatedWireException.class, cut.errors.get(0), what);
                    }
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> everyFlippedBitIsAnErrorAndNoWrongRecord() throws IOException {
        return each((bytes, whole) -> {
            int wrong = 0;
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
                Reading checked = read(flipped, DeltaFormat.ReadMode.CHECKED);
                String what = "bit " + (bit & 7) + " of byte " + (bit >> 3);
                assertFalse(checked.errors.isEmpty(), what);
                assertTrue(isPart(checked.messages, whole), what);
                Reading live = read(flipped, DeltaFormat.ReadMode.LIVE);
                assertFalse(live.errors.isEmpty(), what);
                wrong += isPart(live.messages, whole) ? 0 : 1;
                // Messages returned before their checksum may be wrong, but then an error follows.
                assertFalse(read(flipped, DeltaFormat.ReadMode.UNCHECKED).errors.isEmpty(), what);
                read(flipped, DeltaFormat.ReadMode.RECOVER);
            }
            // A changed frame length can make the input seem to end between two frames, as a live stream does.
            assertTrue(wrong <= 8 * bytes.length / 250, wrong + " of " + 8 * bytes.length);
        });
    }

    private interface Check {
        void accept(byte[] bytes, List<Object> messages) throws IOException;
    }

    private static Stream<DynamicTest> each(Check check) throws IOException {
        return VectorTables.streams(VECTORS).stream()
                .map(file ->
                        DynamicTest.dynamicTest(file.getParent().getFileName().toString(), () -> {
                            String digits = Files.readString(file)
                                    .lines()
                                    .filter(line -> !line.startsWith("#"))
                                    .collect(Collectors.joining());
                            byte[] bytes = HexFormat.of().parseHex(digits);
                            Reading whole = read(bytes, DeltaFormat.ReadMode.CHECKED);
                            assertEquals(List.of(), whole.errors);
                            check.accept(bytes, whole.messages);
                        }));
    }

    private static boolean isPart(List<Object> part, List<Object> whole) {
        int i = 0;
        for (Object message : whole) {
            if (i < part.size() && Objects.equals(part.get(i), message)) {
                i++;
            }
        }
        return i == part.size();
    }

    /** Reads past every error to the end. */
    private static Reading read(byte[] bytes, DeltaFormat.ReadMode trust) {
        Reading reading = new Reading(new ArrayList<>(), new ArrayList<>());
        WireOptions options = WireOptions.DEFAULTS.with(DeltaFormat.READ_MODE, trust);
        try (WireIn in = new DeltaFormat().newReader(bytes, options)) {
            for (int guard = 0; guard < 10_000; guard++) {
                try {
                    if (!in.nextMessage()) {
                        return reading;
                    }
                    reading.messages.add(Trees.readMessage(in));
                } catch (WireException e) {
                    assertNotNull(e.location());
                    assertTrue(e.location().offset() <= bytes.length, e.getMessage());
                    reading.errors.add(e);
                } catch (AssertionError e) {
                    // A message returned before its checksum may have a key twice, which these trees cannot hold.
                    if (trust == DeltaFormat.ReadMode.CHECKED) {
                        throw e;
                    }
                }
            }
        }
        throw new AssertionError("reading does not end");
    }
}
