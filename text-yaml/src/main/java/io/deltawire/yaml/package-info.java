/**
 * The YAML wire: messages as YAML documents that people read and edit. What it writes is YAML 1.1 and 1.2 alike; see
 * {@code docs/spec/yaml-profile.md}.
 */
package io.deltawire.yaml;
