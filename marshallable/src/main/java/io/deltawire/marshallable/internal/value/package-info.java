/** What is done with values beside the wire: equality, hash codes, copies, YAML text, and the search for a cycle. */
package io.deltawire.marshallable.internal.value;
