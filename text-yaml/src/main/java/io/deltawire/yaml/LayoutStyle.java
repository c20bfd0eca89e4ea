package io.deltawire.yaml;

/** How the writer lays out objects and lists: what {@link YamlFormat.Style} says to users. */
enum LayoutStyle {
    BRACES,
    BLOCK,
    LINE
}
