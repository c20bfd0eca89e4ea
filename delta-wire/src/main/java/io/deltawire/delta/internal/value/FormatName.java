package io.deltawire.delta.internal.value;

/** The name of the format, which errors begin with. */
public final class FormatName {
    public static final String DELTA = "delta";

    private FormatName() {}
}
