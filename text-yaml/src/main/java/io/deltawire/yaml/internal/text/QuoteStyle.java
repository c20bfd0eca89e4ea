package io.deltawire.yaml.internal.text;

/** The part of the style of a scalar that determines its kind. */
public enum QuoteStyle {
    PLAIN,
    DOUBLE_QUOTED,
    OTHER
}
