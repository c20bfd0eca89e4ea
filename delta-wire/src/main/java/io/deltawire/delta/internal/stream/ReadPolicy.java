package io.deltawire.delta.internal.stream;

/** Which messages a reader gives, and when: docs/spec/delta.md, section 3. */
public enum ReadPolicy {
    /** Only what a checksum covers. */
    CHECKED,
    /** As {@link #CHECKED}; once the missing checksum has been reported, the whole messages of the tail. */
    CHECKED_THEN_REST,
    /** Checked where the checksum is there; a tail without one is given as it comes, since more may follow. */
    LIVE,
    /** Each message as soon as it is there; its checksum is compared after it. */
    ALL,
    /** As {@link #ALL}, and the whole messages of a last frame that is cut off. */
    SALVAGE
}
