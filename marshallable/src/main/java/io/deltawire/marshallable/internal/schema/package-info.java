/** What a class is on the wire: its fields, types, names, and how its objects are made. The lowest layer of the implementation. */
package io.deltawire.marshallable.internal.schema;
