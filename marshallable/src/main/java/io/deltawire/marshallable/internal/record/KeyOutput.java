package io.deltawire.marshallable.internal.record;

import io.deltawire.wire.WireDataException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import net.openhft.chronicle.bytes.Bytes;

/**
 * A {@code Bytes} that collects a key where Chronicle Bytes itself does not work, because the JVM denies it
 * {@code sun.misc.Unsafe}. It is a proxy of the interface, so no class of Chronicle Bytes is used. The bytes differ from
 * those of Chronicle Bytes, but tell the same records apart. Not thread-safe.
 */
final class KeyOutput implements InvocationHandler {
    private final KeyBuffer key = new KeyBuffer(null);
    private final Bytes<?> proxy =
            (Bytes<?>) Proxy.newProxyInstance(KeyOutput.class.getClassLoader(), new Class<?>[] {Bytes.class}, this);

    Bytes<?> bytes() {
        return proxy;
    }

    byte[] array() {
        return key.array();
    }

    int size() {
        return key.size();
    }

    void clear() {
        key.clear();
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) {
        String name = method.getName();
        Object first = arguments == null ? null : arguments[0];
        int count = arguments == null ? 0 : arguments.length;
        if (count == 0) {
            return switch (name) {
                case "hashCode" -> System.identityHashCode(self);
                case "toString" -> "the key of a record";
                case "writePosition", "readRemaining" -> (long) key.size();
                case "isEmpty" -> key.size() == 0;
                default -> throw unsupported(method);
            };
        }
        if (name.equals("equals")) {
            return first == self;
        }
        boolean isWritten = name.startsWith("write")
                ? write(name.substring("write".length()), first, count, arguments)
                : name.startsWith("append") && append(name.substring("append".length()), first, count, arguments);
        if (!isWritten) {
            throw unsupported(method);
        }
        return method.getReturnType() == void.class ? null : self;
    }

    /**
     * Writes a value. No encoding is the prefix of another one, except raw bytes. Returns false for an unsupported
     * method.
     */
    private boolean write(String what, Object value, int count, Object[] arguments) {
        switch (what) {
            case "Utf8" -> key.putValue(value);
            case "8bit" -> {
                if (count > 1) {
                    return false;
                }
                key.putValue(value == null ? null : lowerBits(value.toString()));
            }
            case "Enum" -> key.putValue(lowerBits(((Enum<?>) value).name()));
            case "BigDecimal", "BigInteger" -> key.putText(value.toString());
            case "Byte", "UnsignedByte" -> putRaw(((Number) value).longValue(), 1);
            case "Short", "UnsignedShort" -> putRaw(((Number) value).longValue(), 2);
            case "Int24", "UnsignedInt24" -> putRaw(((Number) value).longValue(), 3);
            case "Int", "UnsignedInt", "OrderedInt" -> putRaw(((Number) value).longValue(), 4);
            case "Long", "OrderedLong" -> putRaw((Long) value, 8);
            case "Float" -> putRaw(Float.floatToRawIntBits((Float) value), 4);
            case "Double" -> putRaw(Double.doubleToRawLongBits((Double) value), 8);
            case "Boolean" -> putRaw((Boolean) value ? 'Y' : 'N', 1);
            case "Char" -> putStopBit((Character) value);
            case "StopBit" -> {
                if (value instanceof Double number) {
                    key.putInt64(Double.doubleToRawLongBits(number));
                } else {
                    putStopBit(value instanceof Character c ? c : (Long) value);
                }
            }
            case "" -> {
                return writeRaw(value, count, arguments);
            }
            default -> {
                return false;
            }
        }
        return count == 1;
    }

    /** Writes bytes or characters without a length. */
    private boolean writeRaw(Object value, int count, Object[] arguments) {
        boolean isPart = count == 3 && arguments[1] instanceof Integer;
        if (count != 1 && !isPart) {
            return false;
        }
        int from = isPart ? (Integer) arguments[1] : 0;
        if (value instanceof byte[] bytes) {
            int length = isPart ? (Integer) arguments[2] : bytes.length;
            byte[] part = Arrays.copyOfRange(bytes, from, from + length);
            key.putRaw(part, length);
            return true;
        }
        if (value instanceof CharSequence text) {
            int length = isPart ? (Integer) arguments[2] : text.length();
            putCharacters(text, from, from + length, true);
            return true;
        }
        return false;
    }

    private boolean append(String what, Object value, int count, Object[] arguments) {
        if (value instanceof CharSequence text && (what.isEmpty() || what.equals("Utf8") || what.equals("8bit"))) {
            boolean isPart = count == 3 && arguments[1] instanceof Integer;
            if (count == 1 || isPart) {
                int from = isPart ? (Integer) arguments[1] : 0;
                int to = isPart ? (Integer) arguments[2] : text.length();
                putCharacters(text, from, to, what.equals("8bit"));
                return true;
            }
        }
        if (count != 1 || !what.isEmpty() || value == null) {
            return false;
        }
        String text = value instanceof Boolean flag ? (flag ? "T" : "F") : value.toString();
        putCharacters(text, 0, text.length(), false);
        return true;
    }

    /** Writes characters in UTF-8, surrogates one by one, or only their lower eight bits. */
    private void putCharacters(CharSequence text, int from, int to, boolean areNarrow) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (areNarrow || c < 0x80) {
                putRaw(c, 1);
            } else if (c < 0x800) {
                putRaw(0xC0 | c >> 6, 1);
                putRaw(0x80 | c & 0x3F, 1);
            } else {
                putRaw(0xE0 | c >> 12, 1);
                putRaw(0x80 | c >> 6 & 0x3F, 1);
                putRaw(0x80 | c & 0x3F, 1);
            }
        }
    }

    private static String lowerBits(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            lower.setCharAt(i, (char) (lower.charAt(i) & 0xFF));
        }
        return lower.toString();
    }

    private void putStopBit(long value) {
        long rest = value < 0 ? ~value : value;
        while (rest > 0x7F) {
            putRaw(0x80 | rest & 0x7F, 1);
            rest >>>= 7;
        }
        putRaw(value < 0 ? 0x80 | rest : rest, 1);
        if (value < 0) {
            putRaw(0, 1);
        }
    }

    private void putRaw(long value, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (value >>> 8 * i);
        }
        key.putRaw(bytes, length);
    }

    private static WireDataException unsupported(Method method) {
        return unsupported("Bytes." + method.getName(), null);
    }

    private static WireDataException unsupported(String called, Throwable cause) {
        return new WireDataException(
                "key",
                "writeKey calls " + called + ", which needs sun.misc.Unsafe, and this JVM denies it:"
                        + " mark the key fields with @Key instead",
                null,
                cause);
    }

    /**
     * Returns the error that names the method of Chronicle Bytes from which an error of {@code writeKey} comes. Any
     * other error is thrown again.
     */
    static RuntimeException withReason(LinkageError e) {
        StackTraceElement called = null;
        for (StackTraceElement each : e.getStackTrace()) {
            if (each.getClassName().equals(RecordKeyEncoder.class.getName())) {
                break;
            }
            called = each.getClassName().startsWith("net.openhft.chronicle.") ? each : called;
        }
        if (called == null) {
            throw e;
        }
        String type = called.getClassName();
        return unsupported(type.substring(type.lastIndexOf('.') + 1) + '.' + called.getMethodName(), e);
    }
}
