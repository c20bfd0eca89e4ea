package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads values of no declared type and no type name as the Java types of their tokens: numbers, text, lists, maps and
 * so on.
 */
public final class UntypedValues {
    /** The approximate memory of values on a JVM with compressed references. */
    private static final int SCALAR_BYTES = 24;

    private static final int TEXT_BYTES = 32;
    private static final int ENTRY_BYTES = 48;
    private static final int CONTAINER_BYTES = 64;

    private UntypedValues() {}

    /**
     * Reads a value. The caller has handled its type name, if there is one.
     *
     * @param any the codec of the values inside
     */
    static Object read(WireIn in, ValueCodec any, CodecContext session) {
        session.retain(in, SCALAR_BYTES);
        switch (in.peek()) {
            case NULL -> {
                in.nullValue();
                return null;
            }
            case BOOL -> {
                return in.bool();
            }
            case INT64 -> {
                return in.int64();
            }
            case FLOAT64 -> {
                return in.float64();
            }
            case DECIMAL -> {
                return in.decimal();
            }
            case TEXT -> {
                UUID id = in.uuid();
                if (id != null) {
                    return id;
                }
                String text = in.text();
                session.retain(in, TEXT_BYTES + text.length());
                return text;
            }
            case BYTES -> {
                byte[] bytes = in.bytes();
                session.retain(in, bytes.length);
                return bytes;
            }
            case TEMPORAL -> {
                return in.temporal();
            }
            case BEGIN_LIST -> {
                return readList(in, any, session);
            }
            default -> {
                return readMap(in, any, session);
            }
        }
    }

    private static List<Object> readList(WireIn in, ValueCodec any, CodecContext session) {
        List<Object> list = new ArrayList<>();
        in.beginList();
        session.enterUntyped();
        try {
            session.retain(in, CONTAINER_BYTES);
            while (in.hasNext()) {
                try {
                    list.add(any.readOrNull(in, null, session));
                } catch (TypeMismatch e) {
                    throw e.inItem(list.size());
                }
            }
        } finally {
            session.leaveUntyped();
        }
        in.endList();
        return list;
    }

    /** Reads an object as a map. */
    static Map<Object, Object> readMap(WireIn in, ValueCodec any, CodecContext session) {
        Map<Object, Object> map = new LinkedHashMap<>();
        in.beginObject();
        readEntries(in, map, any, session);
        in.endObject();
        return map;
    }

    /** Reads the remaining entries of an object into a map. */
    public static void readEntries(WireIn in, Map<Object, Object> map, ValueCodec any, CodecContext session) {
        session.enterUntyped();
        try {
            session.retain(in, CONTAINER_BYTES);
            readAll(in, map, any, session);
        } finally {
            session.leaveUntyped();
        }
    }

    private static void readAll(WireIn in, Map<Object, Object> map, ValueCodec any, CodecContext session) {
        KeyCollisions collisions = null;
        while (in.hasNext()) {
            Object key;
            if (in.peek() == WireToken.KEY) {
                in.key();
                key = any.readOrNull(in, null, session);
                if (KeyCollisions.isCandidate(key, map.size())) {
                    collisions = KeyCollisions.count(collisions, key, in, session);
                }
            } else {
                key = in.fieldName();
            }
            session.retain(in, ENTRY_BYTES);
            try {
                map.put(key, any.readOrNull(in, null, session));
            } catch (TypeMismatch e) {
                throw e.inEntry(key);
            }
        }
    }
}
