package io.deltawire.delta;

/** The name of the format, which errors begin with. */
final class FormatName {
    static final String DELTA = "delta";

    private FormatName() {}
}
