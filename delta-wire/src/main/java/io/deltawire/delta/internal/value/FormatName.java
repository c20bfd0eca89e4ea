package io.deltawire.delta.internal.value;

/** The name of the format, as the errors of all packages give it. */
public final class FormatName {
    public static final String DELTA = "delta";

    private FormatName() {}
}
