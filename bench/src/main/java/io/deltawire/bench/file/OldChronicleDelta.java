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
 * The delta messages of old Chronicle Wire (2.22, codes 87 to 89, 9A to 9C, A8 and A9), as far as their size goes: the
 * first message of a key is whole and gives the object a number; later ones hold the number and the fields that differ,
 * where a number that differs in its lowest one or two bytes is sent as those. Names have numbers after their first use. A
 * field cannot be taken away: such a message is whole again. Where the names of the key say so ({@code trade.symbol}), the
 * message is an event ({@code trade}) with one object.
 */
final class OldChronicleDelta {
    private static final String EVENT = "update";
    private static final String TYPE = "Record";
    /** Where the item of a list begins that is all of a document: behind the header and the length of the block. */
    private static final int LIST_START = 4 + 5;

    private final List<String> key;
    /** The event that all names of the key begin with, or null. */
    private final String event;

    private final Bytes<?> scratch = Bytes.allocateElasticOnHeap();
    private final WireOut values;
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, Map<String, Value>> objects = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    OldChronicleDelta(List<String> key) {
        this.event = event(key);
        this.key = event == null
                ? key
                : key.stream().map(field -> field.substring(event.length() + 1)).toList();
        this.values = WireFormats.byName("binary").newWriter(scratch, WireOptions.DEFAULTS);
    }

    private static String event(List<String> key) {
        int dot = key.isEmpty() ? -1 : key.get(0).indexOf('.');
        String first = dot < 0 ? "" : key.get(0).substring(0, dot + 1);
        return dot > 0 && key.stream().allMatch(field -> field.startsWith(first)) ? first.substring(0, dot) : null;
    }

    /** A value in binary YAML, and the number that it is if it is one. */
    private record Value(byte[] bytes, Number number) {
        boolean isSame(Value other) {
            return Arrays.equals(bytes, other.bytes);
        }
    }

    /** Encodes the message that a reader has moved to, an object; returns its bytes. */
    byte[] encode(WireIn in) {
        Map<String, Value> record = new LinkedHashMap<>();
        read(in, record, event);
        StringBuilder id = new StringBuilder();
        key.forEach(field -> id.append(Arrays.toString(record.containsKey(field) ? record.get(field).bytes : null)));
        Map<String, Value> before = objects.put(id.toString(), record);
        Integer number = numbers.get(id.toString());
        out.reset();
        name(event == null ? EVENT : event);
        if (number != null && record.keySet().containsAll(before.keySet())) {
            out.write(0x89);
            stopBit(number);
            Map<String, byte[]> changes = new LinkedHashMap<>();
            record.forEach((field, value) -> {
                Value old = before.get(field);
                if (old == null || !value.isSame(old)) {
                    changes.put(field, old == null ? value.bytes : change(old, value));
                }
            });
            block(changes);
        } else {
            numbers.putIfAbsent(id.toString(), numbers.size());
            out.write(0x88);
            stopBit(numbers.get(id.toString()));
            text(TYPE);
            Map<String, byte[]> fields = new LinkedHashMap<>();
            record.forEach((field, value) -> fields.put(field, value.bytes));
            block(fields);
        }
        return out.toByteArray();
    }

    /** @param inner the field whose object's fields are those of the record, or null */
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

    /** The new value in as few bytes as the old one allows. */
    private static byte[] change(Value before, Value now) {
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

    private void block(Map<String, byte[]> fields) {
        byte[] head = out.toByteArray();
        out.reset();
        fields.forEach((name, value) -> {
            name(name);
            out.writeBytes(value);
        });
        byte[] body = out.toByteArray();
        out.reset();
        out.writeBytes(head);
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

    private void name(String name) {
        Integer number = names.get(name);
        if (number != null) {
            out.write(0xBA);
            stopBit(number);
            return;
        }
        number = names.size();
        names.put(name, number);
        out.write(0x87);
        stopBit(number);
        text(name);
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        stopBit(bytes.length);
        out.writeBytes(bytes);
    }

    private void stopBit(int number) {
        int rest = number;
        while (rest > 127) {
            out.write(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
