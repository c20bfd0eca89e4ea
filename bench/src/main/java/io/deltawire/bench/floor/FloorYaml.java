package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.wire.spi.NumberReader;
import io.deltawire.wire.spi.NumberText;
import java.util.Arrays;

/**
 * The article's message in YAML, byte for byte as our wire writes it, by code that knows nothing else: what stands between
 * the values is copied and compared eight bytes at a time, and texts and times that were there before are not made again.
 */
public final class FloorYaml extends ArrayCodec {
    // What stands before each value, and at the end.
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

    private static final int ROOM = 64;

    private final MyDataType result = new MyDataType();
    private final ValueCache texts = new ValueCache();
    private final NumberReader number = new NumberReader();

    /** Takes the bytes with some more behind them, so that looking at eight never goes beyond the end. */
    @Override
    public void input(byte[] messages) {
        super.input(Arrays.copyOf(messages, messages.length + ROOM));
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
        i = texts.put(out, STATIC_THREE.put(out, i), message.staticThree);
        i = NumberText.writeFloat64(out, STATIC_FOUR.put(out, i), message.staticFour);
        i = NumberText.writeInt64(out, CHANGES_A.put(out, i), message.changesA);
        i = NumberText.writeFloat64(out, CHANGES_B.put(out, i), message.changesB);
        return END.put(out, i);
    }

    @Override
    public Object decode(int offset, int length) {
        byte[] in = input;
        NumberReader read = number;
        MyDataType message = result;
        int i = int64(in, FIRST_ID.pass(in, offset));
        message.firstId = read.int64;
        i = int64(in, SECOND_ID.pass(in, i));
        message.secondId = (int) read.int64;
        int from = THIRD_ID.pass(in, i);
        i = RawBytes.indexOf(in, from, ',');
        message.thirdId = texts.get(in, from, i - from);
        from = STATIC_ONE.pass(in, i);
        i = RawBytes.indexOf(in, from, ',');
        message.staticOne = texts.get(in, from, i - from);
        i = int64(in, STATIC_TWO.pass(in, i));
        message.staticTwo = read.int64;
        from = STATIC_THREE.pass(in, i);
        i = RawBytes.indexOf(in, from, '"');
        message.staticThree = texts.time(in, from, i - from);
        i = float64(in, STATIC_FOUR.pass(in, i), ',');
        message.staticFour = read.float64;
        i = int64(in, CHANGES_A.pass(in, i));
        message.changesA = read.int64;
        i = float64(in, CHANGES_B.pass(in, i), '\n');
        message.changesB = read.float64;
        END.pass(in, i);
        return message;
    }

    /** Reads an integer with a comma after it; returns the index of that. */
    private int int64(byte[] in, int at) {
        int end = number.readInt64(in, at);
        if (end < 0) {
            end = RawBytes.indexOf(in, at, ',');
            number.int64 = NumberText.parseInt64(in, at, end);
        }
        return end;
    }

    private int float64(byte[] in, int at, char after) {
        int end = number.readFloat64(in, at);
        if (end < 0) {
            end = RawBytes.indexOf(in, at, after);
            number.float64 = NumberText.parseFloat64(in, at, end);
        }
        return end;
    }

    /** A constant piece of the text. */
    private static final class Part {
        private final int length;

        /** The piece eight bytes at a time, filled up with zeros. */
        private final long[] words;

        Part(String text) {
            length = text.length();
            words = new long[(length + 7) / 8];
            for (int i = 0; i < length; i++) {
                words[i / 8] |= (long) text.charAt(i) << i % 8 * 8;
            }
        }

        /** Copies the piece, and up to seven bytes after it; returns the index after. */
        int put(byte[] out, int at) {
            for (int i = 0; i < words.length; i++) {
                RawBytes.LONG.set(out, at + 8 * i, words[i]);
            }
            return at + length;
        }

        /** Returns the index after the piece, which must stand at an index. */
        int pass(byte[] in, int at) {
            int last = words.length - 1;
            long difference = ((long) RawBytes.LONG.get(in, at + 8 * last) ^ words[last]) << -8 * length;
            for (int i = 0; i < last; i++) {
                difference |= (long) RawBytes.LONG.get(in, at + 8 * i) ^ words[i];
            }
            if (difference != 0) {
                throw new IllegalStateException("not the expected text at byte " + at);
            }
            return at + length;
        }
    }
}
