package io.deltawire.yaml.internal.writer;

import io.deltawire.wire.WireLimits;

/**
 * What a writer needs to know when it is created.
 *
 * @param limits the limits on messages
 * @param style how objects and lists are laid out
 * @param writesMarks whether the mark {@code ---} precedes every message
 * @param writesEnds whether the mark {@code ...} follows every message that is not on one line
 * @param writesStandardSets whether sets without a declared type are written as {@code !!set}
 */
public record YamlWriterSettings(
        WireLimits limits, LayoutStyle style, boolean writesMarks, boolean writesEnds, boolean writesStandardSets) {}
