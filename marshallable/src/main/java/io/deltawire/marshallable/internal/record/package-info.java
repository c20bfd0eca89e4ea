/** Objects as records: the columns of their fields, for formats that compare an object with its record, and the keys that name the record. */
package io.deltawire.marshallable.internal.record;
