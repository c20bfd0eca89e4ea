package io.deltawire.yaml.internal.reader;

/** By what documents are read. */
public enum ParserChoice {
    /** By the scanner as far as it gets. */
    SCANNER_FIRST,
    /** By SnakeYAML alone: what the scanner is compared with in tests. */
    PARSER_ONLY
}
