package io.deltawire.yaml.internal.name;

import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.NameCache;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.yaml.internal.text.PlainText;
import io.deltawire.yaml.internal.text.YamlTags;
import io.deltawire.yaml.internal.text.YamlTextEncoder;
import java.util.Arrays;

/**
 * Encodes names as the writer puts them, {@code name: } for fields and {@code !Name } for types, and caches the
 * results. Not thread-safe.
 */
public final class YamlNameEncoder {
    /**
     * Longest key that is written before a colon. YAML allows 1,024 characters on one line (YAML 1.2, section 7.4.2);
     * a longer key needs a question mark.
     */
    public static final int MAX_SIMPLE_KEY = 1000;

    private static final String UNESCAPED = "-_.$/@+";

    private final NameCache<byte[]> fields = new NameCache<>(YamlNameEncoder::encodeField);
    private final NameCache<byte[]> types = new NameCache<>(name -> encodeType(name, ""));

    /** Returns the key, colon and space of a field; null if the name is too long for a simple key. */
    public byte[] encodedField(String name) {
        return fields.get(name);
    }

    /** Returns the tag and space of a type; null if the name has a lone surrogate. */
    public byte[] encodedType(String name) {
        return types.get(name);
    }

    /** Encodes the key, colon and space of a field; returns null if the name is too long for a simple key. */
    static byte[] encodeField(String name) {
        if (name.length() > MAX_SIMPLE_KEY) {
            return null;
        }
        OutputBuffer out = OutputBuffer.inMemory();
        if (PlainText.readsAsTemporal(name)) {
            append(out, "!!str ");
        }
        YamlTextEncoder.write(out, name);
        append(out, ": ");
        return out.position > MAX_SIMPLE_KEY ? null : Arrays.copyOf(out.array, out.position);
    }

    /**
     * Encodes a type name as a local tag, percent-encoded (YAML 1.2, production 39). A global tag is written as a
     * verbatim one.
     *
     * @param kind the kind that the value's own tag would have given, for example {@code binary}, because a value has
     *     only one tag; empty for none
     * @return null if the name has a lone surrogate
     */
    public static byte[] encodeType(String name, String kind) {
        OutputBuffer out = OutputBuffer.inMemory();
        boolean global = name.startsWith(YamlTags.GLOBAL);
        append(out, global ? "!<" : "!");
        String tag = kind.isEmpty() && name.indexOf(YamlTags.KIND) < 0 ? name : name + YamlTags.KIND + kind;
        byte[] utf8 = new byte[Utf8.maxBytes(tag.length())];
        int length = Utf8.encode(tag, utf8, 0);
        if (length < 0) {
            return null;
        }
        for (int i = 0; i < length; i++) {
            char c = (char) (utf8[i] & 0xFF);
            if (c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || UNESCAPED.indexOf(c) >= 0
                    || global && (c == ':' || c == ',')) {
                append(out, Character.toString(c));
            } else {
                append(out, String.format("%%%02X", (int) c));
            }
        }
        append(out, global ? "> " : " ");
        return Arrays.copyOf(out.array, out.position);
    }

    private static void append(OutputBuffer out, String ascii) {
        out.ensure(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            out.array[out.position++] = (byte) ascii.charAt(i);
        }
    }
}
