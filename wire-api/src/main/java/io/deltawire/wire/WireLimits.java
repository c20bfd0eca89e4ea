package io.deltawire.wire;

/**
 * What a reader or writer accepts at most. Immutable. Passing a limit is a {@link MalformedWireException} on reading and a
 * {@link WireDataException} on writing.
 *
 * <p>{@link #DEFAULTS} suits untrusted input under a 64 MB heap in the formats that keep no records. A reader of a keyed stream holds
 * what the stream makes it hold, which a sender may choose, in few bytes where they are compressed: a state of {@code maxStateBytes}, in its
 * records twice as many UTF-16 units of text, and for short codes up to four times as many bytes, or 64 MiB where that is more. With less
 * heap than that such a stream ends in an {@link OutOfMemoryError}.
 *
 * @param maxDepth objects and lists inside one another, on reading and on writing
 * @param maxMessageBytes encoded size of one message in bytes
 * @param maxTextChars length of one text in UTF-16 units, and of one byte sequence in bytes
 * @param maxNumberChars length of a number's text in characters
 * @param maxNameBytes length of a field or type name in UTF-8 bytes
 * @param maxKeys records a keyed stream keeps the state of
 * @param maxStateBytes memory that the state of a keyed stream may take, in bytes, approximately
 * @param maxAliases aliases to objects or lists in one YAML document
 * @param maxExpansion how many times the nodes of a YAML document its aliases may multiply it by
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
    /** Depth 100, message 16 MiB, text 4 Mi chars, number 1,000 chars, name 1,024 bytes, 65,536 keys in 64 MiB. */
    public static final WireLimits DEFAULTS =
            new WireLimits(100, 16 << 20, 4 << 20, 1000, 1024, 65_536, 64L << 20, 50, 10);

    /** Checks that every limit is positive and that the depth is at most 1,000, which formats bear on a stack of 256 KiB and objects on one of 1 MiB. */
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

    /** Returns these limits with another length of text, in characters, and of byte arrays. */
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

    /** Returns these limits with another length of a number's text, in characters. */
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

    /** Returns these limits with another bound on the state of keyed streams. */
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

    /** Returns these limits with others for the aliases of a YAML document: how many, and how many times they may multiply its nodes. */
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
