package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.stream.BlockSettings;
import io.deltawire.wire.WireLimits;
import java.util.List;

/**
 * What a writer is asked for.
 *
 * @param keyFrames when key frames are written
 * @param evicts whether an idle record is forgotten where a new one has no room; else the new message is written plain
 * @param keyFields the paths of the fields that name a record; empty where there are none
 */
public record WriterSettings(
        WireLimits limits, BlockSettings blocks, KeyFrames keyFrames, boolean evicts, List<String> keyFields) {
    /** When a writer repeats all of its records. */
    public enum KeyFrames {
        ON_REQUEST,
        EACH_EPOCH,
        NEVER
    }
}
