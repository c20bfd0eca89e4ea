package io.deltawire.wire.spi.token;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One object or null for each token of a message, by the index of the token. The first objects are in an array. The
 * others are in pages, and each full page is packed into bytes. So a message of millions of tokens takes about the
 * memory of its encoding, and not twenty times as much. Packed pages never change, so copies of a column share them.
 *
 * <p>Reading a packed page unpacks it as a whole. One unpacked page is cached, so callers should read in order. Not
 * thread-safe.
 */
final class TokenColumn {
    /** The number of objects at the start that are never packed, because most messages are shorter. */
    static final int FIRST = 16_384;

    private static final int PAGE_BITS = 10;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int INITIAL = 64;
    /** The average bytes of an object that is not packed; texts and byte sequences take their length as well. */
    private static final int OBJECT_BYTES = 64;

    private static final Object[] NONE = {};

    private static final byte NULL = 0;
    private static final byte FALSE = 1;
    private static final byte TRUE = 2;
    private static final byte LONG = 3;
    private static final byte DOUBLE = 4;
    private static final byte FLOAT = 5;
    private static final byte LATIN_1 = 6;
    private static final byte UTF_16 = 7;
    private static final byte DECIMAL = 8;
    /** A kind of at least this number encodes a small integer without further bytes. */
    private static final int SMALL = 16;

    private static final int LEAST_SMALL = -16;

    private Object[] first = NONE;
    /** The number of entries of {@link #first} that may hold an object. */
    private int used;
    /** A packed page is a byte array, one that cannot be packed an object array, and a page of nulls is null. */
    private Object[] pages = NONE;
    /** The page that is being filled, and its number; -1 for none. */
    private Object[] open;

    private int openPage = -1;
    /** The unpacked page that was read last, and its number; -1 for none. */
    private Object[] unpacked;

    private int unpackedPage = -1;
    /** The memory of the full pages. */
    private long bytes;
    /** The lengths of the texts and byte sequences in {@link #first}, and in {@link #open}. */
    private long firstLength;

    private long openLength;

    /** Sets an object. Indexes must ascend; skipped ones are null. */
    void set(int index, Object value) {
        if (index < FIRST) {
            if (index >= first.length) {
                first = Arrays.copyOf(first, Math.min(FIRST, Math.max(INITIAL, 2 * index)));
            }
            first[index] = value;
            firstLength += lengthOf(value);
            used = index + 1;
        } else if (value != null) {
            setInPage(index - FIRST, value);
        }
    }

    private void setInPage(int index, Object value) {
        int page = index >> PAGE_BITS;
        if (page != openPage) {
            closePage();
            openPage = page;
            open = new Object[PAGE];
            if (page >= pages.length) {
                pages = Arrays.copyOf(pages, Math.max(INITIAL, page + (page >> 1) + 1));
            }
        }
        open[index & PAGE - 1] = value;
        openLength += lengthOf(value);
    }

    private void closePage() {
        if (openPage >= 0) {
            byte[] packed = pack(open);
            pages[openPage] = packed == null ? open : packed;
            bytes += packed == null ? sizeOf(open) : packed.length;
            openLength = 0;
        }
    }

    /** Returns the object at an index, or null. */
    Object get(int index) {
        if (index < FIRST) {
            return index < used ? first[index] : null;
        }
        int page = index - FIRST >> PAGE_BITS;
        int slot = index - FIRST & PAGE - 1;
        if (page == openPage) {
            return open[slot];
        }
        Object there = page < pages.length ? pages[page] : null;
        if (there instanceof byte[] packed) {
            if (page != unpackedPage) {
                unpacked = unpack(packed);
                unpackedPage = page;
            }
            return unpacked[slot];
        }
        return there == null ? null : ((Object[]) there)[slot];
    }

    /** Removes all objects. */
    void clear() {
        Arrays.fill(first, 0, used, null);
        used = 0;
        firstLength = 0;
        if (openPage >= 0) {
            pages = NONE;
            open = null;
            openPage = -1;
            unpacked = null;
            unpackedPage = -1;
            bytes = 0;
            openLength = 0;
        }
    }

    /** Makes this column a copy of another one, without spare room. */
    void copyFrom(TokenColumn other) {
        first = other.used == 0 ? NONE : Arrays.copyOf(other.first, other.used);
        used = other.used;
        pages = other.pages.length == 0 ? NONE : Arrays.copyOf(other.pages, other.openPage + 1);
        open = other.open == null ? null : other.open.clone();
        openPage = other.openPage;
        unpacked = null;
        unpackedPage = -1;
        bytes = other.bytes;
        firstLength = other.firstLength;
        openLength = other.openLength;
    }

    /** Returns the total length of the texts and byte sequences that are not packed. */
    long unpackedLength() {
        return firstLength + openLength;
    }

    /** Returns the approximate memory of the full pages in bytes. */
    long pagedBytes() {
        return bytes + 4L * pages.length;
    }

    /** Returns the approximate memory of all objects in bytes. */
    long allBytes() {
        return pagedBytes() + sizeOf(first) + (open == null ? 0 : sizeOf(open));
    }

    private static long sizeOf(Object[] objects) {
        long size = 4L * objects.length;
        for (Object each : objects) {
            if (each != null) {
                size += OBJECT_BYTES + lengthOf(each);
            }
        }
        return size;
    }

    private static int lengthOf(Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        return value instanceof byte[] sequence ? sequence.length : 0;
    }

    /** Returns a page as bytes, or null if it holds an object that has no packed form. */
    private static byte[] pack(Object[] page) {
        Packer packer = new Packer();
        for (Object each : page) {
            if (!packer.add(each)) {
                return null;
            }
        }
        return packer.bytes();
    }

    /** Appends objects to bytes. */
    private static final class Packer {
        private byte[] bytes = new byte[2 * PAGE];
        private int size;

        byte[] bytes() {
            return Arrays.copyOf(bytes, size);
        }

        private void ensure(int count) {
            if (count > bytes.length - size) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, count)));
            }
        }

        private void kind(int kind, int more) {
            ensure(1 + more);
            bytes[size++] = (byte) kind;
        }

        private void number(long value) {
            ensure(10);
            long rest = value;
            while ((rest & ~0x7FL) != 0) {
                bytes[size++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[size++] = (byte) rest;
        }

        private void signed(long value) {
            number(value << 1 ^ value >> 63);
        }

        boolean add(Object value) {
            if (value == null) {
                kind(NULL, 0);
            } else if (value instanceof String text) {
                text(text);
            } else if (value instanceof Long number) {
                integer(number);
            } else if (value instanceof Double number) {
                kind(DOUBLE, 8);
                ByteBuffer.wrap(bytes).putLong(size, Double.doubleToRawLongBits(number));
                size += 8;
            } else if (value instanceof Float number) {
                kind(FLOAT, 4);
                ByteBuffer.wrap(bytes).putInt(size, Float.floatToRawIntBits(number));
                size += 4;
            } else if (value instanceof Boolean bool) {
                kind(bool ? TRUE : FALSE, 0);
            } else if (value instanceof BigDecimal decimal) {
                byte[] unscaled = decimal.unscaledValue().toByteArray();
                kind(DECIMAL, 0);
                signed(decimal.scale());
                sequence(unscaled);
            } else {
                return false;
            }
            return true;
        }

        private void integer(long value) {
            if (value >= LEAST_SMALL && value < LEAST_SMALL + 256 - SMALL) {
                kind((int) value - LEAST_SMALL + SMALL, 0);
            } else {
                kind(LONG, 0);
                signed(value);
            }
        }

        private void text(String text) {
            byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
            if (new String(latin, StandardCharsets.ISO_8859_1).equals(text)) {
                kind(LATIN_1, 0);
                sequence(latin);
                return;
            }
            // UTF-8 cannot represent lone surrogates.
            kind(UTF_16, 0);
            number(text.length());
            ensure(Math.multiplyExact(2, text.length()));
            ByteBuffer.wrap(bytes, size, 2 * text.length()).asCharBuffer().put(text);
            size += 2 * text.length();
        }

        private void sequence(byte[] sequence) {
            number(sequence.length);
            ensure(sequence.length);
            System.arraycopy(sequence, 0, bytes, size, sequence.length);
            size += sequence.length;
        }
    }

    private static Object[] unpack(byte[] packed) {
        ByteBuffer in = ByteBuffer.wrap(packed);
        Object[] page = new Object[PAGE];
        for (int i = 0; i < PAGE; i++) {
            page[i] = next(in);
        }
        return page;
    }

    private static Object next(ByteBuffer in) {
        int kind = in.get() & 0xFF;
        return switch (kind) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case LONG -> signed(in);
            case DOUBLE -> in.getDouble();
            case FLOAT -> in.getFloat();
            case LATIN_1 -> new String(sequence(in), StandardCharsets.ISO_8859_1);
            case UTF_16 -> {
                char[] units = new char[(int) number(in)];
                in.asCharBuffer().get(units);
                in.position(in.position() + 2 * units.length);
                yield new String(units);
            }
            case DECIMAL -> {
                int scale = (int) signed(in);
                yield new BigDecimal(new BigInteger(sequence(in)), scale);
            }
            default -> (long) kind - SMALL + LEAST_SMALL;
        };
    }

    private static long number(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = in.get();
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    private static long signed(ByteBuffer in) {
        long value = number(in);
        return value >>> 1 ^ -(value & 1);
    }

    private static byte[] sequence(ByteBuffer in) {
        byte[] bytes = new byte[(int) number(in)];
        in.get(bytes);
        return bytes;
    }
}
