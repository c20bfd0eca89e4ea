package io.deltawire.binary.internal.codes;

/** The format's name, which is part of every error text. */
public final class FormatName {
    public static final String BINARY = "binary";

    private FormatName() {}
}
