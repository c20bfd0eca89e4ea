/** The reader: it finds messages, opens objects and lists, and decodes values. */
package io.deltawire.binary.internal.reader;
