package io.deltawire.json.internal.reader;

/** What finds the tokens of a message. */
public enum TokenEngine {
    /** The scanner, and jackson-core from the first token that it cannot read. */
    SCANNER,
    /** jackson-core from the start of each message. Tests compare the scanner with it. */
    JACKSON
}
