package io.deltawire.binary.internal.legacy;

import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.writer.BinaryWriter;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites the messages of an old delta stream into messages without delta codes.
 *
 * <p>A delta stream numbers names ({@code 87}) and objects ({@code 88}). Later it sends only the number of an object
 * and the fields that have changed ({@code 89}), and numbers by their low bits. This class keeps the names and
 * objects of the stream, applies each message to them, and writes the message again with whole objects, so that the
 * reader needs to know nothing of deltas.
 *
 * <p>The state is bounded by {@link WireLimits}. A malformed message clears it, so that a later reference is an error
 * and not a wrong value. Nesting in the input costs no stack. Not thread-safe.
 */
public final class DeltaRewriter {
    private static final int ENTRY_BYTES = 64;
    private static final int MAX_NESTING = 16;
    /** A block's code and length. */
    private static final int BLOCK_HEADER_BYTES = 5;

    private static final int LIST_START = DocumentHeader.BYTES + BLOCK_HEADER_BYTES;

    private final WireLimits limits;
    private final CodeScanner scanner = new CodeScanner();
    private final OutputBuffer buffer = OutputBuffer.inMemory();
    private final BinaryWriter out;
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, StreamObject> objects = new HashMap<>();
    private long stateBytes;
    private boolean active;
    private int nesting;

    /** The state of a numbered object: its fields by name. Each is an encoded value or another object. */
    private static final class StreamObject {
        final String type;
        final Map<String, Object> fields = new LinkedHashMap<>();

        StreamObject(String type) {
            this.type = type;
        }
    }

    /** An object whose block is being read. */
    private record OpenObject(StreamObject object, int end) {}

    public DeltaRewriter(WireLimits limits) {
        this.limits = limits;
        this.out = new BinaryWriter(buffer, limits, MessageFraming.DOCUMENTS);
    }

    /** Whether {@code 87} has given this number to a name. */
    boolean isNumberedName(long id) {
        return names.containsKey(id);
    }

    /** Whether a message of a delta stream has been read. */
    public boolean isActive() {
        return active;
    }

    /** Returns whether a message belongs to a delta stream: it begins like one, or an earlier one did. */
    public boolean detect(byte[] a, int from, int end) {
        if (!active) {
            int start = scanner.noiseEnd(a, from, end);
            int code = a[start] & 0xFF;
            active = Codes.role(code) == Codes.Role.DELTA || startsWithDeltaValue(a, start, end, code);
        }
        return active;
    }

    /**
     * Whether a message certainly needs no rewriting: no delta stream is active, and it begins with a short name and
     * a value without delta codes. Most messages do.
     */
    public boolean isPlainObject(byte[] a, int at, int to) {
        int code = a[at] & 0xFF;
        int value = code == Codes.EVENT_NAME && to - at > 1 ? at + 2 + a[at + 1] : at + 1 + code - Codes.FIELD_NAME0;
        return (code == Codes.EVENT_NAME || code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31)
                && !active
                && value > at
                && value < to
                && isPlainValue(a[value] & 0xFF);
    }

    /** Whether a code begins a value that is neither a delta code, nor a comment or hint that one may follow. */
    private static boolean isPlainValue(int code) {
        return code <= Codes.BYTES_LENGTH32 || code >= Codes.TYPE_PREFIX && code != Codes.COMMENT && code != Codes.HINT;
    }

    private boolean startsWithDeltaValue(byte[] a, int start, int end, int code) {
        if (Codes.role(code) != Codes.Role.ENTRY) {
            return false;
        }
        int p = scanner.noiseEnd(a, scanner.nameEnd(a, start, end), end);
        return p < end && Codes.role(a[p] & 0xFF) == Codes.Role.DELTA;
    }

    /** The array that holds the rewritten message. */
    public byte[] array() {
        return buffer.array;
    }

    /** The start of the rewritten message in {@link #array}. */
    public int start() {
        return DocumentHeader.BYTES;
    }

    /** The end of the rewritten message in {@link #array}. */
    public int end() {
        return buffer.position;
    }

    /** Applies a message to the state and rewrites it. */
    public void rewrite(byte[] a, int start, int end) {
        boolean done = false;
        buffer.clear();
        nesting = 0;
        try {
            out.beginMessage();
            rewriteBody(a, scanner.noiseEnd(a, start, end), end);
            out.endMessage();
            done = true;
        } catch (WireDataException e) {
            throw new DecodingFault(
                    start, "expected a delta message whose objects are within the limits: " + e.getMessage());
        } finally {
            if (!done) {
                out.cancelMessage();
                clear();
            }
        }
    }

    private void clear() {
        names.clear();
        objects.clear();
        stateBytes = 0;
    }

    private void rewriteBody(byte[] a, int start, int end) {
        int code = a[start] & 0xFF;
        if (Codes.role(code) != Codes.Role.ENTRY && code != Codes.FIELD_ANCHOR) {
            int p = copyValue(out, true, a, start, end);
            if (scanner.noiseEnd(a, p, end) < end) {
                throw new DecodingFault(p, "expected one value in a delta message but there are more");
            }
            return;
        }
        out.beginObject();
        int p = start;
        while (p < end) {
            p = copyName(out, true, a, p, end);
            p = scanner.noiseEnd(a, copyValue(out, false, a, p, end), end);
        }
        out.endObject();
    }

    /** Copies the name of an entry, with its number resolved. Returns the index after it. */
    private int copyName(BinaryWriter to, boolean root, byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        if (code == Codes.EVENT_OBJECT) {
            int value = scanner.noiseEnd(a, at + 1, end);
            int after = scanner.nameEnd(a, at, end);
            to.key();
            to.writeEncoded(a, value, after);
            return after;
        }
        boolean event = code == Codes.FIELD_ANCHOR
                || code == Codes.EVENT_NAME
                || code == Codes.FIELD_NUMBER && isNumberedName(scanner.readStopBit(a, at + 1, end));
        String name = readName(a, at, end);
        if (root && event) {
            to.event(name);
        } else {
            to.field(name);
        }
        return scanner.position();
    }

    /** A block that is being copied. */
    private record Block(int end, boolean object) {}

    /**
     * Copies a value, with the numbers of names and objects resolved. Returns the index after it.
     *
     * @param outermost whether it is the whole message
     */
    private int copyValue(BinaryWriter to, boolean outermost, byte[] a, int at, int end) {
        List<Block> stack = new ArrayList<>();
        Block block = new Block(end, false);
        int p = at;
        while (true) {
            p = scanner.noiseEnd(a, p, block.end());
            if (p >= block.end() && !stack.isEmpty()) {
                if (block.object()) {
                    to.endObject();
                } else {
                    to.endList();
                }
                block = stack.remove(stack.size() - 1);
            } else {
                if (block.object()) {
                    boolean root = outermost && stack.size() == 1;
                    p = scanner.noiseEnd(a, copyName(to, root, a, p, block.end()), block.end());
                }
                p = copyTypes(to, a, p, block.end());
                Block inner = innerBlock(a, p, block.end());
                if (inner != null) {
                    stack.add(block);
                    block = inner;
                    p = scanner.position();
                    if (inner.object()) {
                        to.beginObject();
                    } else {
                        to.beginList();
                    }
                } else {
                    p = copyLeaf(to, a, p, block.end());
                }
            }
            if (stack.isEmpty()) {
                return p;
            }
        }
    }

    private int copyTypes(BinaryWriter to, byte[] a, int at, int end) {
        int p = at;
        while (p < end && (a[p] & 0xFF) == Codes.TYPE_PREFIX) {
            int length = scanner.readLength(a, p + 1, end);
            int from = scanner.position();
            to.type(text(a, from, length));
            p = scanner.noiseEnd(a, from + length, end);
            if (p < end && hasTypeName(a[p] & 0xFF)) {
                throw new DecodingFault(p, "expected a value but found a second type name");
            }
        }
        return p;
    }

    private static boolean hasTypeName(int code) {
        return code == Codes.TYPE_PREFIX || code == Codes.ANCHOR || code == Codes.UPDATED_ALIAS;
    }

    /**
     * Returns the block at {@code at} if it holds entries or items, else null. The scanner's position is its first
     * entry or item.
     */
    private Block innerBlock(byte[] a, int at, int end) {
        if (at >= end || Codes.payload(a[at] & 0xFF) != Codes.Payload.BLOCK) {
            return null;
        }
        int length = scanner.readBlockLength(a, at, end);
        int to = scanner.position() + length;
        int from = scanner.noiseEnd(a, scanner.position(), to);
        int code = from < to ? a[from] & 0xFF : Codes.U8_ARRAY;
        scanner.setPosition(from);
        return switch (code) {
            case Codes.U8_ARRAY -> null;
            case Codes.I64_ARRAY, Codes.HISTORY_MESSAGE ->
                scanner.noiseEnd(a, scanner.payloadEnd(a, from, to), to) < to ? list(to, from) : null;
            default -> new Block(to, Codes.role(code) == Codes.Role.ENTRY || code == Codes.FIELD_ANCHOR);
        };
    }

    private Block list(int end, int first) {
        scanner.setPosition(first);
        return new Block(end, false);
    }

    /** Copies a scalar, or writes a numbered object. */
    private int copyLeaf(BinaryWriter to, byte[] a, int at, int end) {
        int code = at < end ? a[at] & 0xFF : -1;
        if (code == Codes.ANCHOR || code == Codes.UPDATED_ALIAS) {
            StreamObject object = findOrCreate(a, at, end);
            int after = blockEnd(a, scanner.position(), end);
            applyUpdate(a, object, scanner.position(), after);
            writeObject(to, object);
            return after;
        }
        int after = scanner.valueEnd(a, at, end);
        if (code == Codes.U8_ARRAY) {
            encodeBytes(to, a, at, after);
        } else {
            to.writeEncoded(a, at, after);
        }
        return after;
    }

    /**
     * Writes bytes as a block of their own. In the input they end with their block, but more follows them in the
     * output.
     */
    private static void encodeBytes(BinaryWriter to, byte[] a, int from, int end) {
        byte[] block = new byte[BLOCK_HEADER_BYTES + end - from];
        block[0] = (byte) Codes.BYTES_LENGTH32;
        LittleEndian.INT.set(block, 1, end - from);
        System.arraycopy(a, from, block, BLOCK_HEADER_BYTES, end - from);
        to.writeEncoded(block, 0, block.length);
    }

    /** Returns the object that {@code 88} creates or {@code 89} refers to. The scanner's position is its block. */
    private StreamObject findOrCreate(byte[] a, int at, int end) {
        long id = scanner.readStopBit(a, at + 1, end);
        if ((a[at] & 0xFF) == Codes.ANCHOR) {
            int length = scanner.readLength(a, scanner.position(), end);
            int from = scanner.position();
            StreamObject object = new StreamObject(text(a, from, length));
            chargeState(at, 4L * ENTRY_BYTES + length);
            objects.put(id, object);
            scanner.setPosition(from + length);
            return object;
        }
        StreamObject object = objects.get(id);
        if (object == null) {
            throw DecodingFault.missingBase(
                    at, "expected an update of an object sent before but object " + id + " was not");
        }
        return object;
    }

    private int blockEnd(byte[] a, int at, int end) {
        if (at >= end || Codes.payload(a[at] & 0xFF) != Codes.Payload.BLOCK) {
            throw at >= end
                    ? DecodingFault.overrun(at, "the block of an object")
                    : new DecodingFault(
                            at, "expected the block of an object but found " + Codes.describe(a[at] & 0xFF));
        }
        int length = scanner.readBlockLength(a, at, end);
        return scanner.position() + length;
    }

    private void applyUpdate(byte[] a, StreamObject root, int start, int end) {
        List<OpenObject> stack = new ArrayList<>();
        StreamObject object = root;
        int limit = end;
        int p = start;
        while (true) {
            p = scanner.noiseEnd(a, p, limit);
            if (p >= limit) {
                if (stack.isEmpty()) {
                    return;
                }
                OpenObject outer = stack.remove(stack.size() - 1);
                object = outer.object();
                limit = outer.end();
                continue;
            }
            String name = readName(a, p, limit);
            p = scanner.noiseEnd(a, scanner.position(), limit);
            int code = p < limit ? a[p] & 0xFF : -1;
            if (code == Codes.ANCHOR || code == Codes.UPDATED_ALIAS) {
                if (stack.size() >= limits.maxDepth()) {
                    throw new DecodingFault(p, "expected at most " + limits.maxDepth() + " objects inside one another");
                }
                stack.add(new OpenObject(object, limit));
                StreamObject child = findOrCreate(a, p, limit);
                object.fields.put(name, child);
                object = child;
                int block = scanner.position();
                limit = blockEnd(a, block, limit);
                p = scanner.position();
            } else {
                p = storeField(object, name, a, p, limit);
            }
        }
    }

    private int storeField(StreamObject object, String name, byte[] a, int at, int end) {
        Object before = object.fields.get(name);
        byte[] value;
        int after;
        if (at < end && Codes.role(a[at] & 0xFF) == Codes.Role.DELTA) {
            after = DeltaScanner.valueEnd(scanner, a, at, end);
            value = LowBits.apply(a, at, before instanceof byte[] encoded ? encoded : null);
        } else if (++nesting > MAX_NESTING) {
            throw new DecodingFault(
                    at, "expected blocks and numbered objects nested at most " + MAX_NESTING + " times");
        } else {
            OutputBuffer plain = OutputBuffer.inMemory();
            BinaryWriter to = new BinaryWriter(plain, limits, MessageFraming.DOCUMENTS);
            to.beginMessage();
            to.beginList();
            after = copyValue(to, false, a, at, end);
            to.endList();
            value = Arrays.copyOfRange(plain.array, LIST_START, plain.position);
            nesting--;
        }
        chargeState(at, value.length - (before instanceof byte[] old ? old.length : -ENTRY_BYTES));
        object.fields.put(name, value);
        return after;
    }

    /** Reads the name of an entry. The scanner's position is its value. */
    private String readName(byte[] a, int at, int end) {
        int code = a[at] & 0xFF;
        if (code == Codes.FIELD_ANCHOR) {
            long id = scanner.readStopBit(a, at + 1, end);
            int length = scanner.readLength(a, scanner.position(), end);
            String name = text(a, scanner.position(), length);
            scanner.setPosition(scanner.position() + length);
            chargeState(at, ENTRY_BYTES + length);
            names.put(id, name);
            return name;
        }
        if (code == Codes.FIELD_NUMBER) {
            long id = scanner.readStopBit(a, at + 1, end);
            String name = names.get(id);
            return name != null ? name : Long.toString(id);
        }
        if (code == Codes.EVENT_OBJECT) {
            throw new DecodingFault(
                    at, "expected the name of a field in a delta object but found " + Codes.describe(code));
        }
        int to = scanner.nameEnd(a, at, end);
        int length = code >= Codes.FIELD_NAME0 ? to - at - 1 : scanner.readLength(a, at + 1, end);
        scanner.setPosition(to);
        return new String(a, to - length, length, StandardCharsets.ISO_8859_1);
    }

    private String text(byte[] a, int from, int length) {
        if (length > limits.maxNameBytes()) {
            throw new DecodingFault(from, "expected a name of at most " + limits.maxNameBytes() + " bytes");
        }
        StringBuilder text = new StringBuilder(length);
        Cesu8.decode(a, from, from + length, text);
        return text.toString();
    }

    private void chargeState(int at, long bytes) {
        stateBytes += bytes;
        if (stateBytes > limits.maxStateBytes() || names.size() + objects.size() >= 2L * limits.maxKeys()) {
            throw new DecodingFault(
                    at,
                    "expected a delta stream with at most " + limits.maxKeys() + " objects in " + limits.maxStateBytes()
                            + " bytes but it has more");
        }
    }

    /** Writes a whole object. It keeps the open objects in a list, so that their depth costs no stack. */
    private void writeObject(BinaryWriter to, StreamObject root) {
        List<Iterator<Map.Entry<String, Object>>> stack = new ArrayList<>();
        beginObject(to, root, stack);
        while (!stack.isEmpty()) {
            Iterator<Map.Entry<String, Object>> entries = stack.get(stack.size() - 1);
            if (!entries.hasNext()) {
                to.endObject();
                stack.remove(stack.size() - 1);
                continue;
            }
            Map.Entry<String, Object> entry = entries.next();
            to.field(entry.getKey());
            if (entry.getValue() instanceof byte[] encoded) {
                to.writeEncoded(encoded, 0, encoded.length);
            } else {
                beginObject(to, (StreamObject) entry.getValue(), stack);
            }
        }
    }

    private static void beginObject(
            BinaryWriter to, StreamObject object, List<Iterator<Map.Entry<String, Object>>> stack) {
        if (!object.type.isEmpty()) {
            to.type(object.type);
        }
        to.beginObject();
        stack.add(object.fields.entrySet().iterator());
    }
}
