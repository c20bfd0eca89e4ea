package io.deltawire.delta.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.delta.internal.state.RecordTable;
import io.deltawire.delta.internal.state.TypeState;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.testing.IndependentDecoder;
import io.deltawire.delta.testing.Streams;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.testing.Trees;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Texts that resemble earlier ones. Use {@code -Ddelta.messages=5000000} for a long run. */
class TextSegmentsTest {
    private static final String[] WORDS = {
        "Pause",
        "Young",
        " (Normal) ",
        "é",
        "日本",
        "😀",
        "\uD83D",
        "\uDE00",
        "=",
        "0x",
        "007",
        "\n",
        "null",
        "999999999999999999"
    };

    /** Makes texts from parts of earlier ones. */
    private static final class Texts {
        private final SplittableRandom random;
        private final List<String> earlier = new ArrayList<>(List.of(""));

        Texts(SplittableRandom random) {
            this.random = random;
        }

        String next() {
            StringBuilder text = new StringBuilder();
            int parts = random.nextInt(6);
            if (random.nextInt(3) == 0) {
                text.append(changedNumbers(any()));
            } else {
                for (int i = 0; i < parts; i++) {
                    text.append(part());
                }
            }
            earlier.add(text.toString());
            return text.toString();
        }

        private String any() {
            return earlier.get(Math.max(0, earlier.size() - 1 - random.nextInt(60)));
        }

        private String part() {
            String from = any();
            int at = random.nextInt(from.length() + 1);
            return switch (random.nextInt(6)) {
                case 0 -> WORDS[random.nextInt(WORDS.length)];
                case 1 -> new UUID(random.nextLong(), random.nextLong()).toString();
                case 2 -> Long.toHexString(random.nextLong()).repeat(random.nextInt(3));
                case 3 -> String.valueOf(random.nextLong());
                case 4 -> from.substring(at, at + random.nextInt(from.length() - at + 1));
                default -> from.substring(0, at);
            };
        }

        private String changedNumbers(String from) {
            StringBuilder text = new StringBuilder(from);
            for (int i = 0; i < text.length(); i++) {
                if (Character.isDigit(text.charAt(i)) && random.nextInt(5) == 0) {
                    text.setCharAt(i, (char) ('0' + random.nextInt(10)));
                }
            }
            return text.toString();
        }
    }

    @Test
    void textsComeBackAsTheyWere() {
        long wanted = Long.getLong("delta.messages", 60_000) / 4;
        long seed = Long.getLong("delta.seed", 1) * 7_000_003;
        for (long messages = 0; messages < wanted; messages += 500, seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Texts texts = new Texts(random);
            List<Object> stream = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                stream.add(Trees.map("id", (long) random.nextInt(4), "a", texts.next(), "b", texts.next()));
            }
            WireOptions options = WireOptions.DEFAULTS
                    .with(WireOptions.KEY_FIELDS, List.of("id"))
                    .with(DeltaFormat.BLOCK_BYTES, random.nextBoolean() ? 5000 : 1 << 16)
                    .with(
                            DeltaFormat.COMPRESSION,
                            random.nextBoolean() ? DeltaFormat.Compression.DEFLATE : DeltaFormat.Compression.NONE);
            byte[] bytes = Streams.write(stream, options);
            assertEquals(
                    stream, Trees.readAll(new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)), "seed " + seed);
            List<Object> decoded = new ArrayList<>();
            new IndependentDecoder(bytes).messages().forEach(message -> decoded.add(message.tree()));
            assertEquals(stream, decoded, "seed " + seed);
        }
    }

    @Test
    void textsLongerThanTheHistoryComeBack() {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder text = new StringBuilder();
        while (text.length() < 700_000) {
            text.append(Long.toString(random.nextLong(), 36)).append(random.nextInt(9) == 0 ? "日本" : " ");
        }
        List<Object> stream = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            text.replace(i * 90_000, i * 90_000 + 40, "changed " + i);
            stream.add(Trees.map("id", 1L, "t", i == 3 ? text.substring(1, 30_000) : text.toString()));
        }
        byte[] bytes = Streams.write(stream, WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id")));
        assertEquals(stream, Trees.readAll(new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)));
    }

    @Test
    void linesOfALogTakeTheirChangedNumbers() {
        List<Object> stream = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < 1000; i++) {
            time += 17 + i % 5;
            stream.add(Trees.map(
                    "host",
                    "a",
                    "line",
                    "[" + time / 1000 + "." + (1000 + time % 1000) + "s] GC(" + i + ") Pause Young 24M->" + i % 7
                            + "M(32M) worker " + (i % 2 == 0 ? "gc" : "safepoint")));
        }
        byte[] bytes = Streams.write(stream, WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("host")));
        assertTrue(bytes.length < 16_000, bytes.length + " bytes");
    }

    /** Whatever the bytes are, they are a text or refused. */
    @Test
    void anyBytesAreATextOrRefused() {
        SplittableRandom random = new SplittableRandom(Long.getLong("delta.seed", 1));
        WireLimits limits = WireLimits.DEFAULTS.withMaxTextChars(5000);
        int texts = 0;
        for (int round = 0; round < 40_000; round++) {
            TypeState type = new TypeState(0, new RecordTable(), true);
            byte[] first = "GC(7) 0123456789abcdef 日本 09:59 99".getBytes(StandardCharsets.UTF_8);
            type.history().add(0, first, 0, first.length);
            type.textRing(0).add(new String(first, StandardCharsets.UTF_8));
            OutputBuffer out = OutputBuffer.inMemory();
            TextSegmentsEncoder encoder = new TextSegmentsEncoder(2);
            encoder.write("GC(8) 0123456789abcdef 日本 10:00 x" + round, null, type, 0, 1, 2, out);
            byte[] bytes = new byte[out.position + 4];
            System.arraycopy(out.array, 0, bytes, 0, out.position);
            for (int i = random.nextInt(4); i > 0; i--) {
                int at = 1 + random.nextInt(out.position - 1);
                bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1 << random.nextInt(8));
            }
            ByteCursor cursor = new ByteCursor(limits);
            cursor.set(bytes, 1, bytes.length, 0);
            try {
                String text = new TextSegmentsDecoder(cursor).read(type, 0, null, 15_000, 5000);
                assertTrue(text.length() <= 5000);
                texts++;
            } catch (MalformedWireException e) {
                assertTrue(e.getMessage().contains("expected"), e.getMessage());
            }
        }
        assertTrue(texts > 5000, texts + " texts");
    }
}
