package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import java.util.Arrays;

/**
 * Writes and reads arrays of primitives as lists of numbers, and {@code char[]} as text if it is valid text.
 * {@code byte[]} is a scalar and has another codec.
 *
 * <p>Where the writer or reader gives direct access to its array, items of {@code long}, {@code double} and {@code int}
 * are encoded and decoded in a loop without a call for each token. The loops are repeated for each type, since a
 * generic one would box.
 */
public final class PrimitiveArrayCodec extends ValueCodec {
    /** The number of items for which a direct loop reserves space in one step. */
    private static final int CHUNK = 32;

    private final Class<?> type;

    PrimitiveArrayCodec(Class<?> type) {
        this.type = type;
    }

    public Class<?> type() {
        return type;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        if (value instanceof char[] chars && isText(chars)) {
            out.text(new String(chars));
            return;
        }
        out.beginList();
        if (value instanceof long[] array) {
            writeLongs(out, array);
        } else if (value instanceof double[] array) {
            writeDoubles(out, array);
        } else if (value instanceof int[] array) {
            writeInts(out, array);
        } else if (value instanceof float[] array) {
            writeFloats(out, array);
        } else if (value instanceof short[] array) {
            writeShorts(out, array);
        } else if (value instanceof boolean[] array) {
            writeBooleans(out, array);
        } else {
            writeChars(out, (char[]) value);
        }
        out.endList();
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        if (type == char[].class && in.peek() != WireToken.BEGIN_LIST) {
            return in.text().toCharArray();
        }
        Object former = reuse != null && reuse.getClass() == type ? reuse : null;
        in.beginList();
        Object read = readItems(in, former, session);
        in.endList();
        return read;
    }

    private Object readItems(WireIn in, Object former, CodecContext session) {
        if (type == long[].class) {
            return readLongs(in, (long[]) former);
        }
        if (type == double[].class) {
            return readDoubles(in, (double[]) former);
        }
        if (type == int[].class) {
            return readInts(in, (int[]) former, session);
        }
        if (type == float[].class) {
            return readFloats(in, (float[]) former, session);
        }
        if (type == short[].class) {
            return readShorts(in, (short[]) former, session);
        }
        return type == boolean[].class ? readBooleans(in, (boolean[]) former) : readChars(in, (char[]) former, session);
    }

    private static boolean isText(char[] chars) {
        for (int i = 0; i < chars.length; i++) {
            if (Character.isSurrogate(chars[i])) {
                if (Character.isLowSurrogate(chars[i])
                        || i + 1 == chars.length
                        || !Character.isLowSurrogate(chars[++i])) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Decodes items directly, up to the first one in an uncommon form or the end of the array.
     *
     * @return the number of items in the array
     */
    private static int decodeItems(WireIn in, long[] into, int from) {
        int size = from;
        if (in instanceof FieldDecoder direct && direct.takesItems()) {
            byte[] a = direct.array();
            int end = direct.end();
            int index = direct.position();
            while (index < end && size < into.length) {
                int after = direct.int64End(a, index, end);
                if (after > end) {
                    break;
                }
                into[size++] = direct.int64(a, index, after);
                index = after;
            }
            direct.moveToItem(index);
        }
        return size;
    }

    private static void writeLongs(WireOut out, long[] array) {
        if (out instanceof FieldEncoder direct && direct.takesItems()) {
            encodeLongs(direct, array);
            return;
        }
        for (long value : array) {
            out.int64(value);
        }
    }

    private static void encodeLongs(FieldEncoder out, long[] array) {
        int index = out.position();
        for (int i = 0; i < array.length; ) {
            int to = Math.min(array.length, i + CHUNK);
            byte[] a = out.room(index, (to - i) * FieldEncoder.MAX_BYTES);
            while (i < to) {
                index = out.int64(a, index, array[i++]);
            }
        }
        out.moveToItem(index);
    }

    private static long[] readLongs(WireIn in, long[] former) {
        long[] array = former == null ? new long[8] : former;
        int size = decodeItems(in, array, 0);
        while (in.hasNext()) {
            if (size == array.length) {
                array = Arrays.copyOf(array, Math.max(8, 2 * size));
                size = decodeItems(in, array, size);
                continue; // the array may be full again, or the list may have ended
            }
            array[size++] = in.int64();
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    /** Decodes items directly, as the method for {@code long} does. */
    private static int decodeItems(WireIn in, double[] into, int from) {
        int size = from;
        if (in instanceof FieldDecoder direct && direct.takesItems()) {
            byte[] a = direct.array();
            int end = direct.end();
            int index = direct.position();
            while (index < end && size < into.length) {
                int after = direct.float64End(a, index, end);
                if (after > end) {
                    break;
                }
                into[size++] = direct.float64(a, index, after);
                index = after;
            }
            direct.moveToItem(index);
        }
        return size;
    }

    private static void writeDoubles(WireOut out, double[] array) {
        if (out instanceof FieldEncoder direct && direct.takesItems()) {
            encodeDoubles(direct, array);
            return;
        }
        for (double value : array) {
            out.float64(value);
        }
    }

    private static void encodeDoubles(FieldEncoder out, double[] array) {
        int index = out.position();
        for (int i = 0; i < array.length; ) {
            int to = Math.min(array.length, i + CHUNK);
            byte[] a = out.room(index, (to - i) * FieldEncoder.MAX_BYTES);
            while (i < to) {
                index = out.float64(a, index, array[i++]);
            }
        }
        out.moveToItem(index);
    }

    private static double[] readDoubles(WireIn in, double[] former) {
        double[] array = former == null ? new double[8] : former;
        int size = decodeItems(in, array, 0);
        while (in.hasNext()) {
            if (size == array.length) {
                array = Arrays.copyOf(array, Math.max(8, 2 * size));
                size = decodeItems(in, array, size);
                continue; // the array may be full again, or the list may have ended
            }
            array[size++] = in.float64();
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    /** Decodes items directly, as the method for {@code long} does. A number that is not an int ends the loop. */
    private static int decodeItems(WireIn in, int[] into, int from) {
        int size = from;
        if (in instanceof FieldDecoder direct && direct.takesItems()) {
            byte[] a = direct.array();
            int end = direct.end();
            int index = direct.position();
            while (index < end && size < into.length) {
                int after = direct.int64End(a, index, end);
                long value = after > end ? Long.MIN_VALUE : direct.int64(a, index, after);
                if (value != (int) value) {
                    break;
                }
                into[size++] = (int) value;
                index = after;
            }
            direct.moveToItem(index);
        }
        return size;
    }

    private static void writeInts(WireOut out, int[] array) {
        if (out instanceof FieldEncoder direct && direct.takesItems()) {
            encodeInts(direct, array);
            return;
        }
        for (int value : array) {
            out.int64(value);
        }
    }

    private static void encodeInts(FieldEncoder out, int[] array) {
        int index = out.position();
        for (int i = 0; i < array.length; ) {
            int to = Math.min(array.length, i + CHUNK);
            byte[] a = out.room(index, (to - i) * FieldEncoder.MAX_BYTES);
            while (i < to) {
                index = out.int64(a, index, array[i++]);
            }
        }
        out.moveToItem(index);
    }

    private static int[] readInts(WireIn in, int[] former, CodecContext session) {
        int[] array = former == null ? new int[8] : former;
        int size = decodeItems(in, array, 0);
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                    size = decodeItems(in, array, size);
                    continue; // the array may be full again, or the list may have ended
                }
                array[size] = NumberNarrowing.int32(in.int64(), in, session);
                size++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeFloats(WireOut out, float[] array) {
        for (float value : array) {
            out.float32(value);
        }
    }

    private static float[] readFloats(WireIn in, float[] former, CodecContext session) {
        float[] array = former == null ? new float[8] : former;
        int size = 0;
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                }
                array[size] = NumberNarrowing.float32(in.float64(), in, session);
                size++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeShorts(WireOut out, short[] array) {
        for (short value : array) {
            out.int64(value);
        }
    }

    private static short[] readShorts(WireIn in, short[] former, CodecContext session) {
        short[] array = former == null ? new short[8] : former;
        int size = 0;
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                }
                array[size] = NumberNarrowing.int16(in.int64(), in, session);
                size++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeBooleans(WireOut out, boolean[] array) {
        for (boolean value : array) {
            out.bool(value);
        }
    }

    private static boolean[] readBooleans(WireIn in, boolean[] former) {
        boolean[] array = former == null ? new boolean[8] : former;
        int size = 0;
        while (in.hasNext()) {
            if (size == array.length) {
                array = Arrays.copyOf(array, Math.max(8, 2 * size));
            }
            array[size++] = in.bool();
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeChars(WireOut out, char[] array) {
        for (char value : array) {
            out.text(NumberNarrowing.charText(value));
        }
    }

    private static char[] readChars(WireIn in, char[] former, CodecContext session) {
        char[] array = former == null ? new char[8] : former;
        int size = 0;
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                }
                array[size] = NumberNarrowing.char16(in.text(), in, session);
                size++;
            }
        } catch (TypeMismatch e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }
}
