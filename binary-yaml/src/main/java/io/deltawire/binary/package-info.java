/**
 * The binary YAML wire: {@link io.deltawire.binary.BinaryYamlFormat}. Byte-compatible with the BINARY wire type of
 * Chronicle Wire 2026.7; {@code docs/spec/binary-yaml.md} is its description.
 */
package io.deltawire.binary;
