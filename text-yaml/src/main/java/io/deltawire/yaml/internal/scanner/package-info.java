/** The scanner, which reads the YAML that the writer produces directly from the bytes. */
package io.deltawire.yaml.internal.scanner;
