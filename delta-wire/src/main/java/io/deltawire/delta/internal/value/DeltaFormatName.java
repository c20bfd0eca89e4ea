package io.deltawire.delta.internal.value;

/** The name of the format, as the errors of all packages give it. */
public final class DeltaFormatName {
    public static final String DELTA = "delta";

    private DeltaFormatName() {}
}
