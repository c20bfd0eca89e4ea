package io.deltawire.binary.internal.reader;

import static io.deltawire.binary.testing.TestWires.DOCUMENTS;
import static io.deltawire.binary.testing.TestWires.FORMAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.testing.MessageDump;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A block with a length of four bytes, which the reader enters by one check, is read like one with a length of two,
 * which it scans.
 */
class ListFormsTest {
    private final SplittableRandom random = new SplittableRandom(3);

    /** Returns a document with one entry, {@code a}, whose value is a block. */
    private static byte[] document(int code, int lengthBytes, byte[] items) {
        int body = 2 + 1 + lengthBytes + items.length;
        byte[] all = new byte[4 + body];
        all[0] = (byte) body;
        all[4] = (byte) 0xC1;
        all[5] = 'a';
        all[6] = (byte) code;
        all[7] = (byte) items.length;
        System.arraycopy(items, 0, all, 7 + lengthBytes, items.length);
        return all;
    }

    private static String read(byte[] document, boolean isPeeked) {
        StringBuilder text = new StringBuilder();
        try (WireIn in = FORMAT.newReader(document, DOCUMENTS)) {
            in.nextMessage();
            in.beginObject();
            in.fieldName();
            text.append(isPeeked ? in.peek() : "").append(in.isNull());
            in.beginList();
            while (in.hasNext()) {
                MessageDump.value(in, text.append(' '));
            }
            in.endList();
            in.endObject();
        } catch (WireException e) {
            // The offsets differ, since one length is shorter.
            text.append(e.getClass().getSimpleName()).append(e.getMessage().replaceAll("0x[0-9a-f]+|[0-9]+", "#"));
        }
        return text.toString();
    }

    @Test
    void listsReadTheSameWithBothSizesOfLength() {
        int lists = 0;
        for (int first = 0; first < 256; first++) {
            for (int i = 0; i < 200; i++) {
                byte[] items = new byte[1 + random.nextInt(24)];
                if (i % 2 == 0) { // otherwise zeros, which are complete items
                    random.nextBytes(items);
                }
                items[0] = (byte) first;
                byte[] usual = document(Codes.BYTES_LENGTH32, 4, items);
                byte[] other = document(Codes.BYTES_LENGTH16, 2, items);
                String expected = read(other, false);
                assertEquals(expected, read(usual, false), Arrays.toString(items));
                if (!expected.equals("false")) { // an empty block is an object or a list by the size of its length
                    assertEquals(read(other, true), read(usual, true), Arrays.toString(items));
                }
                lists += expected.contains("Exception") ? 0 : 1;
            }
        }
        assertTrue(lists > 10_000, lists + " lists");
    }
}
