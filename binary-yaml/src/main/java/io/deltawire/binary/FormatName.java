package io.deltawire.binary;

/** The name of the format, by which errors and options refer to it. */
final class FormatName {
    static final String BINARY = "binary";

    private FormatName() {}
}
