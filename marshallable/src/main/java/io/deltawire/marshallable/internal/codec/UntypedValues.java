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
    private static final ValueCodec ANY = Codecs.exact(Object.class);

    private UntypedValues() {}

    /** Reads a value. The caller has handled its type name, if there is one. */
    static Object read(WireIn in, CodecContext session) {
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
                return id != null ? id : in.text();
            }
            case BYTES -> {
                return in.bytes();
            }
            case TEMPORAL -> {
                return in.temporal();
            }
            case BEGIN_LIST -> {
                return readList(in, session);
            }
            default -> {
                return readMap(in, session);
            }
        }
    }

    private static List<Object> readList(WireIn in, CodecContext session) {
        List<Object> list = new ArrayList<>();
        in.beginList();
        while (in.hasNext()) {
            try {
                list.add(ANY.readOrNull(in, null, session));
            } catch (TypeMismatch e) {
                throw e.inItem(list.size());
            }
        }
        in.endList();
        return list;
    }

    /** Reads an object as a map. */
    static Map<Object, Object> readMap(WireIn in, CodecContext session) {
        Map<Object, Object> map = new LinkedHashMap<>();
        in.beginObject();
        readEntries(in, map, session);
        in.endObject();
        return map;
    }

    /** Reads the remaining entries of an object into a map. */
    public static void readEntries(WireIn in, Map<Object, Object> map, CodecContext session) {
        while (in.hasNext()) {
            Object key;
            if (in.peek() == WireToken.KEY) {
                in.key();
                key = ANY.readOrNull(in, null, session);
            } else {
                key = in.fieldName();
            }
            try {
                map.put(key, ANY.readOrNull(in, null, session));
            } catch (TypeMismatch e) {
                throw e.inEntry(key);
            }
        }
    }
}
