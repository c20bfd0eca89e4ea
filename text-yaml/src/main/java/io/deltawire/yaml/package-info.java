/**
 * The YAML wire: messages as YAML documents for people to read and edit. The output is valid YAML 1.1 and 1.2; see
 * {@code docs/spec/yaml-profile.md}.
 */
package io.deltawire.yaml;
