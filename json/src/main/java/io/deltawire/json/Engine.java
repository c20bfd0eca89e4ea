package io.deltawire.json;

/** What finds the tokens. */
enum Engine {
    /** The scanner as far as it goes, then jackson-core. */
    SCANNER,
    /** jackson-core from the start of each message: what the scanner is tested against. */
    JACKSON
}
