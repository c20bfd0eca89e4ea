package io.deltawire.delta.internal.stream;

/** Which messages a reader returns, and when it compares their checksum: docs/spec/delta.md, section 3. */
public enum ReadPolicy {
    /** Only messages that a checksum covers. */
    CHECKED,
    /** As {@link #CHECKED}; after the missing checksum has been reported, the complete messages of the tail. */
    CHECKED_THEN_RECOVER,
    /** Checked if the checksum is there. A tail without one is returned as it arrives, since more may follow. */
    LIVE,
    /** Each message as soon as it is complete; its checksum is compared afterwards. */
    UNCHECKED,
    /** As {@link #UNCHECKED}, and the complete messages of a last frame that is cut off. */
    RECOVER
}
