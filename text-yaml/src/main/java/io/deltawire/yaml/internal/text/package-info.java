/** Scalars, tags and other text of YAML: recognising, resolving and writing them. Knows nothing of messages. */
package io.deltawire.yaml.internal.text;
