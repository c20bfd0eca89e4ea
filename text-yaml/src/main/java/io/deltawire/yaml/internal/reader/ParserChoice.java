package io.deltawire.yaml.internal.reader;

/** What reads documents. */
public enum ParserChoice {
    /** The scanner as far as it gets, then SnakeYAML. */
    SCANNER_FIRST,
    /** SnakeYAML alone. Tests compare the scanner with it. */
    PARSER_ONLY
}
