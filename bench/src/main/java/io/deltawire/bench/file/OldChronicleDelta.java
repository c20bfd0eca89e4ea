package io.deltawire.bench.file;

import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Encodes delta messages of old Chronicle Wire (2.22, codes 87 to 89, 9A to 9C, A8 and A9), to compare their size. It is only an encoder,
 * and only as exact as sizes demand.
 *
 * <p>The first message of a key is whole and gives the object a number. Later messages have the number and the fields that differ. An
 * integer or decimal that differs in its lowest one or two bytes only is sent as those bytes. A name is sent once and has a number
 * afterwards. A field cannot be removed: such a message is whole.
 *
 * <p>If the key fields have a common prefix ({@code trade.symbol}), each message is an event of that name with one object.
 */
final class OldChronicleDelta {
    private static final String EVENT = "update";
    private static final String TYPE = "Record";

    /** Offset of the only item of a list that is a whole document: it follows the header and the length of the block. */
    private static final int LIST_START = 4 + 5;

    private final List<String> key;

    /** The common prefix of the key fields, or null if they have none. */
    private final String event;

    private final Bytes<?> scratch = Bytes.allocateElasticOnHeap();
    private final WireOut values;
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, Map<String, Value>> objects = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    OldChronicleDelta(List<String> key) {
        this.event = commonEvent(key);
        this.key = event == null
                ? key
                : key.stream().map(field -> field.substring(event.length() + 1)).toList();
        this.values = WireFormats.byName("binary").newWriter(scratch, WireOptions.DEFAULTS);
    }

    private static String commonEvent(List<String> key) {
        int dot = key.isEmpty() ? -1 : key.get(0).indexOf('.');
        String first = dot < 0 ? "" : key.get(0).substring(0, dot + 1);
        return dot > 0 && key.stream().allMatch(field -> field.startsWith(first)) ? first.substring(0, dot) : null;
    }

    /**
     * A value of a field.
     *
     * @param bytes the value in binary YAML
     * @param number the value as a number, or null if it is none
     */
    private record Value(byte[] bytes, Number number) {
        boolean isSame(Value other) {
            return Arrays.equals(bytes, other.bytes);
        }
    }

    /**
     * Encodes the current message of a reader, which must be an object.
     *
     * @return the bytes of the message
     */
    byte[] encode(WireIn in) {
        Map<String, Value> record = new LinkedHashMap<>();
        read(in, record, event);
        StringBuilder id = new StringBuilder();
        key.forEach(field -> id.append(Arrays.toString(record.containsKey(field) ? record.get(field).bytes : null)));
        Map<String, Value> before = objects.put(id.toString(), record);
        Integer number = numbers.get(id.toString());
        out.reset();
        writeName(event == null ? EVENT : event);
        if (number != null && record.keySet().containsAll(before.keySet())) {
            out.write(0x89);
            writeStopBit(number);
            Map<String, byte[]> changes = new LinkedHashMap<>();
            record.forEach((field, value) -> {
                Value old = before.get(field);
                if (old == null || !value.isSame(old)) {
                    changes.put(field, old == null ? value.bytes : encodeChange(old, value));
                }
            });
            writeBlock(changes);
        } else {
            numbers.putIfAbsent(id.toString(), numbers.size());
            out.write(0x88);
            writeStopBit(numbers.get(id.toString()));
            writeText(TYPE);
            Map<String, byte[]> fields = new LinkedHashMap<>();
            record.forEach((field, value) -> fields.put(field, value.bytes));
            writeBlock(fields);
        }
        return out.toByteArray();
    }

    /**
     * Reads an object into a record.
     *
     * @param inner the field whose object holds the fields of the record, or null if the outermost object holds them
     */
    private void read(WireIn in, Map<String, Value> record, String inner) {
        in.beginObject();
        while (in.hasNext()) {
            String name = in.fieldName();
            WireToken token = in.peek();
            if (name.equals(inner) && token == WireToken.BEGIN_OBJECT) {
                read(in, record, null);
                continue;
            }
            Number number = null;
            scratch.clear();
            values.beginMessage();
            values.beginList();
            if (token == WireToken.INT64) {
                number = in.int64();
                values.int64(number.longValue());
            } else if (token == WireToken.FLOAT64) {
                number = in.float64();
                values.float64(number.doubleValue());
            } else {
                Transcoder.copyValue(in, values);
            }
            values.endList();
            values.endMessage();
            byte[] document = scratch.toByteArray();
            record.put(name, new Value(Arrays.copyOfRange(document, LIST_START, document.length), number));
        }
        in.endObject();
    }

    /** Returns the shortest form of the new value that the old one allows. */
    private static byte[] encodeChange(Value before, Value now) {
        if (before.number instanceof Long old && now.number instanceof Long number) {
            if (old >> 8 == number >> 8) {
                return new byte[] {(byte) 0xA8, number.byteValue()};
            } else if (old >> 16 == number >> 16 && now.bytes.length > 3) {
                return new byte[] {(byte) 0xA9, number.byteValue(), (byte) (number >> 8)};
            }
        } else if (before.number instanceof Double old && now.number instanceof Double number) {
            for (int i = 0; i < 3; i++) {
                double scale = Math.pow(100, i);
                long scaled = Math.round(number * scale);
                if (Math.round(old * scale) >> 8 == scaled >> 8 && scaled / scale == number) {
                    return new byte[] {(byte) (0x9A + i), (byte) scaled};
                }
            }
        }
        return now.bytes;
    }

    private void writeBlock(Map<String, byte[]> fields) {
        byte[] prefix = out.toByteArray();
        out.reset();
        fields.forEach((name, value) -> {
            writeName(name);
            out.writeBytes(value);
        });
        byte[] body = out.toByteArray();
        out.reset();
        out.writeBytes(prefix);
        if (body.length < 256) {
            out.write(0x80);
            out.write(body.length);
        } else {
            out.write(0x82);
            for (int shift = 0; shift < 32; shift += 8) {
                out.write(body.length >> shift);
            }
        }
        out.writeBytes(body);
    }

    private void writeName(String name) {
        Integer number = names.get(name);
        if (number != null) {
            out.write(0xBA);
            writeStopBit(number);
            return;
        }
        number = names.size();
        names.put(name, number);
        out.write(0x87);
        writeStopBit(number);
        writeText(name);
    }

    private void writeText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeStopBit(bytes.length);
        out.writeBytes(bytes);
    }

    private void writeStopBit(int number) {
        int rest = number;
        while (rest > 127) {
            out.write(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
