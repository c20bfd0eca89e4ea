/**
 * The binary YAML format. {@link io.deltawire.binary.BinaryYamlFormat} is the only public class; all others are
 * internal.
 *
 * <p>The format is byte-compatible with the BINARY wire type of Chronicle Wire 2026.7. {@code
 * docs/spec/binary-yaml.md} describes it.
 */
package io.deltawire.binary;
