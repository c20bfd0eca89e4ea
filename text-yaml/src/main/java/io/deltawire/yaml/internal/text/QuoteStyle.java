package io.deltawire.yaml.internal.text;

/** How a scalar is written, as far as that determines its kind. */
public enum QuoteStyle {
    PLAIN,
    DOUBLE_QUOTED,
    OTHER
}
