package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.WireLimits;

/**
 * What a writer is told when it is made.
 *
 * @param limits the limits on messages
 * @param style how objects and lists are laid out
 * @param writesMarks whether the mark {@code ---} is written in front of every message
 * @param writesStandardSets whether sets of no declared type are written as {@code !!set}
 */
public record YamlWriterSettings(WireLimits limits, LayoutStyle style, boolean writesMarks, boolean writesStandardSets) {}
