package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.stream.BlockSettings;
import io.deltawire.wire.WireLimits;
import java.util.List;

/**
 * The settings of a writer, in the terms of this package and not of options.
 *
 * @param keyFrames when key frames are written
 * @param evicts whether an idle record is forgotten to make room for a new one; else the message without room is
 *     written plain
 * @param keyFields the paths of the fields that name a record; may be empty
 * @param checksKeyFields whether a message must have a key field that no message before had
 * @param usesKeys whether a message may name its record by other means than fields
 */
public record WriterSettings(
        WireLimits limits,
        BlockSettings blocks,
        KeyFrames keyFrames,
        boolean evicts,
        List<String> keyFields,
        boolean checksKeyFields,
        boolean usesKeys) {
    /** When a writer writes key frames. */
    public enum KeyFrames {
        ON_REQUEST,
        EACH_EPOCH,
        NEVER
    }
}
