package io.deltawire.binary.internal.codes;

/** The name of the format, by which errors and options refer to it. */
public final class FormatName {
    public static final String BINARY = "binary";

    private FormatName() {}
}
