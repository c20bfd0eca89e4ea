package io.deltawire.json.internal.reader;

/** What finds the tokens. */
public enum TokenEngine {
    /** The scanner as far as it goes, then jackson-core. */
    SCANNER,
    /** jackson-core from the start of each message: what the scanner is tested against. */
    JACKSON
}
