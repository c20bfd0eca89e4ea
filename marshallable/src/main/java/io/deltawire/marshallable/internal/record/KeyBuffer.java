package io.deltawire.marshallable.internal.record;

import io.deltawire.marshallable.Key;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.RegisteredCodec;
import io.deltawire.marshallable.internal.codec.ScalarCodecs;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.text.Printable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Encodes the {@link Key} fields of an object to bytes that tell its record from others of the class. Keys cannot run
 * together: a number has a fixed width, and everything else has its length in front. The bytes never leave the process.
 * Not thread-safe.
 */
final class KeyBuffer {
    /** The length of a number. */
    static final int NUMBER_BYTES = Long.BYTES;

    /** Stands instead of a length, as -1 does for null: a class name and a value follow. */
    private static final long TYPED = -2;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CodecContext session;
    private byte[] bytes = new byte[64];
    private int size;

    /** @param session the context of the wire, or null if no value has a codec of the application */
    KeyBuffer(CodecContext session) {
        this.session = session;
    }

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    void putInt64(long value) {
        ensureCapacity(NUMBER_BYTES);
        LONG.set(bytes, size, value);
        size += NUMBER_BYTES;
    }

    /** Returns the encoded length of a text, or of null. */
    static int textLength(String text) {
        return text == null ? NUMBER_BYTES : 4 + 2 * text.length();
    }

    void putText(CharSequence text) {
        int length = text.length();
        ensureCapacity(4 + 2 * length);
        for (int shift = 0; shift < 32; shift += 8) {
            bytes[size++] = (byte) (length >>> shift);
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            bytes[size++] = (byte) c;
            bytes[size++] = (byte) (c >>> 8);
        }
    }

    private void ensureCapacity(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }

    /** Writes the key fields of an object. */
    void putFields(Object object, List<FieldPlan> keys) {
        for (int i = 0, n = keys.size(); i < n; i++) { // no iterator, to avoid garbage
            putField(object, keys.get(i));
        }
    }

    private void putField(Object object, FieldPlan key) {
        try {
            switch (key.kind()) {
                case BOOLEAN -> putInt64(key.field().getBoolean(object) ? 1 : 0);
                case BYTE, SHORT, INT, LONG -> putInt64(key.field().getLong(object));
                case CHAR -> putInt64(key.field().getChar(object));
                case FLOAT -> putInt64(Float.floatToRawIntBits(key.field().getFloat(object)));
                case DOUBLE -> putInt64(Double.doubleToRawLongBits(key.field().getDouble(object)));
                default -> putObject(key.field().get(object), key);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e); // made accessible when the plan was made
        }
    }

    private void putObject(Object value, FieldPlan key) {
        if (value != null && !(value instanceof CharSequence)) {
            Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
            if (type != key.type().raw()) { // the field may hold other classes: the number 5 is not the text "5"
                putInt64(TYPED);
                putText(type.getName());
            }
        }
        if (!tryPut(value)) {
            throw notOneValue("a key field must be one value, but " + key.name() + " of "
                    + key.field().getDeclaringClass().getName() + " is a " + key.type());
        }
    }

    private static WireDataException notOneValue(String problem) {
        return new WireDataException("key", problem, null);
    }

    /** Writes a value that is not in a field. */
    void putValue(Object value) {
        if (!tryPut(value)) {
            throw notOneValue("a key must be one value but was "
                    + Printable.withArticle(value.getClass().getName()));
        }
    }

    @SuppressWarnings("JavaUtilDate") // a field may be one
    private boolean tryPut(Object value) {
        if (value == null) {
            putInt64(-1);
        } else if (value instanceof Enum<?> constant) {
            putText(constant.name());
        } else if (value instanceof UUID id) {
            putInt64(2 * NUMBER_BYTES); // without it a null and the next part could be equal
            putInt64(id.getMostSignificantBits());
            putInt64(id.getLeastSignificantBits());
        } else if (value instanceof Date date) {
            putInt64(NUMBER_BYTES);
            putInt64(date.getTime()); // its text has no milliseconds
        } else if (value instanceof Locale locale) {
            putText(locale.toString());
            putText(locale.toLanguageTag()); // neither of them distinguishes all locales
        } else if (value instanceof byte[] content) {
            putBytes(content, content.length);
        } else if (value instanceof CharSequence text) {
            putText(text);
        } else if (ScalarCodecs.find(value.getClass()) != null) {
            putText(value.toString());
        } else if (session != null && session.codecs().exact(value.getClass()) instanceof RegisteredCodec codec) {
            return tryPutTokens(value, codec);
        } else {
            return false;
        }
        return true;
    }

    /** Writes the scalar that a codec writes, or returns false if it writes anything else. */
    private boolean tryPutTokens(Object value, RegisteredCodec codec) {
        ScalarBytes scalar = new ScalarBytes(session.format());
        codec.write(scalar, value, session);
        byte[] content = scalar.bytes();
        if (content == null) {
            return false;
        }
        putBytes(content, content.length);
        return true;
    }

    void putBytes(byte[] content, int length) {
        putInt64(length);
        putRaw(content, length);
    }

    /** Writes bytes without their length. */
    void putRaw(byte[] content, int length) {
        ensureCapacity(length);
        System.arraycopy(content, 0, bytes, size, length);
        size += length;
    }
}
