package io.deltawire.yaml.internal.writer;

/** How objects and lists are laid out. The constants correspond to those of the public option. */
public enum LayoutStyle {
    BRACES,
    BLOCK,
    LINE
}
