package io.deltawire.wire.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JsonStringsTest {
    private final OutputBuffer out = OutputBuffer.inMemory();

    private int encode(String text, boolean escapesHazards) {
        out.clear();
        JsonStringEncoder.appendQuoted(out, text, escapesHazards);
        return out.position;
    }

    private String decoded(int end) {
        return JsonStringDecoder.decode(out.array, 1, end - 1);
    }

    @Test
    void everyCharacterComesBack() {
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            String text = "a" + Character.toString(point) + "b";
            boolean isLoneSurrogate = point >= 0xD800 && point <= 0xDFFF;
            for (boolean escapesHazards : new boolean[] {true, false}) {
                int end = encode(text, escapesHazards);
                assertEquals(text, decoded(end), "point " + point);
                boolean isEscaped = out.array[2] == '\\';
                boolean mustBe = point < 0x20 || point == '"' || point == '\\' || isLoneSurrogate;
                assertEquals(mustBe || escapesHazards && Printable.isHazard(point), isEscaped, "point " + point);
                if (isEscaped) {
                    int after = JsonStringDecoder.escapeEnd(out.array, 2, end);
                    assertTrue(out.array[after] == 'b' || out.array[after] == '\\', "point " + point);
                }
            }
        }
    }

    @Test
    void textsOfAnyLengthComeBack() {
        SplittableRandom random = new SplittableRandom(3);
        String letters = "abc\"\\\n\u007F\u00E9\u202E\uD83D\uDE00\u20AC";
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(4000); length > 0; length--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            int end = encode(text.toString(), i % 2 == 0);
            assertEquals(text.toString(), decoded(end));
            assertEquals(Utf8.VALID, Utf8.validate(out.array, 0, end));
            assertEquals(text.length(), JsonStringDecoder.length(out.array, 1, end - 1));
        }
    }

    @Test
    void theFirstWrongByteOfAnEscapeIsFound() {
        for (String[] each : new String[][] {
            {"\\", "1"},
            {"\\x", "1"},
            {"\\u", "2"},
            {"\\u12", "4"},
            {"\\u12G4", "4"},
            {"\\u123\u00E9", "5"},
            {"\\U1234", "1"}
        }) {
            byte[] bytes = each[0].getBytes(StandardCharsets.UTF_8);
            assertEquals(~Integer.parseInt(each[1]), JsonStringDecoder.escapeEnd(bytes, 0, bytes.length), each[0]);
        }
    }
}
