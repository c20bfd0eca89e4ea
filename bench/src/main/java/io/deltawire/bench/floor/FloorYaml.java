package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.text.NumberScanner;
import io.deltawire.wire.spi.text.NumberText;
import java.util.Arrays;

/**
 * Floor for YAML: the same bytes as the format writes for the article's message, by code that is written for this class alone. The text
 * between the values is copied and compared eight bytes at a time. Strings and times come from a cache.
 */
public final class FloorYaml extends ByteArrayCodec {
    // The text before each value, and after the last one.
    private static final Part FIRST_ID = new Part("---\nupdate: !MyDataType {\n  firstId: ");
    private static final Part SECOND_ID = new Part(",\n  secondId: ");
    private static final Part THIRD_ID = new Part(",\n  thirdId: ");
    private static final Part STATIC_ONE = new Part(",\n  staticOne: ");
    private static final Part STATIC_TWO = new Part(",\n  staticTwo: ");
    private static final Part STATIC_THREE = new Part(",\n  staticThree: \"");
    private static final Part STATIC_FOUR = new Part("\",\n  staticFour: ");
    private static final Part CHANGES_A = new Part(",\n  changesA: ");
    private static final Part CHANGES_B = new Part(",\n  changesB: ");
    private static final Part END = new Part("\n}\n");

    private static final int PADDING = 64;

    private final MyDataType result = new MyDataType();
    private final ValueCache cache = new ValueCache();
    private final NumberScanner number = new NumberScanner();
    private long int64;
    private double float64;

    /** Pads the input, so that loads of eight bytes stay inside the array. */
    @Override
    public void setInput(byte[] messages) {
        super.setInput(Arrays.copyOf(messages, messages.length + PADDING));
    }

    @Override
    public int encode(Object sample) {
        MyDataType message = (MyDataType) sample;
        byte[] out = output;
        int i = NumberText.writeInt64(out, FIRST_ID.put(out, 0), message.firstId);
        i = NumberText.writeInt64(out, SECOND_ID.put(out, i), message.secondId);
        i = RawBytes.putAscii(out, THIRD_ID.put(out, i), message.thirdId);
        i = RawBytes.putAscii(out, STATIC_ONE.put(out, i), message.staticOne);
        i = NumberText.writeInt64(out, STATIC_TWO.put(out, i), message.staticTwo);
        i = cache.putTime(out, STATIC_THREE.put(out, i), message.staticThree);
        i = NumberText.writeFloat64(out, STATIC_FOUR.put(out, i), message.staticFour);
        i = NumberText.writeInt64(out, CHANGES_A.put(out, i), message.changesA);
        i = NumberText.writeFloat64(out, CHANGES_B.put(out, i), message.changesB);
        return END.put(out, i);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        MyDataType message = result;
        int i = int64(in, FIRST_ID.skip(in, offset));
        message.firstId = int64;
        i = int64(in, SECOND_ID.skip(in, i));
        message.secondId = (int) int64;
        int from = THIRD_ID.skip(in, i);
        i = RawBytes.indexOf(in, from, ',');
        message.thirdId = cache.text(in, from, i - from);
        from = STATIC_ONE.skip(in, i);
        i = RawBytes.indexOf(in, from, ',');
        message.staticOne = cache.text(in, from, i - from);
        i = int64(in, STATIC_TWO.skip(in, i));
        message.staticTwo = int64;
        from = STATIC_THREE.skip(in, i);
        i = RawBytes.indexOf(in, from, '"');
        message.staticThree = cache.time(in, from, i - from);
        i = float64(in, STATIC_FOUR.skip(in, i), ',');
        message.staticFour = float64;
        i = int64(in, CHANGES_A.skip(in, i));
        message.changesA = int64;
        i = float64(in, CHANGES_B.skip(in, i), '\n');
        message.changesB = float64;
        END.skip(in, i);
        return message;
    }

    /** Reads an integer, and returns the offset of the comma after it. */
    private int int64(byte[] in, int position) {
        int end = number.readInt64(in, position);
        if (end < 0) {
            end = RawBytes.indexOf(in, position, ',');
            int64 = NumberText.parseInt64(in, position, end);
        } else {
            int64 = number.int64();
        }
        return end;
    }

    private int float64(byte[] in, int position, char after) {
        int end = number.readFloat64(in, position);
        if (end < 0) {
            end = RawBytes.indexOf(in, position, after);
            float64 = NumberText.parseFloat64(in, position, end);
        } else {
            float64 = number.float64();
        }
        return end;
    }

    /** A constant part of the text, as words of eight bytes. */
    private static final class Part {
        private final int length;

        /** The text, padded with zeros. */
        private final long[] words;

        Part(String text) {
            length = text.length();
            words = new long[(length + 7) / 8];
            for (int i = 0; i < length; i++) {
                words[i / 8] |= (long) text.charAt(i) << i % 8 * 8;
            }
        }

        /** Writes the part and up to seven more bytes. Returns the offset after the part. */
        int put(byte[] out, int position) {
            for (int i = 0; i < words.length; i++) {
                RawBytes.LONG.set(out, position + 8 * i, words[i]);
            }
            return position + length;
        }

        /**
         * Returns the offset after the part.
         *
         * @throws IllegalStateException if the input has another text at the offset
         */
        int skip(byte[] in, int position) {
            int last = words.length - 1;
            long difference = ((long) RawBytes.LONG.get(in, position + 8 * last) ^ words[last]) << -8 * length;
            for (int i = 0; i < last; i++) {
                difference |= (long) RawBytes.LONG.get(in, position + 8 * i) ^ words[i];
            }
            if (difference != 0) {
                throw new IllegalStateException("not the expected text at byte " + position);
            }
            return position + length;
        }
    }
}
