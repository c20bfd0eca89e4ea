/**
 * What classes are on the wire: their fields, resolved types, type names, and how their objects are created.
 *
 * <p>This is the lowest layer of the object model. It depends only on the annotations and options of the public package
 * and on the wire API, and knows neither codecs nor formats. The codecs, the code generator, and the readers and
 * writers of events and records use it.
 */
package io.deltawire.marshallable.internal.schema;
