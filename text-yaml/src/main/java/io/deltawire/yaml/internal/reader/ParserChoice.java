package io.deltawire.yaml.internal.reader;

/** What reads documents. */
public enum ParserChoice {
    /** The scanner, and SnakeYAML from the first token that it cannot read. */
    SCANNER_FIRST,
    /** SnakeYAML alone. Tests compare the scanner with it. */
    PARSER_ONLY
}
