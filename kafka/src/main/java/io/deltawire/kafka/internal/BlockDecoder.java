package io.deltawire.kafka.internal;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes blocks. Each block is read from its start to its end mark, so that a block that was cut off is an error.
 *
 * <p>It has no state, and threads may share it.
 */
public final class BlockDecoder<T> {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    private final Class<T> type;
    private final WireOptions options;

    /** @param type the class of the messages; {@code Object} for generic ones */
    public BlockDecoder(Class<T> type, WireOptions options) {
        this.type = type;
        this.options = checked(options);
    }

    /**
     * Returns a reader of a block's messages as tokens.
     *
     * @throws WireException if the bytes are no block
     */
    public static WireIn newReader(byte[] block, WireOptions options) {
        requireBlock(block);
        return FORMAT.newReader(new ByteArrayInputStream(block), checked(options));
    }

    private static WireOptions checked(WireOptions options) {
        return options.with(DeltaFormat.READ_MODE, DeltaFormat.ReadMode.CHECKED);
    }

    /**
     * Returns the messages of a block.
     *
     * @throws WireException if the block is damaged, or a message does not fit the class
     */
    public List<T> decode(byte[] block) {
        requireBlock(block);
        List<T> messages = new ArrayList<>();
        try (Wire wire = Wire.of(FORMAT, new ByteArrayInputStream(block), options)) {
            for (; ; ) {
                long before = wire.index();
                T message = wire.read(type);
                if (message == null && wire.index() == before) {
                    if (wire.next()) {
                        throw unexpected("null beside another event of its message", wire);
                    }
                    return messages;
                }
                if (wire.isDeletion()) {
                    throw unexpected("the deletion of a record, which has no meaning in a block", wire);
                }
                messages.add(message);
            }
        }
    }

    private static WireDataException unexpected(String found, Wire wire) {
        return new WireDataException(
                FORMAT.name(), "expected a message but was " + found, wire.in().location());
    }

    private static void requireBlock(byte[] block) {
        if (FORMAT.detect(block, block.length) != DeltaFormat.Match.CERTAIN) {
            throw new WireDataException(
                    FORMAT.name(),
                    block.length == 0
                            ? "expected a block of messages but the value is empty"
                            : "expected a block of messages, which is a delta dump, but it begins with " + hex(block),
                    null);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(8, bytes.length); i++) {
            text.append(i == 0 ? "" : " ").append(String.format("%02X", bytes[i]));
        }
        return text.append(bytes.length > 8 ? " ..." : "").toString();
    }
}
