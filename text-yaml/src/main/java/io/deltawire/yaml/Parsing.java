package io.deltawire.yaml;

/** By what documents are read. */
enum Parsing {
    /** By the scanner as far as it gets. */
    SCANNER_FIRST,
    /** By SnakeYAML alone: what the scanner is compared with in tests. */
    PARSER_ONLY
}
