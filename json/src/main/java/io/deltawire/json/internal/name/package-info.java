/** Names of fields: encoded for writing, interned and compared for reading, and the prefixes made of them. */
package io.deltawire.json.internal.name;
