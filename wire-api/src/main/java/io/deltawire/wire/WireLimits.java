package io.deltawire.wire;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The limits on what a reader or writer accepts. A reader that exceeds one throws {@link MalformedWireException}, a
 * writer {@link WireDataException}. Immutable and thread-safe.
 *
 * <p>{@link #DEFAULTS} suits untrusted input in a heap of 64 MB, for formats without records. The reader of a keyed
 * stream retains what the stream demands, and compression lets a sender demand much with few bytes. It can need
 * {@code maxStateBytes}, twice that in UTF-16 units of text, and four times that in bytes for short codes, at least 64
 * MiB. With a smaller heap, such a stream can end in an {@link OutOfMemoryError}.
 *
 * @param maxDepth depth of nested objects and lists, on reading and on writing: 1 to 1,000
 * @param maxMessageBytes encoded size of one message in bytes
 * @param maxTextChars length of one text in UTF-16 units, and of one byte sequence in bytes
 * @param maxNumberChars length of the text of a number in characters
 * @param maxNameBytes length of a field or type name in UTF-8 bytes
 * @param maxKeys number of records whose state a keyed stream retains
 * @param maxStateBytes approximate memory for the state of a keyed stream, in bytes
 * @param maxAliases number of aliases to objects or lists in one YAML document
 * @param maxExpansion factor by which aliases may multiply the nodes of a YAML document
 */
public record WireLimits(
        int maxDepth,
        int maxMessageBytes,
        int maxTextChars,
        int maxNumberChars,
        int maxNameBytes,
        int maxKeys,
        long maxStateBytes,
        int maxAliases,
        int maxExpansion) {
    /**
     * Depth 100, message 16 MiB, text 4 Mi chars, number 1,000 chars, name 1,024 bytes, 65,536 keys in 64 MiB, 50
     * aliases, expansion 10.
     */
    public static final WireLimits DEFAULTS =
            new WireLimits(100, 16 << 20, 4 << 20, 1000, 1024, 65_536, 64L << 20, 50, 10);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if a limit is not positive, or the depth is above 1,000. At that depth a format
     *     needs a stack of 256 KiB, and objects need one of 1 MiB.
     */
    public WireLimits {
        if (maxDepth < 1 || maxDepth > 1000) {
            throw new IllegalArgumentException("maxDepth must be 1 to 1000 but was " + maxDepth);
        }
        requirePositive("maxMessageBytes", maxMessageBytes);
        requirePositive("maxTextChars", maxTextChars);
        requirePositive("maxNumberChars", maxNumberChars);
        requirePositive("maxNameBytes", maxNameBytes);
        requirePositive("maxKeys", maxKeys);
        requirePositive("maxStateBytes", maxStateBytes);
        requirePositive("maxAliases", maxAliases);
        requirePositive("maxExpansion", maxExpansion);
    }

    /** Returns these limits with values of a configuration, by the names of the components. */
    WireLimits with(Map<String, ?> values) {
        Map<String, Object> left = new LinkedHashMap<>(values);
        WireLimits changed = new WireLimits(
                take(left, "maxDepth", maxDepth),
                take(left, "maxMessageBytes", maxMessageBytes),
                take(left, "maxTextChars", maxTextChars),
                take(left, "maxNumberChars", maxNumberChars),
                take(left, "maxNameBytes", maxNameBytes),
                take(left, "maxKeys", maxKeys),
                take(left, "maxStateBytes", maxStateBytes),
                take(left, "maxAliases", maxAliases),
                take(left, "maxExpansion", maxExpansion));
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("no limit " + left.keySet() + "; there are " + DEFAULTS);
        }
        return changed;
    }

    private static <T> T take(Map<String, Object> values, String name, T present) {
        Object given = values.remove(name);
        return given == null
                ? present
                : WireOption.of("limits." + name, present).valueOf(given);
    }

    /** Returns these limits with another depth. */
    public WireLimits withMaxDepth(int depth) {
        return new WireLimits(
                depth,
                maxMessageBytes,
                maxTextChars,
                maxNumberChars,
                maxNameBytes,
                maxKeys,
                maxStateBytes,
                maxAliases,
                maxExpansion);
    }

    /** Returns these limits with another message size, in bytes. */
    public WireLimits withMaxMessageBytes(int bytes) {
        return new WireLimits(
                maxDepth,
                bytes,
                maxTextChars,
                maxNumberChars,
                maxNameBytes,
                maxKeys,
                maxStateBytes,
                maxAliases,
                maxExpansion);
    }

    /** Returns these limits with another length of text in UTF-16 units, and of byte sequences in bytes. */
    public WireLimits withMaxTextChars(int chars) {
        return new WireLimits(
                maxDepth,
                maxMessageBytes,
                chars,
                maxNumberChars,
                maxNameBytes,
                maxKeys,
                maxStateBytes,
                maxAliases,
                maxExpansion);
    }

    /** Returns these limits with another length of the text of a number, in characters. */
    public WireLimits withMaxNumberChars(int chars) {
        return new WireLimits(
                maxDepth,
                maxMessageBytes,
                maxTextChars,
                chars,
                maxNameBytes,
                maxKeys,
                maxStateBytes,
                maxAliases,
                maxExpansion);
    }

    /** Returns these limits with another length of field and type names, in UTF-8 bytes. */
    public WireLimits withMaxNameBytes(int bytes) {
        return new WireLimits(
                maxDepth,
                maxMessageBytes,
                maxTextChars,
                maxNumberChars,
                bytes,
                maxKeys,
                maxStateBytes,
                maxAliases,
                maxExpansion);
    }

    /**
     * Returns these limits with another bound on the state of keyed streams: a number of records, and a size in bytes.
     */
    public WireLimits withMaxKeys(int keys, long stateBytes) {
        return new WireLimits(
                maxDepth,
                maxMessageBytes,
                maxTextChars,
                maxNumberChars,
                maxNameBytes,
                keys,
                stateBytes,
                maxAliases,
                maxExpansion);
    }

    /**
     * Returns these limits with other bounds on YAML aliases: their number, and the factor by which they may multiply
     * the nodes of a document.
     */
    public WireLimits withMaxAliases(int aliases, int expansion) {
        return new WireLimits(
                maxDepth,
                maxMessageBytes,
                maxTextChars,
                maxNumberChars,
                maxNameBytes,
                maxKeys,
                maxStateBytes,
                aliases,
                expansion);
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 but was " + value);
        }
    }
}
