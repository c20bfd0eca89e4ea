/** Names of fields and types: encoded for writing, interned and compared for reading, and the prefixes made of them. */
package io.deltawire.yaml.internal.name;
