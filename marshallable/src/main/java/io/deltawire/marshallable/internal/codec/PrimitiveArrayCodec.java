package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import java.util.Arrays;

/** Arrays of primitives but for {@code byte[]}, as lists of numbers; {@code char[]} as text where it is valid text. */
public final class PrimitiveArrayCodec extends ValueCodec {
    /** As many items as room is made for at once. */
    private static final int CHUNK = 32;

    private final Class<?> type;

    PrimitiveArrayCodec(Class<?> type) {
        this.type = type;
    }

    public Class<?> type() {
        return type;
    }

    @Override
    String tag(Object value, Session session) {
        return session.nameOf(type);
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
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
    public Object read(WireIn in, Object reuse, Session session) {
        if (type == char[].class && in.peek() != WireToken.BEGIN_LIST) {
            return in.text().toCharArray();
        }
        Object old = reuse != null && reuse.getClass() == type ? reuse : null;
        in.beginList();
        Object read = readItems(in, old, session);
        in.endList();
        return read;
    }

    private Object readItems(WireIn in, Object old, Session session) {
        if (type == long[].class) {
            return readLongs(in, (long[]) old);
        }
        if (type == double[].class) {
            return readDoubles(in, (double[]) old);
        }
        if (type == int[].class) {
            return readInts(in, (int[]) old, session);
        }
        if (type == float[].class) {
            return readFloats(in, (float[]) old, session);
        }
        if (type == short[].class) {
            return readShorts(in, (short[]) old, session);
        }
        return type == boolean[].class ? readBooleans(in, (boolean[]) old) : readChars(in, (char[]) old, session);
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

    /** Takes items as long as they are plain and there is room; returns how many there are then. */
    private static int take(WireIn in, long[] into, int from) {
        int size = from;
        if (in instanceof FieldDecoder straight && straight.takesItems()) {
            byte[] a = straight.array();
            int end = straight.end();
            int at = straight.position();
            while (at < end && size < into.length) {
                int after = straight.int64End(a, at, end);
                if (after > end) {
                    break;
                }
                into[size++] = straight.int64(a, at, after);
                at = after;
            }
            straight.moveToItem(at);
        }
        return size;
    }

    private static void writeLongs(WireOut out, long[] array) {
        if (out instanceof FieldEncoder straight && straight.takesItems()) {
            writeLongs(straight, array);
            return;
        }
        for (long value : array) {
            out.int64(value);
        }
    }

    private static void writeLongs(FieldEncoder out, long[] array) {
        int at = out.position();
        for (int i = 0; i < array.length; ) {
            int to = Math.min(array.length, i + CHUNK);
            byte[] a = out.room(at, (to - i) * FieldEncoder.MAX_BYTES);
            while (i < to) {
                at = out.int64(a, at, array[i++]);
            }
        }
        out.moveToItem(at);
    }

    private static long[] readLongs(WireIn in, long[] old) {
        long[] array = old == null ? new long[8] : old;
        int size = take(in, array, 0);
        while (in.hasNext()) {
            if (size == array.length) {
                array = Arrays.copyOf(array, Math.max(8, 2 * size));
                size = take(in, array, size);
                continue; // where nothing was taken, there is room now
            }
            array[size++] = in.int64();
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    /** Takes items as long as they are plain and there is room; returns how many there are then. */
    private static int take(WireIn in, double[] into, int from) {
        int size = from;
        if (in instanceof FieldDecoder straight && straight.takesItems()) {
            byte[] a = straight.array();
            int end = straight.end();
            int at = straight.position();
            while (at < end && size < into.length) {
                int after = straight.float64End(a, at, end);
                if (after > end) {
                    break;
                }
                into[size++] = straight.float64(a, at, after);
                at = after;
            }
            straight.moveToItem(at);
        }
        return size;
    }

    private static void writeDoubles(WireOut out, double[] array) {
        if (out instanceof FieldEncoder straight && straight.takesItems()) {
            writeDoubles(straight, array);
            return;
        }
        for (double value : array) {
            out.float64(value);
        }
    }

    private static void writeDoubles(FieldEncoder out, double[] array) {
        int at = out.position();
        for (int i = 0; i < array.length; ) {
            int to = Math.min(array.length, i + CHUNK);
            byte[] a = out.room(at, (to - i) * FieldEncoder.MAX_BYTES);
            while (i < to) {
                at = out.float64(a, at, array[i++]);
            }
        }
        out.moveToItem(at);
    }

    private static double[] readDoubles(WireIn in, double[] old) {
        double[] array = old == null ? new double[8] : old;
        int size = take(in, array, 0);
        while (in.hasNext()) {
            if (size == array.length) {
                array = Arrays.copyOf(array, Math.max(8, 2 * size));
                size = take(in, array, size);
                continue; // where nothing was taken, there is room now
            }
            array[size++] = in.float64();
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static int take(WireIn in, int[] into, int from) {
        int size = from;
        if (in instanceof FieldDecoder straight && straight.takesItems()) {
            byte[] a = straight.array();
            int end = straight.end();
            int at = straight.position();
            while (at < end && size < into.length) {
                int after = straight.int64End(a, at, end);
                long value = after > end ? Long.MIN_VALUE : straight.int64(a, at, after);
                if (value != (int) value) {
                    break;
                }
                into[size++] = (int) value;
                at = after;
            }
            straight.moveToItem(at);
        }
        return size;
    }

    private static void writeInts(WireOut out, int[] array) {
        if (out instanceof FieldEncoder straight && straight.takesItems()) {
            writeInts(straight, array);
            return;
        }
        for (int value : array) {
            out.int64(value);
        }
    }

    private static void writeInts(FieldEncoder out, int[] array) {
        int at = out.position();
        for (int i = 0; i < array.length; ) {
            int to = Math.min(array.length, i + CHUNK);
            byte[] a = out.room(at, (to - i) * FieldEncoder.MAX_BYTES);
            while (i < to) {
                at = out.int64(a, at, array[i++]);
            }
        }
        out.moveToItem(at);
    }

    private static int[] readInts(WireIn in, int[] old, Session session) {
        int[] array = old == null ? new int[8] : old;
        int size = take(in, array, 0);
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                    size = take(in, array, size);
                    continue; // as above
                }
                array[size] = Numbers.int32(in.int64(), in, session);
                size++;
            }
        } catch (Misfit e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeFloats(WireOut out, float[] array) {
        for (float value : array) {
            out.float32(value);
        }
    }

    private static float[] readFloats(WireIn in, float[] old, Session session) {
        float[] array = old == null ? new float[8] : old;
        int size = 0;
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                }
                array[size] = Numbers.float32(in.float64(), in, session);
                size++;
            }
        } catch (Misfit e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeShorts(WireOut out, short[] array) {
        for (short value : array) {
            out.int64(value);
        }
    }

    private static short[] readShorts(WireIn in, short[] old, Session session) {
        short[] array = old == null ? new short[8] : old;
        int size = 0;
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                }
                array[size] = Numbers.int16(in.int64(), in, session);
                size++;
            }
        } catch (Misfit e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }

    private static void writeBooleans(WireOut out, boolean[] array) {
        for (boolean value : array) {
            out.bool(value);
        }
    }

    private static boolean[] readBooleans(WireIn in, boolean[] old) {
        boolean[] array = old == null ? new boolean[8] : old;
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
            out.text(Numbers.charText(value));
        }
    }

    private static char[] readChars(WireIn in, char[] old, Session session) {
        char[] array = old == null ? new char[8] : old;
        int size = 0;
        try {
            while (in.hasNext()) {
                if (size == array.length) {
                    array = Arrays.copyOf(array, Math.max(8, 2 * size));
                }
                array[size] = Numbers.char16(in.text(), in, session);
                size++;
            }
        } catch (Misfit e) {
            throw e.inItem(size);
        }
        return size == array.length ? array : Arrays.copyOf(array, size);
    }
}
