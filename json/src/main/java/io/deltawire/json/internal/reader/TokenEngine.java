package io.deltawire.json.internal.reader;

/** What finds the tokens of a message. */
public enum TokenEngine {
    /** The scanner as far as it gets, then jackson-core. */
    SCANNER,
    /** jackson-core from the start of each message. Tests compare the scanner with it. */
    JACKSON
}
