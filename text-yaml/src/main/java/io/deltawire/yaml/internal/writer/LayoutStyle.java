package io.deltawire.yaml.internal.writer;

import io.deltawire.yaml.YamlFormat;

/** How the writer lays out objects and lists: what {@link YamlFormat.Style} says to users. */
public enum LayoutStyle {
    BRACES,
    BLOCK,
    LINE
}
